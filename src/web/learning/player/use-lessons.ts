import { useCallback, useEffect, useMemo, useState } from 'react'
import type { ContentSummary } from '#contract/catalog.ts'
import type { CourseForViewer } from '#contract/learning.ts'
import { useApi } from '#web/identity/index.ts'
import { toast } from '#web/ui/toast.tsx'
import { applyChanges, createProgressQueue } from './progress-queue.ts'
import { sendProgress } from './send-progress.ts'

export type Lessons = ReturnType<typeof useLessons>
/** The state of the queued changes: none, just saved on the server, being sent, or waiting on this device for a connection. */
export type SaveState = 'quiet' | 'saved' | 'sending' | 'waiting'

const retryMs = 30_000
const savedShownMs = 3_000

/** A course's lessons and the student's progress. A change shows at once, survives a lost connection, and is sent until the server confirms it. */
export function useLessons(course: CourseForViewer, userId: string) {
  const api = useApi()
  const { details } = course
  const contentIds = useMemo(() => details.map((content) => content._id), [details])
  const queue = useMemo(() => createProgressQueue(localStorage, userId), [userId])
  const [known, setKnown] = useState(course.viewer.progress?.completedContentIds ?? [])
  const [queued, setQueued] = useState(() => queue.pending(course._id))
  const [saveState, setSaveState] = useState<SaveState>('quiet')

  const send = useCallback(async () => {
    if (Object.keys(queue.pending(course._id)).length === 0) return
    setSaveState('sending')
    const outcome = await sendProgress(api, queue, course._id)
    if (outcome.kind === 'sent') setKnown(outcome.progress.completedContentIds)
    if (outcome.kind === 'rejected') toast.error('Progres tidak tersimpan: kelas ini tidak lagi terbuka untukmu.')
    const rest = queue.pending(course._id)
    setQueued(rest)
    setSaveState(outcome.kind === 'queued' && Object.keys(rest).length ? 'waiting' : 'saved')
  }, [api, queue, course._id])

  useEffect(() => {
    // Sends what an earlier visit queued, then retries whenever the connection may be back.
    void send()
    const again = () => void send()
    const timer = setInterval(again, retryMs)
    addEventListener('online', again)
    document.addEventListener('visibilitychange', again)
    return () => {
      clearInterval(timer)
      removeEventListener('online', again)
      document.removeEventListener('visibilitychange', again)
    }
  }, [send])

  useEffect(() => {
    if (saveState !== 'saved') return
    const timer = setTimeout(() => setSaveState('quiet'), savedShownMs)
    return () => clearTimeout(timer)
  }, [saveState])

  const completedContentIds = applyChanges(known, queued, contentIds)

  return {
    saveState,
    completedContentIds,
    percent: Math.round((completedContentIds.length / details.length) * 100),
    isCompleted: (contentId: string) => completedContentIds.includes(contentId),
    isFinished: completedContentIds.length === details.length,
    setCompleted(contentId: string, completed: boolean) {
      const before = queue.pending(course._id)[contentId]
      const now = Date.now()
      // Two changes within a millisecond keep their order.
      const markedAt = new Date(before ? Math.max(now, new Date(before.markedAt).getTime() + 1) : now).toISOString()
      queue.add(course._id, contentId, { completed, markedAt })
      setQueued(queue.pending(course._id))
      void send()
    },
    /** Whether completing this lesson finishes the course. */
    isLastToComplete: (contentId: string) => contentIds.every((id) => id === contentId || completedContentIds.includes(id)),
    /** Wraps around at both ends. */
    neighbour(contentId: string, step: 1 | -1): ContentSummary {
      const index = contentIds.indexOf(contentId)
      return details[(index + step + details.length) % details.length] as ContentSummary
    },
    positionOf: (contentId: string) => contentIds.indexOf(contentId) + 1,
    /** The lesson that the URL names; without one, the lesson last opened. */
    at(contentId: string | null): ContentSummary {
      const find = (id: string | null) => details.find((content) => content._id === id)
      const firstOpen = details.find((content) => !completedContentIds.includes(content._id))
      return (find(contentId) ?? find(course.viewer.progress?.lastContentId ?? null) ?? firstOpen ?? details[0]) as ContentSummary
    },
  }
}
