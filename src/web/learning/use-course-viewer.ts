import { useCallback, useEffect, useState } from 'react'
import type { CourseForViewer } from '#contract/learning.ts'
import { useApi, useSession } from '#web/identity/index.ts'

export type CourseViewer = CourseForViewer['viewer']
/** `unknown` until the session is read and, for a signed-in user, the server has answered. */
export type CourseViewerState = { status: 'unknown' } | { status: 'signed-out' } | { status: 'known'; viewer: CourseViewer }

/** The signed-in user's relation to a course. Loaded in the browser, because the public page is cached and the same for everyone. */
export function useCourseViewer(courseId: string): CourseViewerState & { reload: () => void } {
  const { mine } = useApi()
  const session = useSession()
  const token = session.status === 'signed-in' ? session.session.token : null
  const [known, setKnown] = useState<{ token: string; courseId: string; viewer: CourseViewer } | null>(null)
  const [round, setRound] = useState(0)
  const reload = useCallback(() => setRound((value) => value + 1), [])

  useEffect(() => {
    if (!token) return
    let isCancelled = false
    // On failure the public page stays: the server rejects a second purchase anyway.
    mine.learning.showCourse({ id: courseId }).then(
      ({ data }) => isCancelled || setKnown({ token, courseId, viewer: data.viewer }),
      () => {},
    )
    return () => {
      isCancelled = true
    }
  }, [mine, token, courseId, round])

  if (session.status === 'unknown') return { status: 'unknown', reload }
  if (!token) return { status: 'signed-out', reload }
  return known?.token === token && known.courseId === courseId ? { status: 'known', viewer: known.viewer, reload } : { status: 'unknown', reload }
}
