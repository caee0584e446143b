import type { ReactNode } from 'react'
import type { EnrolledCourse } from '#contract/learning/learning.ts'
import { useApi, useSession } from '#web/identity/index.ts'
import { Badge } from '#web/kit/ui/badge.tsx'
import { LoadFailure } from '#web/kit/ui/feedback/load-failure.tsx'
import { useRemote, type Remote } from '#web/kit/ui/behaviour/use-remote.ts'

/** The courses of the signed-in user. Loaded in the browser, because cached pages are the same for everyone. */
export function useEnrolledCourses(): Remote<EnrolledCourse[]> {
  const { authenticated } = useApi()
  const session = useSession()
  const userId = session.status === 'signed-in' ? session.session.user._id : null
  return useRemote(
    userId,
    async (signal) => (await authenticated.learning.listEnrolledCourses(undefined, { signal })).data,
  )
}

/** Stands in a list whose cards show which courses one has. */
export const OwnedFailure = ({ enrolled }: { enrolled: Remote<EnrolledCourse[]> }) =>
  enrolled.status === 'failed' && (
    <LoadFailure onRetry={enrolled.reload}>Kelas mana yang sudah kamu punya belum bisa dimuat.</LoadFailure>
  )

/** Percent completed; undefined for a course of others, and until the courses are loaded. */
export const progressIn = ({ data }: Remote<EnrolledCourse[]>, courseId: string): number | undefined =>
  data?.find(({ _id }) => _id === courseId)?.progress

/** Takes the place of the price on the card of a course that one has; undefined for others, and until the courses are loaded. */
export function ownedInsteadOfPrice(enrolled: Remote<EnrolledCourse[]>, courseId: string): ReactNode {
  const progress = progressIn(enrolled, courseId)
  if (progress === undefined) return undefined
  return (
    <Badge tone={progress === 100 ? 'success' : 'info'}>
      {progress === 0 ? 'Kelasmu' : progress === 100 ? 'Kelasmu · Selesai' : `Kelasmu · ${progress}%`}
    </Badge>
  )
}
