import { useCallback, useEffect, useMemo, useState } from 'react'
import type { LessonSummary, LessonClosure } from '#contract/catalog/catalog.ts'
import type { CourseForViewer } from '#contract/learning/learning.ts'
import { percentDone } from '#contract/kit/format/percent.ts'
import { deviceSync } from '#web/kit/device/sync.ts'
import { useStored } from '#web/kit/device/use-stored.ts'
import { useSyncState } from '#web/kit/device/use-sync-state.ts'
import { useApi } from '#web/identity/index.ts'
import { freshReads } from '#web/kit/ui/behaviour/fresh-reads.ts'
import { toast } from '#web/kit/ui/feedback/toast.tsx'
import { applyChanges, pendingChanges, progressStore, queueChange } from './progress-store.ts'
import { progressTask } from './progress-task.ts'

export type Lessons = ReturnType<typeof useLessons>
/** The state of the queued changes: none, just saved on the server, being sent, or waiting on this device for a connection. */
export type SaveState = 'idle' | 'saved' | 'sending' | 'waiting'

const savedShownMs = 3_000

const isInFuture = (instant: string): boolean => new Date(instant) > new Date()

/** A course's lessons and the student's progress. A change shows at once, survives a lost connection, and is sent until the server confirms it. */
export function useLessons(course: CourseForViewer, userId: string) {
  const { details } = course
  const lessonIds = useMemo(() => details.map((lesson) => lesson._id), [details])
  const { known, queued, send, refresh, saveState } = useProgress(course, userId)
  const completedLessonIds = applyChanges(known, queued, lessonIds)

  /** Why a lesson is still closed after the queued changes; null when it may be open. The server decides. */
  function closureOf(
    { _id, opensAt, opensAfter, opensWith, endedAt }: LessonSummary,
    completed = completedLessonIds,
  ): LessonClosure | null {
    if (endedAt !== undefined) return { endedAt }
    if (completed.includes(_id)) return null
    if (opensWith !== undefined) return { opensWith }
    if (opensAfter !== undefined) return completed.includes(opensAfter) ? null : { opensAfter }
    return opensAt !== undefined && isInFuture(opensAt) ? { opensAt } : null
  }

  /** The first lesson from this index on that is not completed, cyclically, a closed one only if there is no other; undefined when all are. */
  function firstOpenFrom(index: number, completed = completedLessonIds) {
    const open = [...details.slice(index), ...details.slice(0, index)].filter(
      (lesson) => !completed.includes(lesson._id),
    )
    return open.find((lesson) => !closureOf(lesson, completed)) ?? open[0]
  }

  return {
    saveState,
    /** Requests the completions from the server, after one that it made itself. */
    refresh,
    completedContentIds: completedLessonIds,
    closureOf: (lesson: LessonSummary) => closureOf(lesson),
    percent: percentDone(completedLessonIds.length, details.length),
    isCompleted: (lessonId: string) => completedLessonIds.includes(lessonId),
    isFinished: completedLessonIds.length === details.length,
    setCompleted(lessonId: string, completed: boolean) {
      const before = pendingChanges(userId, course._id)[lessonId]
      const now = Date.now()
      // Two changes within a millisecond keep their order.
      const markedAt = new Date(before ? Math.max(now, new Date(before.markedAt).getTime() + 1) : now).toISOString()
      queueChange(userId, course._id, lessonId, { completed, markedAt })
      send()
    },
    /** True when completing this lesson finishes the course. */
    isLastToComplete: (lessonId: string) => lessonIds.every((id) => id === lessonId || completedLessonIds.includes(id)),
    /** Wraps around at both ends. */
    neighbour(lessonId: string, step: 1 | -1): LessonSummary {
      const index = lessonIds.indexOf(lessonId)
      return details[(index + step + details.length) % details.length] as LessonSummary
    },
    /** The next lesson to study once this one is completed, cyclically. Undefined when all are completed. */
    nextOpen: (lessonId: string) => firstOpenFrom(lessonIds.indexOf(lessonId) + 1, [...completedLessonIds, lessonId]),
    positionOf: (lessonId: string) => lessonIds.indexOf(lessonId) + 1,
    /** The lesson that the URL names; without one, the lesson last opened, or if that is completed, the next one that is not. */
    at(lessonId: string | null): LessonSummary {
      const named = details.find((lesson) => lesson._id === lessonId)
      const lastOpened = lessonIds.indexOf(course.viewer.progress?.lastContentId ?? '')
      return (named ?? firstOpenFrom(Math.max(0, lastOpened)) ?? details[lastOpened] ?? details[0]) as LessonSummary
    },
  }
}

const nothingQueued = {}

/** The completions that the server confirmed, those that are queued on this device, and how sending them goes. */
function useProgress(course: CourseForViewer, userId: string) {
  const api = useApi()
  const [known, setKnown] = useState(course.viewer.progress?.completedContentIds ?? [])
  const queued = useStored(progressStore, userId, course._id) ?? nothingQueued
  const syncState = useSyncState(userId, progressTask, course._id)
  /** Counts saves whose notice is shown. */
  const [shownSaves, setShownSaves] = useState(0)
  const send = useCallback(
    () => void deviceSync.request({ api, owner: userId, task: progressTask, id: course._id }),
    [api, userId, course._id],
  )

  const [reads] = useState(freshReads)
  const refresh = useCallback(() => {
    reads.changed()
    reads
      .read(() => api.authenticated.learning.showProgress({ id: course._id }))
      .then(
        ({ data }) => setKnown(data.completedContentIds),
        // Without a connection the next visit shows them.
        () => {},
      )
  }, [api, course._id, reads])

  useEffect(() => {
    const unsubscribe = deviceSync.onResult(userId, progressTask, course._id, (result) => {
      if (result.kind === 'closed') toast.error('Materi yang belum terbuka belum bisa ditandai selesai.')
      if (result.kind === 'rejected') toast.error('Progres tidak tersimpan: kelas ini tidak lagi terbuka untukmu.')
      if (result.kind !== 'sent') return
      reads.changed()
      setKnown(result.progress.completedContentIds)
      setShownSaves((count) => count + 1)
    })
    // Sends what an earlier visit queued.
    send()
    return unsubscribe
  }, [userId, course._id, send, reads])

  useEffect(() => {
    if (shownSaves === 0) return
    const timer = setTimeout(() => setShownSaves(0), savedShownMs)
    return () => clearTimeout(timer)
  }, [shownSaves])

  const saveState: SaveState =
    queued !== nothingQueued && (syncState === 'sending' || syncState === 'waiting')
      ? syncState
      : shownSaves > 0
        ? 'saved'
        : 'idle'
  return { known, queued, send, refresh, saveState }
}
