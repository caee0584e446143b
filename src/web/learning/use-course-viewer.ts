import { useCallback, useEffect, useState } from 'react'
import type { CourseForViewer } from '#contract/learning.ts'
import { useApi, useSession } from '#web/identity/index.ts'

export type CourseViewer = CourseForViewer['viewer']
/** `unknown` until the session is read and, when somebody is signed in, the server has told. */
export type CourseViewerState = { status: 'unknown' } | { status: 'signed-out' } | { status: 'known'; viewer: CourseViewer }

/** What whoever is signed in is to this course. The public page is the same for everyone, so it is asked afterwards. */
export function useCourseViewer(courseId: string): CourseViewerState & { reload: () => void } {
  const { mine } = useApi()
  const session = useSession()
  const token = session.status === 'signed-in' ? session.session.token : null
  const [known, setKnown] = useState<{ token: string; courseId: string; viewer: CourseViewer } | null>(null)
  const [round, setRound] = useState(0)
  const reload = useCallback(() => setRound((value) => value + 1), [])

  useEffect(() => {
    if (!token) return
    let left = false
    // When it cannot be told, the page stays what it is for everyone: the server refuses what is owned already.
    mine.learning.showCourse({ id: courseId }).then(
      ({ data }) => left || setKnown({ token, courseId, viewer: data.viewer }),
      () => {},
    )
    return () => {
      left = true
    }
  }, [mine, token, courseId, round])

  if (session.status === 'unknown') return { status: 'unknown', reload }
  if (!token) return { status: 'signed-out', reload }
  return known?.token === token && known.courseId === courseId ? { status: 'known', viewer: known.viewer, reload } : { status: 'unknown', reload }
}
