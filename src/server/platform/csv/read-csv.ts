import { CsvError, parse, type Options } from 'csv-parse/sync'
import { withoutDigitsAsText } from './write-csv.ts'

export type CsvRecord = { /** Counted from 1, as spreadsheets do. */ line: number; cells: readonly string[] }

const delimiters = [',', ';', '\t', '|']

const sampledLines = 20

/**
 * The delimiter of which most of the first lines have the same number: a title above the table has none, and a name or a title of a
 * course may have another one inside.
 */
function delimiterOf(text: string): string {
  const lines = text
    .trimStart()
    .split(/\r?\n/, sampledLines)
    .map((line) => line.replaceAll(/"[^"]*"/g, ''))
  const scoreOf = (delimiter: string): [alike: number, count: number] => {
    const counts = lines.map((line) => line.split(delimiter).length - 1).filter((count) => count > 0)
    const alike = (count: number) => counts.filter((other) => other === count).length
    const best = counts.toSorted((a, b) => alike(b) - alike(a) || b - a)[0] ?? 0
    return [alike(best), best]
  }
  return delimiters
    .map((delimiter) => ({ delimiter, score: scoreOf(delimiter) }))
    .reduce((best, other) =>
      other.score[0] > best.score[0] || (other.score[0] === best.score[0] && other.score[1] > best.score[1])
        ? other
        : best,
    ).delimiter
}

/** Limits one cell: what reads a cell may take the time of its length squared. */
export const maximumCell = 1_000
/** Counted with the quotes. */
const maximumLine = 20_000
const maximumRows = 50_000
const maximumColumns = 500

/** The rows of a CSV, or the sentence that says which line makes it none. */
export type CsvTable = { records: CsvRecord[] } | { mistake: string }

/** CSV text as spreadsheets save it (with commas, semicolons or tabs) → trimmed cells, without empty lines. */
export function parseCsv(text: string): CsvTable {
  try {
    const records = recordsOf(text)
    const wide = records.find(({ cells }) => cells.length > maximumColumns)
    if (wide) return { mistake: `Baris ${wide.line}: terlalu banyak kolom, maksimal ${maximumColumns}.` }
    const long = records.find(({ cells }) => cells.some((cell) => cell.length > maximumCell))
    if (long) return { mistake: `Baris ${long.line}: isian terlalu panjang, maksimal ${maximumCell} karakter.` }
    if (records.length > maximumRows)
      return { mistake: `Terlalu banyak baris, maksimal ${maximumRows}. Bagi berkasnya.` }
    return { records }
  } catch (error) {
    const line = error instanceof CsvError && typeof error['lines'] === 'number' ? error['lines'] : 1
    if (error instanceof CsvError && error.code === 'CSV_MAX_RECORD_SIZE')
      return { mistake: `Baris ${line}: barisnya terlalu panjang, maksimal ${maximumLine} karakter.` }
    return {
      mistake: `Baris ${line}: tanda kutip (") di awal isian tidak ditutup di akhirnya. Hapus, atau tulis dua kali ("").`,
    }
  }
}

/** Excel's first line `sep=;` names the delimiter. */
const namedDelimiter = /^\uFEFF?sep=(.)\r?\n/i

type Row = { info: { lines: number }; record: string[] }

/**
 * A quote within a cell is text, as in Budi "Ucok" S. Then nothing says whether a quote at the beginning of a cell is text as well, or opens one
 * that runs on over commas and lines: such a cell is a mistake.
 */
function parseRows(text: string, options: Options): Row[] {
  try {
    return parse(text, options) as unknown as Row[]
  } catch (error) {
    if (!(error instanceof CsvError) || error.code !== 'INVALID_OPENING_QUOTE') throw error
    const rows = parse(text, { ...options, relax_quotes: true }) as unknown as Row[]
    if (rows.some(({ record }) => record.some((cell) => cell.startsWith('"') || cell.includes('\n')))) throw error
    return rows
  }
}

function recordsOf(text: string): CsvRecord[] {
  const named = namedDelimiter.exec(text)
  const body = named ? text.slice(named[0].length) : text
  const options = {
    bom: true,
    trim: true,
    skip_empty_lines: true,
    relax_column_count: true,
    max_record_size: maximumLine,
    info: true,
    delimiter: named?.[1] ?? delimiterOf(text),
  }
  const records = parseRows(body, options)
  // Spreadsheets save rows that were cleared as `;;;`.
  return records
    .map(({ info, record }) => ({ line: info.lines + (named ? 1 : 0), cells: record.map(withoutDigitsAsText) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''))
}
