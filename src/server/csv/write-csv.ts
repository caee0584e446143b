type Cell = string | number | null

/**
 * Rows → CSV text that a spreadsheet opens as it is meant: quoted as RFC 4180 says, with the mark that makes Excel read UTF-8, and
 * with nothing in it that a spreadsheet would run as a formula.
 */
export function writeCsv(header: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const line = (cells: readonly Cell[]) => cells.map(writeCell).join(',')
  return `\uFEFF${[header, ...rows].map(line).join('\r\n')}\r\n`
}

// What spreadsheets take for the start of a formula, the full-width signs included.
const startsFormula = /^[=+\-@\t\r\0＝＋－＠]/

function writeCell(cell: Cell): string {
  if (cell === null) return ''
  // A number of ours is a number, also when it is negative.
  if (typeof cell === 'number') return String(cell)
  const safe = startsFormula.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** A file to download. The name is made safe for a header, and for any disk. */
export function csvFile(name: string, text: string): File {
  const safe = name
    .normalize('NFKD')
    .replaceAll(/[^A-Za-z0-9._-]+/g, '-')
    .replaceAll(/-{2,}/g, '-')
    .replaceAll(/^-|-$/g, '')
  return new File([text], `${safe || 'data'}.csv`, { type: 'text/csv; charset=utf-8' })
}
