import * as z from 'zod/mini'
import { notedInstant } from '#contract/kit/input-rules.ts'
import { percentDone } from '#contract/kit/format/percent.ts'

// The reading state of an e-book: progress, bookmarks and highlights. Devices and the server each store one; merging is commutative,
// associative and idempotent, so no progress is lost.

const percent = z.number('Posisi 0–100').check(z.minimum(0, 'Posisi 0–100'), z.maximum(100, 'Posisi 0–100'))
const offset = z
  .number()
  .check(z.int('Posisi tidak valid'), z.minimum(0, 'Posisi tidak valid'), z.maximum(10_000_000, 'Posisi tidak valid'))
const markId = z.string().check(z.regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, 'Tanda tidak valid'))
const sectionId = z.string().check(z.maxLength(40, 'Bagian tidak valid'))

export const readingPosition = z.object({
  sectionId,
  /** How far down the section, 0 to 100. */
  percent,
  /** When the position was recorded (ISO 8601, UTC). */
  at: notedInstant,
})
export type ReadingPosition = z.infer<typeof readingPosition>

const mark = z.object({
  id: markId,
  sectionId,
  kind: z.enum(['bookmark', 'highlight'], 'Jenis tanda tidak dikenal'),
  /** Character offsets in the section's plain text. */
  start: offset,
  end: offset,
  quote: z.string().check(z.maxLength(500, 'Kutipan maksimal 500 karakter')),
  note: z.string().check(z.maxLength(2000, 'Catatan maksimal 2000 karakter')),
  changedAt: notedInstant,
  deleted: z.boolean(),
})
export type Mark = z.infer<typeof mark>

export const maximumMarks = 500
/** With those that were deleted, which stay as their ids so that no device brings them back. */
export const maximumStoredMarks = 5_000

export const reading = z.object({
  completedSectionIds: z.array(sectionId).check(z.maxLength(5_000, 'Terlalu banyak bagian')),
  position: z.nullable(readingPosition),
  marks: z.array(mark).check(z.maxLength(maximumStoredMarks, 'Terlalu banyak tanda')),
})
export type Reading = z.infer<typeof reading>

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
