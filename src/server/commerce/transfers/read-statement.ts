import { createHash } from 'node:crypto'
import { statementRoles, type StatementRole } from '#contract/commerce/transfers.ts'
import {
  columnsOf,
  type CsvRecord,
  type FaultyRow,
  type FoundTable,
  type Roles,
  type Table,
  type TableReader,
} from '#server/platform/csv/index.ts'
import { readDay } from '#contract/kit/format/read-date.ts'
import { orderIdsIn } from '#server/commerce/checkout/order-id.ts'
import { readSigned } from './read-amount.ts'
import { findStatementColumns, markIn } from './statement-columns.ts'

/** An incoming payment of a bank statement. `nth`: how many equal ones are above it in the file. */
export type Credit = {
  line: number
  day: string
  description: string
  /** Numbers of orders that stand in the line. */ orderIds: readonly string[]
  amountIdr: number
  nth: number
  key: string
}
/** `skipped` are all other lines, `faulty` those of them that may be incoming payments. */
export type ReadStatement = { credits: Credit[]; skipped: number; faulty: FaultyRow[] }

/** Bank exports begin with lines about the account: the table starts where a line has a date and an amount. Null: no statement. */
function findStatement(records: readonly CsvRecord[]): FoundTable<StatementRole> | null {
  for (const [at, header] of records.entries()) {
    const found = findStatementColumns(header.cells)
    if (!found) continue
    const table = { header, rows: records.slice(at + 1), roles: found.roles }
    return { ...table, isSure: found.isSure && saysDirection(table) }
  }
  return null
}

/** False where no amount says whether it came in. */
function saysDirection({ rows, roles }: Table<StatementRole>): boolean {
  const columns = columnsIn(roles, rows)
  const read = rows.map(({ cells }) => readCredit(cells, columns))
  return !read.includes(noDirection) || read.some((amount) => typeof amount === 'number')
}

function lacks(roles: Roles<StatementRole>): string | null {
  const count = (role: StatementRole) => roles.filter((each) => each === role).length
  if (count('date') !== 1) return 'Pilih satu kolom untuk tanggal.'
  if (count('credit') + count('amount') !== 1) return 'Pilih satu kolom untuk uang masuk, atau satu untuk jumlah.'
  return count('mark') > 1 ? 'Pilih satu kolom saja untuk tanda CR atau DB.' : null
}

/** `now`: days without a year are of this one or the last. */
export const statementReader = (now: Date): TableReader<StatementRole> => ({
  name: 'statement',
  roles: statementRoles,
  find: findStatement,
  // A bare number may be a day of a spreadsheet, and is an amount more often.
  guess: (cell) =>
    !/^\d+(?:[.,]\d+)?$/.test(cell) && readDay(cell, now) !== null ? 'date' : readSigned(cell) ? 'amount' : null,
  evidence: ['date', 'amount'],
  lacks,
  unreadable: 'Berkas ini bukan mutasi rekening. Unduh mutasi sebagai CSV dari BCA, Mandiri, BRI, atau bank lain.',
})

/** The incoming payments of a statement. */
export function readStatement({ rows, roles }: Table<StatementRole>, now: Date): ReadStatement {
  const columns = columnsIn(roles, rows)
  const { date, description } = columns
  const seen = new Map<string, number>()
  const read: ReadStatement = { credits: [], skipped: 0, faulty: [] }
  for (const { line, cells } of rows) {
    const day = readDay(cells[date] ?? '', now)
    const amountIdr = readCredit(cells, columns)
    if (day === null || typeof amountIdr !== 'number') {
      read.skipped++
      const message = typeof amountIdr === 'number' ? 'Tanggal tidak terbaca' : day === null ? null : amountIdr
      if (message) read.faulty.push({ line, message })
      continue
    }
    const text = description
      .map((index) => cells[index] ?? '')
      .join(' ')
      .replaceAll(/\s+/g, ' ')
      .trim()
      .slice(0, 300)
    const what = `${day}|${amountIdr}|${text.toLowerCase()}`
    const nth = seen.get(what) ?? 0
    seen.set(what, nth + 1)
    read.credits.push({
      line,
      day,
      description: text,
      orderIds: orderIdsIn(cells),
      amountIdr,
      nth,
      key: createHash('sha256').update(`${what}|${nth}`).digest('hex'),
    })
  }
  return read
}

const unreadable = 'Jumlah tidak terbaca'
const noDirection = 'Tidak tertulis apakah uang masuk (CR) atau keluar (DB)'

type Columns = {
  date: number
  description: readonly number[]
  credit: number | null
  amount: number | null
  mark: number | null
  /** Some amounts have a minus, so the others came in. */ hasOutgoing: boolean
}

function columnsIn(roles: Roles<StatementRole>, rows: readonly CsvRecord[]): Columns {
  const first = (role: StatementRole) => columnsOf({ roles }, role)[0] ?? null
  const [credit, amount] = [first('credit'), first('amount')]
  return {
    date: first('date') ?? -1,
    description: columnsOf({ roles }, 'description'),
    credit,
    amount,
    mark: first('mark'),
    hasOutgoing: rows.some(({ cells }) => readSigned(cells[amount ?? -1] ?? '')?.sign === '-'),
  }
}

/**
 * The rupiah of an incoming payment: a column of its own, or an amount that a mark, its own end or its sign says came in. Null for any
 * other line, and a message where it cannot be told.
 */
function readCredit(cells: readonly string[], { credit, amount, mark, hasOutgoing }: Columns): number | string | null {
  if (credit !== null) {
    const text = cells[credit] ?? ''
    const read = readSigned(text)
    // Banks write a dash for nothing.
    if (!read) return /\d/.test(text) ? unreadable : null
    return read.value > 0 && read.sign !== '-' ? read.value : null
  }
  const text = cells[amount ?? -1] ?? ''
  const end = /^(.*\d)\s*([a-z]{1,6})\.?$/i.exec(text.trim())
  const beside = cells.slice((amount ?? 0) + 1)
  const direction =
    (end && markIn(end[2] ?? '')) ??
    markIn(cells[mark ?? -1] ?? '') ??
    beside.map(markIn).find((each) => each !== null) ??
    null
  const read = readSigned(end ? (end[1] ?? '') : text)
  if (direction === 'out' || read?.sign === '-' || !/\d/.test(text)) return null
  if (direction === null && read?.sign !== '+' && !hasOutgoing) return noDirection
  return read && read.value > 0 ? read.value : unreadable
}
