import {
  mergeCompletionChanges,
  type CompletionChange,
  type CompletionChanges,
} from '#contract/learning/completion-changes.ts'
import { deviceStore } from '#web/kit/device/device-store.ts'
import { parseBoolean, parseObject, parseRecord, parseString } from '#web/kit/device/parse.ts'

/** Completion changes that the server has not confirmed, per course. */
export const progressStore = deviceStore<CompletionChanges>({
  name: 'progress',
  parse: (stored) => parseRecord(stored, parseChange),
  merge: mergeCompletionChanges,
})

function parseChange(stored: unknown): CompletionChange {
  const { completed, markedAt } = parseObject(stored)
  return { completed: parseBoolean(completed), markedAt: parseString(markedAt) }
}

export const pendingChanges = (userId: string, courseId: string): CompletionChanges =>
  progressStore.read(userId, courseId) ?? {}

export function queueChange(userId: string, courseId: string, lessonId: string, change: CompletionChange): void {
  progressStore.put(userId, courseId, { [lessonId]: change })
}

/** Removes changes that the server applied or rejected; newer changes of the same lessons stay queued. */
export function removeConfirmed(userId: string, courseId: string, sent: CompletionChanges): void {
  progressStore.update(userId, courseId, (stored) => {
    const rest = Object.entries(stored ?? {}).filter(
      ([lessonId, change]) => change.markedAt !== sent[lessonId]?.markedAt,
    )
    return rest.length > 0 ? Object.fromEntries(rest) : null
  })
}

/** The completed lessons after the queued changes are applied. */
export function applyChanges(
  completedLessonIds: readonly string[],
  changes: CompletionChanges,
  lessonIds: readonly string[],
): string[] {
  return lessonIds.filter((lessonId) => changes[lessonId]?.completed ?? completedLessonIds.includes(lessonId))
}
