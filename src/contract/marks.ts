/** What a student last said about a lesson, and when (ISO 8601, UTC, as `toISOString` writes it). */
export type Mark = { completed: boolean; markedAt: string }

/** By lesson id. */
export type Marks = Readonly<Record<string, Mark>>

/** The later word counts; of two at the same moment the one that says "done": nothing that was learnt is lost. */
export function laterMark(a: Mark, b: Mark): Mark {
  if (a.markedAt !== b.markedAt) return a.markedAt > b.markedAt ? a : b
  return a.completed ? a : b
}

/** Union of what two sides know. In whatever order, and however often, words are merged: the result is the same. */
export function mergeMarks(a: Marks, b: Marks): Marks {
  const merged: Record<string, Mark> = { ...a }
  for (const [contentId, mark] of Object.entries(b)) {
    const known = Object.hasOwn(merged, contentId) ? merged[contentId] : undefined
    merged[contentId] = known ? laterMark(known, mark) : mark
  }
  return merged
}
