import { mergeCompletionChanges, type CompletionChange, type CompletionChanges } from '#contract/learning/completion-changes.ts'
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

export const pendingChanges = (userId: string, courseId: string): CompletionChanges => progressStore.read(userId, courseId) ?? {}

export function queueChange(userId: string, courseId: string, contentId: string, change: CompletionChange): void {
  progressStore.put(userId, courseId, { [contentId]: change })
}

/** Removes changes that the server applied or rejected; newer changes of the same lessons stay queued. */
export function removeConfirmed(userId: string, courseId: string, sent: CompletionChanges): void {
  progressStore.update(userId, courseId, (stored) => {
    const rest = Object.entries(stored ?? {}).filter(([contentId, change]) => change.markedAt !== sent[contentId]?.markedAt)
    return rest.length > 0 ? Object.fromEntries(rest) : null
  })
}

/** The completed lessons after the queued changes are applied. */
export function applyChanges(completedContentIds: readonly string[], changes: CompletionChanges, contentIds: readonly string[]): string[] {
  return contentIds.filter((contentId) => changes[contentId]?.completed ?? completedContentIds.includes(contentId))
}
