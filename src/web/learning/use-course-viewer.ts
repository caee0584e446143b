import type { CourseForViewer } from '#contract/learning/learning.ts'
import { useApi, useSession } from '#web/identity/index.ts'
import { useRemote } from '#web/kit/ui/behaviour/use-remote.ts'

export type CourseViewer = CourseForViewer['viewer']
/** `unknown` until the session is read and, for a signed-in user, the server has responded; `failed` when that did not succeed. */
export type CourseViewerState =
  | { status: 'unknown' }
  | { status: 'failed' }
  | { status: 'signed-out' }
  | { status: 'known'; viewer: CourseViewer }

/** The signed-in user's relation to a course. Loaded in the browser, because the public page is cached and the same for everyone. */
export function useCourseViewer(courseId: string): CourseViewerState & { reload: () => void } {
  const { authenticated } = useApi()
  const session = useSession()
  const key = session.status === 'signed-in' ? `${session.session.token} ${courseId}` : null
  const course = useRemote(
    key,
    async (signal) => (await authenticated.learning.showCourse({ id: courseId }, { signal })).data,
  )
  const { reload } = course
  if (session.status === 'signed-out') return { status: 'signed-out', reload }
  if (course.status === 'loaded') return { status: 'known', viewer: course.data.viewer, reload }
  return { status: course.status === 'failed' ? 'failed' : 'unknown', reload }
}
