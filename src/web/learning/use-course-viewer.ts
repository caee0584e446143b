import type { CourseForViewer } from '#contract/learning/learning.ts'
import { useApi, useSession } from '#web/identity/index.ts'
import { useRemote } from '#web/kit/ui/behaviour/use-remote.ts'

export type CourseViewer = CourseForViewer['viewer']
/** `unknown` until the session is read and, for a signed-in user, the server has responded. */
export type CourseViewerState =
  | { status: 'unknown' }
  | { status: 'signed-out' }
  | { status: 'known'; viewer: CourseViewer }

/** The signed-in user's relation to a course. Loaded in the browser, because the public page is cached and the same for everyone. */
export function useCourseViewer(courseId: string): CourseViewerState & { reload: () => void } {
  const { authenticated } = useApi()
  const session = useSession()
  const key = session.status === 'signed-in' ? `${session.session.token} ${courseId}` : null
  // On failure the public page stays: the server rejects a second purchase anyway.
  const { data: course, reload } = useRemote(
    key,
    async (signal) => (await authenticated.learning.showCourse({ id: courseId }, { signal })).data,
  )
  if (session.status === 'signed-out') return { status: 'signed-out', reload }
  return course ? { status: 'known', viewer: course.viewer, reload } : { status: 'unknown', reload }
}
