import { parse } from 'csv-parse/sync'

export type CsvRecord = { /** Counted from 1, as spreadsheets do. */ line: number; cells: readonly string[] }

const delimiters = [',', ';', '\t']

/** The delimiter that the first line has most of: with all of them at once, a title with a comma would be split. */
function delimiterOf(text: string): string {
  const [first = ''] = text.trimStart().split(/\r?\n/, 1)
  const countOf = (delimiter: string) => first.split(delimiter).length
  return delimiters.reduce((best, other) => (countOf(other) > countOf(best) ? other : best))
}

/** CSV text as spreadsheets save it (with commas, semicolons or tabs) → trimmed cells, without empty lines; null when it is no CSV. */
export function readCsv(text: string): CsvRecord[] | null {
  try {
    const options = { bom: true, trim: true, skip_empty_lines: true, relax_column_count: true, info: true, delimiter: delimiterOf(text) }
    const records = parse(text, options) as unknown as { info: { lines: number }; record: string[] }[]
    return records.map(({ info, record }) => ({ line: info.lines, cells: record }))
  } catch {
    return null
  }
}
