import { percentDone } from '#contract/kit/format/percent.ts'
import type { Mark, Reading, ReadingPosition } from './reading-input.ts'

export type { Mark, Reading, ReadingPosition }

// The reading state of an e-book: progress, bookmarks and highlights. Devices and the server each store one; merging is commutative,
// associative and idempotent, so no progress is lost.

export const maximumMarks = 500

export const nothingRead: Reading = { completedSectionIds: [], position: null, marks: [] }

/** Merges the union of finished sections, the latest position, and the latest change of each mark. */
export function mergeReading(a: Reading, b: Reading): Reading {
  return {
    completedSectionIds: [...new Set([...a.completedSectionIds, ...b.completedSectionIds])].sort(),
    position: latest(a.position, b.position),
    marks: mergeMarks([...a.marks, ...b.marks]),
  }
}

// With equal times the choice is arbitrary but must be the same on both devices.
const latest = (a: ReadingPosition | null, b: ReadingPosition | null): ReadingPosition | null =>
  !a || (b && orderOf(b) > orderOf(a)) ? b : a
const timeKey = (iso: string): string => String(Date.parse(iso)).padStart(20, '0')
const orderOf = ({ at, sectionId, percent }: ReadingPosition): string =>
  JSON.stringify([timeKey(at), String(percent).padStart(20, '0'), sectionId, at])

function mergeMarks(marks: readonly Mark[]): Mark[] {
  const byId = new Map<string, Mark>()
  for (const mark of marks) {
    const known = byId.get(mark.id)
    if (!known || markOrder(mark) > markOrder(known)) byId.set(mark.id, mark)
  }
  return [...byId.values()].sort((a, b) => (a.id < b.id ? -1 : 1))
}

/** With equal times a deletion wins over a change. */
const markOrder = ({ changedAt, deleted, sectionId, kind, start, end, quote, note }: Mark): string =>
  JSON.stringify([timeKey(changedAt), deleted ? 1 : 0, sectionId, kind, start, end, quote, note, changedAt])

/** Completed sections over all sections. Deleted sections do not count. */
export function readingPercent(completedSectionIds: readonly string[], sectionIds: readonly string[]): number {
  const completed = new Set(completedSectionIds)
  return percentDone(sectionIds.filter((id) => completed.has(id)).length, sectionIds.length)
}
