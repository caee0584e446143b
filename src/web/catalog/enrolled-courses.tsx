import type { ReactNode } from 'react'
import { useApi, useSession } from '#web/identity/index.ts'
import { Badge } from '#web/ui/badge.tsx'
import { useRemote } from '#web/ui/use-remote.ts'

/** Percent completed, by the id of the course. */
export type EnrolledCourses = ReadonlyMap<string, number>
const none: EnrolledCourses = new Map()

/** The courses of the signed-in student; empty until loaded. Loaded in the browser, because cached pages are the same for everyone. */
export function useEnrolledCourses(): EnrolledCourses {
  const { mine } = useApi()
  const session = useSession()
  const token = session.status === 'signed-in' && session.session.user.role === 'student' ? session.session.token : null
  // On failure cards only show prices.
  const enrolled = useRemote(token, async (signal) => {
    const { data } = await mine.learning.listEnrolledCourses(undefined, { signal })
    return new Map(data.map(({ _id, progress }) => [_id, progress]))
  })
  return enrolled.data ?? none
}

/** Takes the place of the price on the card of a course that one has; undefined for others. */
export function ownedInsteadOfPrice(enrolled: EnrolledCourses, courseId: string): ReactNode {
  const progress = enrolled.get(courseId)
  if (progress === undefined) return undefined
  return (
    <Badge tone={progress === 100 ? 'success' : 'info'}>{progress === 0 ? 'Kelasmu' : progress === 100 ? 'Kelasmu · Selesai' : `Kelasmu · ${progress}%`}</Badge>
  )
}
