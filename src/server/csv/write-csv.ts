type Cell = string | number | null

/** Rows → CSV text for spreadsheets: quoted by RFC 4180, with a BOM so that Excel reads UTF-8, and without formula injection. */
export function writeCsv(header: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const line = (cells: readonly Cell[]) => cells.map(writeCell).join(',')
  return `\uFEFF${[header, ...rows].map(line).join('\r\n')}\r\n`
}

// Spreadsheets read these as the start of a formula, including full-width signs.
const startsFormula = /^[=+\-@\t\r\0＝＋－＠]/

function writeCell(cell: Cell): string {
  if (cell === null) return ''
  // Negative numbers are not formulas.
  if (typeof cell === 'number') return String(cell)
  const safe = startsFormula.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** A file to download, with a name that is safe in headers and file systems. */
export function csvFile(name: string, text: string): File {
  const safe = name
    .normalize('NFKD')
    .replaceAll(/[^A-Za-z0-9._-]+/g, '-')
    .replaceAll(/-{2,}/g, '-')
    .replaceAll(/^-|-$/g, '')
  return new File([text], `${safe || 'data'}.csv`, { type: 'text/csv; charset=utf-8' })
}
