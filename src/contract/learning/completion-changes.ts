/** The latest completion state that a student gave a lesson, and when (ISO 8601, UTC, as `toISOString` writes it). Browsers store this shape in `localStorage`. */
export type CompletionChange = { completed: boolean; markedAt: string }

/** By lesson id. */
export type CompletionChanges = Readonly<Record<string, CompletionChange>>

/** The later change wins; of two with the same time, the one that completes the lesson, so that no completion is lost. */
export function laterChange(a: CompletionChange, b: CompletionChange): CompletionChange {
  if (a.markedAt !== b.markedAt) return a.markedAt > b.markedAt ? a : b
  return a.completed ? a : b
}

/** Union of two sets of changes, the later change per lesson. Commutative, associative and idempotent. */
export function mergeCompletionChanges(a: CompletionChanges, b: CompletionChanges): CompletionChanges {
  const merged: Record<string, CompletionChange> = { ...a }
  for (const [lessonId, change] of Object.entries(b)) {
    const known = Object.hasOwn(merged, lessonId) ? merged[lessonId] : undefined
    merged[lessonId] = known ? laterChange(known, change) : change
  }
  return merged
}
