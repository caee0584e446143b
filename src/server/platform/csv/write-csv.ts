import type { CsvFormat } from '#contract/kit/csv-format.ts'

type Cell = string | number | null
export type CsvRow = readonly Cell[]

/** How a cell is written for the spreadsheets of a country. */
const dialects = {
  semicolon: { separator: ';', decimalMark: ',', keepsDigits: true },
  comma: { separator: ',', decimalMark: '.', keepsDigits: false },
} as const satisfies Record<CsvFormat, object>
type Dialect = (typeof dialects)[CsvFormat]

/** Rows → CSV text for spreadsheets: quoted by RFC 4180, with a BOM so that Excel reads UTF-8, and without formula injection. */
export const writeCsv = (format: CsvFormat, header: readonly string[], rows: readonly CsvRow[]): string =>
  `\uFEFF${writeLines(format, [header, ...rows])}`

/** The same text in chunks, one for the header and one per page of rows, so that its size does not matter. */
export async function* streamCsv<Row>(
  format: CsvFormat,
  {
    header,
    pages,
    toCells,
  }: { header: readonly string[]; pages: AsyncIterable<readonly Row[]>; toCells: (row: Row) => CsvRow },
): AsyncGenerator<string> {
  yield writeCsv(format, header, [])
  for await (const page of pages) yield writeLines(format, page.map(toCells))
}

function writeLines(format: CsvFormat, rows: readonly CsvRow[]): string {
  const dialect = dialects[format]
  return rows.map((cells) => `${cells.map((cell) => writeCell(cell, dialect)).join(dialect.separator)}\r\n`).join('')
}

// Spreadsheets read these as the start of a formula, including full-width signs.
const startsFormula = /^[=+\-@\t\r\0＝＋－＠]/

/** A cell as it was before this file wrote it. */
export const withoutGuard = (cell: string): string =>
  cell.startsWith("'") && startsFormula.test(cell.slice(1)) ? cell.slice(1) : cell

/** Account numbers and long numbers, of which Excel drops the zeros or the last digits. */
const isNumberAsText = /^(?:0\d+|\d{12,})$/
const digitsAsText = /^="(\d+)"$/

/** The digits of a cell that `="0…"` keeps as text in a spreadsheet. */
export const withoutDigitsAsText = (cell: string): string => digitsAsText.exec(cell)?.[1] ?? cell

function writeCell(cell: Cell, { separator, decimalMark, keepsDigits }: Dialect): string {
  if (cell === null) return ''
  // Negative numbers are not formulas.
  if (typeof cell === 'number') return String(cell).replace('.', decimalMark)
  const kept = keepsDigits && isNumberAsText.test(cell) ? `="${cell}"` : null
  const safe = kept ?? (startsFormula.test(cell) ? `'${cell}` : cell)
  return safe.includes(separator) || /["\r\n]/.test(safe) || safe !== safe.trim()
    ? `"${safe.replaceAll('"', '""')}"`
    : safe
}

export const csvType = 'text/csv; charset=utf-8'

/** A file to download. */
export const csvFile = (name: string, text: string): File => new File([text], csvFileName(name), { type: csvType })

/** A file name that is safe in headers and file systems. */
export function csvFileName(name: string): string {
  const safe = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^A-Za-z0-9._-]+/g, '-')
    .replaceAll(/-{2,}/g, '-')
    .replaceAll(/^-|-$/g, '')
  return `${safe || 'data'}.csv`
}
