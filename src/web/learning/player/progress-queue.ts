import { mergeCompletionChanges, type CompletionChange, type CompletionChanges } from '#contract/completion-changes.ts'

/** The part of `localStorage` that is used. */
export type KeyValueStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

export type ProgressQueue = ReturnType<typeof createProgressQueue>

/**
 * Completion changes that the server has not confirmed, by course, stored so that they survive a reload and a lost connection.
 * One queue per user. Every write reads the stored queue first, so that two tabs do not overwrite each other.
 */
export function createProgressQueue(store: KeyValueStore, userId: string) {
  const key = `cendaki-progress:${userId}`

  function readAll(): Record<string, CompletionChanges> {
    try {
      return JSON.parse(store.getItem(key) ?? '{}') as Record<string, CompletionChanges>
    } catch {
      // A damaged entry counts as an empty queue.
      return {}
    }
  }

  function write(courseId: string, changes: CompletionChanges) {
    const { [courseId]: _, ...others } = readAll()
    const all = Object.keys(changes).length ? { ...others, [courseId]: changes } : others
    if (Object.keys(all).length) store.setItem(key, JSON.stringify(all))
    else store.removeItem(key)
  }

  const pending = (courseId: string): CompletionChanges => readAll()[courseId] ?? {}

  return {
    pending,
    courses: (): string[] => Object.keys(readAll()),
    add(courseId: string, contentId: string, change: CompletionChange) {
      write(courseId, mergeCompletionChanges(pending(courseId), { [contentId]: change }))
    },
    /** Removes changes that the server applied or rejected; newer changes of the same lessons stay queued. */
    settle(courseId: string, sent: CompletionChanges) {
      write(courseId, Object.fromEntries(Object.entries(pending(courseId)).filter(([contentId, change]) => change.markedAt !== sent[contentId]?.markedAt)))
    },
  }
}

/** The completed lessons after the queued changes are applied. */
export function applyChanges(completedContentIds: readonly string[], changes: CompletionChanges, contentIds: readonly string[]): string[] {
  return contentIds.filter((contentId) => changes[contentId]?.completed ?? completedContentIds.includes(contentId))
}
