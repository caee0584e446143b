import { useCallback, useEffect, useMemo, useState } from 'react'
import type { CourseForViewer } from '#contract/learning/learning.ts'
import { deviceSync } from '#web/kit/device/sync.ts'
import { useApi } from '#web/identity/index.ts'
import { latestPosition, positionTask, recordPosition, unsentPositions } from './position-store.ts'

export type PositionTracker = {
  /** Position when the lesson was opened: seconds of a video, thousandths of an article. */
  start: number
  /** The link to the lesson names this second. */
  isChosen: boolean
  record(reached: number): void
}

const sendWithinMs = 30_000

/** Position within one lesson; `chosen` seconds of its video take the place of the last one. Saved on this device at once, and sent to the server when it can be reached. */
export function useLessonPosition(
  course: CourseForViewer,
  lessonId: string,
  userId: string,
  chosen: number | null,
): PositionTracker {
  const api = useApi()
  const courseId = course._id
  const [known] = useState(() =>
    latestPosition({ userId, courseId, contentId: lessonId }, course.viewer.positions[lessonId]),
  )

  const send = useCallback(
    (withinMs?: number) => {
      if (unsentPositions(userId, courseId).length === 0) return
      void deviceSync.request(
        { api, owner: userId, task: positionTask, id: courseId },
        withinMs === undefined ? {} : { withinMs },
      )
    },
    [api, userId, courseId],
  )

  // Sends on opening what an earlier visit left unsent, the rest at once on leaving.
  useEffect(() => {
    send()
    return () => send()
  }, [send])

  return useMemo(
    () => ({
      start: chosen ?? known?.reached ?? 0,
      isChosen: chosen !== null,
      record(reached: number) {
        recordPosition({ userId, courseId, contentId: lessonId }, { reached, after: known?.notedAt })
        send(sendWithinMs)
      },
    }),
    [send, known, chosen, userId, courseId, lessonId],
  )
}
