import type { CsvFormat } from '#contract/kit/csv-format.ts'
import { damagedText } from '#server/platform/read-text.ts'
import type { CsvRecord } from './read-csv.ts'
import { writeCsv } from './write-csv.ts'

export type FaultyRow = { line: number; message: string }

/** A letter that was lost before the file came here. */
export const damagedRow = 'Ada huruf rusak. Betulkan, lalu simpan sebagai CSV UTF-8'
export const isDamaged = (cells: readonly string[]): boolean => cells.some((cell) => cell.includes(damagedText))

export const addedColumns = ['Baris', 'Masalah'] as const

type FaultyTable = {
  header: readonly string[] | null
  records: readonly CsvRecord[]
  faulty: readonly FaultyRow[]
}

/**
 * The rows that were left out as a CSV to be mended and sent again, with their line and what is wrong; null without any.
 * `header`: null in a file without names of columns.
 */
export function writeFaultyRows(format: CsvFormat, { header, records, faulty }: FaultyTable): string | null {
  if (faulty.length === 0) return null
  const messages = new Map(faulty.map(({ line, message }) => [line, message]))
  const rows = records.filter(({ line }) => messages.has(line))
  const width = Math.max(header?.length ?? 1, ...rows.map(({ cells }) => cells.length))
  const filled = (cells: readonly string[]) => Array.from({ length: width }, (_, index) => cells[index] ?? '')
  return writeCsv(
    format,
    [...filled(header ?? ['email']), ...addedColumns],
    rows.map(({ line, cells }) => [...filled(cells), line, messages.get(line) ?? '']),
  )
}
