type Cell = string | number | null
export type CsvRow = readonly Cell[]

/** Rows → CSV text for spreadsheets: quoted by RFC 4180, with a BOM so that Excel reads UTF-8, and without formula injection. */
export const writeCsv = (header: readonly string[], rows: readonly CsvRow[]): string =>
  `\uFEFF${writeLines([header, ...rows])}`

/** The same text in chunks, one for the header and one per page of rows, so that its size does not matter. */
export async function* streamCsv<Row>(
  header: readonly string[],
  pages: AsyncIterable<readonly Row[]>,
  toCells: (row: Row) => CsvRow,
): AsyncGenerator<string> {
  yield writeCsv(header, [])
  for await (const page of pages) yield writeLines(page.map(toCells))
}

const writeLines = (rows: readonly CsvRow[]): string =>
  rows.map((cells) => `${cells.map(writeCell).join(',')}\r\n`).join('')

// Spreadsheets read these as the start of a formula, including full-width signs.
const startsFormula = /^[=+\-@\t\r\0＝＋－＠]/

/** A cell as it was before this file wrote it. */
export const withoutGuard = (cell: string): string =>
  cell.startsWith("'") && startsFormula.test(cell.slice(1)) ? cell.slice(1) : cell

function writeCell(cell: Cell): string {
  if (cell === null) return ''
  // Negative numbers are not formulas.
  if (typeof cell === 'number') return String(cell)
  const safe = startsFormula.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe
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
