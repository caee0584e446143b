import { CsvError, parse } from 'csv-parse/sync'

export type CsvRecord = { /** Counted from 1, as spreadsheets do. */ line: number; cells: readonly string[] }

const delimiters = [',', ';', '\t']

/** The delimiter that the first line has most of: with all of them at once, a title with a comma would be split. */
function delimiterOf(text: string): string {
  const [first = ''] = text.trimStart().split(/\r?\n/, 1)
  const countOf = (delimiter: string) => first.split(delimiter).length
  return delimiters.reduce((best, other) => (countOf(other) > countOf(best) ? other : best))
}

/** The rows of a CSV, or the sentence that says which line makes it none. */
export type CsvTable = { records: CsvRecord[] } | { mistake: string }

/** CSV text as spreadsheets save it (with commas, semicolons or tabs) → trimmed cells, without empty lines. */
export function parseCsv(text: string): CsvTable {
  try {
    return { records: recordsOf(text) }
  } catch (error) {
    const line = error instanceof CsvError && typeof error['lines'] === 'number' ? error['lines'] : 1
    return {
      mistake: `Baris ${line}: tanda kutip (") tidak lengkap atau di tengah isian. Hapus, atau tulis dua kali ("").`,
    }
  }
}

/** Excel's first line `sep=;` names the delimiter. */
const namedDelimiter = /^\uFEFF?sep=(.)\r?\n/i

function recordsOf(text: string): CsvRecord[] {
  const named = namedDelimiter.exec(text)
  const body = named ? text.slice(named[0].length) : text
  const options = {
    bom: true,
    trim: true,
    skip_empty_lines: true,
    relax_column_count: true,
    info: true,
    delimiter: named?.[1] ?? delimiterOf(text),
  }
  const records = parse(body, options) as unknown as { info: { lines: number }; record: string[] }[]
  // Spreadsheets save rows that were cleared as `;;;`.
  return records
    .map(({ info, record }) => ({ line: info.lines + (named ? 1 : 0), cells: record }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''))
}
