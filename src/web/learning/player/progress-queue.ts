import { mergeMarks, type Mark, type Marks } from '#contract/marks.ts'

/** What a browser keeps; `localStorage` is one. */
export type Shelf = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

export type ProgressQueue = ReturnType<typeof createProgressQueue>

/**
 * Marks that the server has not taken in yet, by course, kept where they survive a reload and a lost connection.
 * Each person has their own; every change reads what stands first, so that two tabs add to one another.
 */
export function createProgressQueue(shelf: Shelf, userId: string) {
  const key = `cendaki-progress:${userId}`

  function readAll(): Record<string, Marks> {
    try {
      return JSON.parse(shelf.getItem(key) ?? '{}') as Record<string, Marks>
    } catch {
      // Damaged by hand: what can still be marked is marked again.
      return {}
    }
  }

  function write(courseId: string, marks: Marks) {
    const { [courseId]: _, ...others } = readAll()
    const all = Object.keys(marks).length ? { ...others, [courseId]: marks } : others
    if (Object.keys(all).length) shelf.setItem(key, JSON.stringify(all))
    else shelf.removeItem(key)
  }

  const pending = (courseId: string): Marks => readAll()[courseId] ?? {}

  return {
    pending,
    courses: (): string[] => Object.keys(readAll()),
    add(courseId: string, contentId: string, mark: Mark) {
      write(courseId, mergeMarks(pending(courseId), { [contentId]: mark }))
    },
    /** The server took these in, or refused them for good; what was said about the same lessons meanwhile stays. */
    settle(courseId: string, sent: Marks) {
      write(courseId, Object.fromEntries(Object.entries(pending(courseId)).filter(([contentId, mark]) => mark.markedAt !== sent[contentId]?.markedAt)))
    },
  }
}

/** The lessons that count as completed once the server knows what is still on its way. */
export function withMarks(completedContentIds: readonly string[], marks: Marks, contentIds: readonly string[]): string[] {
  return contentIds.filter((contentId) => marks[contentId]?.completed ?? completedContentIds.includes(contentId))
}
