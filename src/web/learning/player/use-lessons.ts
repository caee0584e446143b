import { useCallback, useEffect, useMemo, useState } from 'react'
import type { ContentSummary } from '#contract/catalog.ts'
import type { CourseForViewer } from '#contract/learning.ts'
import { useApi } from '#web/identity/index.ts'
import { toast } from '#web/ui/toast.tsx'
import { createProgressQueue, withMarks } from './progress-queue.ts'
import { sendProgress } from './send-progress.ts'

export type Lessons = ReturnType<typeof useLessons>
/** Where the marks stand: nothing to say, just arrived at the server, on their way, or waiting on this device for a connection. */
export type SaveState = 'quiet' | 'saved' | 'sending' | 'waiting'

const retryMs = 30_000
const savedShownMs = 3_000

/** A course's lessons and how far this student is. A mark shows at once, survives a lost connection, and is sent until the server has it. */
export function useLessons(course: CourseForViewer, userId: string) {
  const api = useApi()
  const { details } = course
  const contentIds = useMemo(() => details.map((content) => content._id), [details])
  const queue = useMemo(() => createProgressQueue(localStorage, userId), [userId])
  const [known, setKnown] = useState(course.viewer.progress?.completedContentIds ?? [])
  const [marks, setMarks] = useState(() => queue.pending(course._id))
  const [saveState, setSaveState] = useState<SaveState>('quiet')

  const send = useCallback(async () => {
    if (Object.keys(queue.pending(course._id)).length === 0) return
    setSaveState('sending')
    const outcome = await sendProgress(api, queue, course._id)
    if (outcome.kind === 'sent') setKnown(outcome.progress.completedContentIds)
    if (outcome.kind === 'refused') toast.error('Progres tidak tersimpan: kelas ini tidak lagi terbuka untukmu.')
    const rest = queue.pending(course._id)
    setMarks(rest)
    setSaveState(outcome.kind === 'kept' && Object.keys(rest).length ? 'waiting' : 'saved')
  }, [api, queue, course._id])

  useEffect(() => {
    // Whatever waited from before; then with every chance that the line is back.
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

  const completedContentIds = withMarks(known, marks, contentIds)

  return {
    saveState,
    completedContentIds,
    percent: Math.round((completedContentIds.length / details.length) * 100),
    isCompleted: (contentId: string) => completedContentIds.includes(contentId),
    isFinished: completedContentIds.length === details.length,
    mark(contentId: string, completed: boolean) {
      const before = queue.pending(course._id)[contentId]
      const now = Date.now()
      // Two words within a millisecond still follow each other.
      const markedAt = new Date(before ? Math.max(now, new Date(before.markedAt).getTime() + 1) : now).toISOString()
      queue.add(course._id, contentId, { completed, markedAt })
      setMarks(queue.pending(course._id))
      void send()
    },
    /** Would marking this lesson finish the course? */
    isLastToComplete: (contentId: string) => contentIds.every((id) => id === contentId || completedContentIds.includes(id)),
    /** After the last lesson comes the first. */
    neighbour(contentId: string, step: 1 | -1): ContentSummary {
      const index = contentIds.indexOf(contentId)
      return details[(index + step + details.length) % details.length] as ContentSummary
    },
    positionOf: (contentId: string) => contentIds.indexOf(contentId) + 1,
    /** The lesson an address asks for; without one, where this student left off. */
    at(contentId: string | null): ContentSummary {
      const find = (id: string | null) => details.find((content) => content._id === id)
      const firstOpen = details.find((content) => !completedContentIds.includes(content._id))
      return (find(contentId) ?? find(course.viewer.progress?.lastContentId ?? null) ?? firstOpen ?? details[0]) as ContentSummary
    },
  }
}
