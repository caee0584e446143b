import * as z from 'zod/mini'
import { notedInstant } from '#contract/kit/input-rules.ts'

// The reading state of an e-book, as a device sends it. Apart from its rules, so that the pages of visitors load no schemas.

/** With those that were deleted, which stay as their ids so that no device brings them back. */
export const maximumStoredMarks = 5_000

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

export const reading = z.object({
  completedSectionIds: z.array(sectionId).check(z.maxLength(5_000, 'Terlalu banyak bagian')),
  position: z.nullable(readingPosition),
  marks: z.array(mark).check(z.maxLength(maximumStoredMarks, 'Terlalu banyak tanda')),
})
export type Reading = z.infer<typeof reading>
