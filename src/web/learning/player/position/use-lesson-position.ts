import { useEffect, useMemo, useState } from 'react'
import type { CourseForViewer } from '#contract/learning.ts'
import { useApi } from '#web/identity/index.ts'
import { createPositionStore } from './position-store.ts'
import { sendPositions } from './send-positions.ts'

export type PositionTracker = {
  /** Position when the lesson was opened: seconds of a video, thousandths of an article. */
  start: number
  record(reached: number): void
}

const pauseMs = 30_000

/** Position within one lesson. Saved on this device at once, and sent to the server when it can be reached. */
export function useLessonPosition(course: CourseForViewer, contentId: string, userId: string): PositionTracker {
  const api = useApi()
  const store = useMemo(() => createPositionStore(localStorage, userId), [userId])
  const [known] = useState(() => store.latest(contentId, course.viewer.positions[contentId]))

  useEffect(() => {
    const send = () => void sendPositions(api, store)
    send()
    const timer = setInterval(send, pauseMs)
    addEventListener('online', send)
    document.addEventListener('visibilitychange', send)
    return () => {
      clearInterval(timer)
      removeEventListener('online', send)
      document.removeEventListener('visibilitychange', send)
      send()
    }
  }, [api, store])

  return useMemo(
    () => ({
      start: known?.reached ?? 0,
      record: (reached: number) => store.record({ courseId: course._id, contentId, reached, after: known?.notedAt }),
    }),
    [store, known, course._id, contentId],
  )
}
