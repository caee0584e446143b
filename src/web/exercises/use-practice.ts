import { useCallback, useEffect, useState } from 'react'
import type { CodeFile } from '#contract/exercises/exercise-values.ts'
import type { ExerciseRun } from '#contract/exercises/exercises.ts'
import { deviceSync } from '#web/kit/device/sync.ts'
import { useStored } from '#web/kit/device/use-stored.ts'
import { useSyncState } from '#web/kit/device/use-sync-state.ts'
import { useApi } from '#web/identity/index.ts'
import { emptyExercise, mergeDraft, typed, withRun, type PendingRun, type StoredExercise } from './draft-merge.ts'
import { exerciseStore, exerciseTask, type RunRefusal } from './exercise-store.ts'

/** After the last key. */
const pauseMs = 1_500

type Ids = { courseId: string; lessonId: string; userId: string }

/** Keeps what a student types and runs: stored on this device at once, sent later, merged with what other devices have sent. */
export function usePractice({ courseId, lessonId, userId }: Ids) {
  const api = useApi()
  const stored = useStored(exerciseStore, userId, lessonId)
  const syncState = useSyncState(userId, exerciseTask, lessonId)
  const [run, setRun] = useState<ExerciseRun | null>(null)
  const [runRefused, setRunRefused] = useState<RunRefusal | null>(null)

  const update = useCallback(
    (change: (stored: StoredExercise) => StoredExercise) =>
      exerciseStore.update(userId, lessonId, (now) => change(now ?? emptyExercise(courseId))),
    [courseId, lessonId, userId],
  )
  const send = useCallback(
    (afterPauseMs?: number) => {
      if (!exerciseTask.unsent(userId).includes(lessonId)) return
      void deviceSync.request(
        { api, owner: userId, task: exerciseTask, id: lessonId },
        afterPauseMs === undefined ? {} : { afterPauseMs },
      )
    },
    [api, userId, lessonId],
  )
  useEffect(
    () =>
      deviceSync.onResult(userId, exerciseTask, lessonId, (sent) => {
        if (sent.run) setRun(sent.run)
        // Tests that changed stay changed until the page is loaded anew.
        setRunRefused((before) => sent.runRefused ?? (before === 'changed' ? before : null))
      }),
    [userId, lessonId],
  )
  useEffect(() => {
    const controller = new AbortController()
    api.authenticated.exercises
      .showExerciseDraft({ id: courseId, contentId: lessonId }, { signal: controller.signal })
      .then(
        ({ data }) => {
          if (!controller.signal.aborted) update((now) => mergeDraft(now, data))
        },
        // Without a connection what is stored here is continued.
        () => {},
      )
      .finally(() => send())
    return () => {
      controller.abort()
      send()
    }
  }, [api, courseId, lessonId, update, send])

  const type = (files: CodeFile[]) => {
    update((now) => typed(now, files, Date.now()))
    send(pauseMs)
  }
  return {
    files: stored?.files ?? null,
    syncState,
    isRejected: stored?.isRejected ?? false,
    isKept: exerciseStore.isKept(userId, lessonId),
    run,
    runRefused,
    canTakeBack: (stored?.replaced ?? null) !== null,
    type,
    /** Restores the text from before another device's typing. */
    takeBack() {
      update((now) => (now.replaced ? { ...typed(now, now.replaced, Date.now()), replaced: null } : now))
      send()
    },
    addRun(added: PendingRun) {
      update((now) => withRun(now, added))
      send()
    },
  }
}
