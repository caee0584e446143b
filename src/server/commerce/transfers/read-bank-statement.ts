import { createHash } from 'node:crypto'
import { bankStatementRoles, type BankStatementRole } from '#contract/commerce/transfers.ts'
import {
  columnsOf,
  type CsvRecord,
  type FaultyRow,
  type FoundTable,
  type Roles,
  type Table,
  type TableReader,
} from '#server/platform/csv/index.ts'
import { dayOrderOf, readDay } from '#contract/kit/format/read-date.ts'
import { orderIdsIn } from '#server/commerce/orders/order-id.ts'
import { readSigned } from './read-amount.ts'
import { findBankStatementColumns, markIn, withSecondRow } from './statement-columns.ts'

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
export type ReadBankStatement = { credits: Credit[]; skipped: number; faulty: FaultyRow[] }

/** How many lines about the account may stand above the table. */
const longestPreamble = 100

/** Bank exports begin with lines about the account: the table starts where a line has a date and an amount. Null: no statement. */
function findBankStatement(records: readonly CsvRecord[]): FoundTable<BankStatementRole> | null {
  for (const [at, header] of records.slice(0, longestPreamble).entries()) {
    const first = findBankStatementColumns(header.cells)
    if (!first) continue
    const merged = withSecondRow(header.cells, records[at + 1]?.cells ?? [])
    const found = (merged && findBankStatementColumns(merged)) ?? first
    const named = merged ? { ...header, cells: merged } : header
    const table = { header: named, rows: records.slice(at + (merged ? 2 : 1)), roles: found.roles }
    return { ...table, isSure: found.isSure && saysDirection(table) }
  }
  return null
}

/** False where no amount says whether it came in. */
function saysDirection({ rows, roles }: Table<BankStatementRole>): boolean {
  const columns = columnsIn(roles, rows)
  const read = rows.map(({ cells }) => readCredit(cells, columns))
  return !read.includes(noDirection) || read.some((amount) => typeof amount === 'number')
}

function lacks(roles: Roles<BankStatementRole>): string | null {
  const count = (role: BankStatementRole) => roles.filter((each) => each === role).length
  if (count('date') !== 1) return 'Pilih satu kolom untuk tanggal.'
  if (count('credit') + count('amount') !== 1) return 'Pilih satu kolom untuk uang masuk, atau satu untuk jumlah.'
  return count('mark') > 1 ? 'Pilih satu kolom saja untuk tanda CR atau DB.' : null
}

/** `now`: days without a year are of this one or the last. */
export const bankStatementReader = (now: Date): TableReader<BankStatementRole> => ({
  name: 'statement',
  roles: bankStatementRoles,
  find: findBankStatement,
  // A bare number may be a day of a spreadsheet, and is an amount more often.
  guess: (cell) =>
    !/^\d+(?:[.,]\d+)?$/.test(cell) && readDay(cell, now) !== null ? 'date' : readSigned(cell) ? 'amount' : null,
  evidence: ['date', 'amount'],
  lacks,
  unreadable: 'Berkas ini bukan mutasi rekening. Unduh mutasi sebagai CSV dari BCA, Mandiri, BRI, atau bank lain.',
})

/** The incoming payments of a statement. */
export function readBankStatement({ rows, roles }: Table<BankStatementRole>, now: Date): ReadBankStatement {
  const columns = columnsIn(roles, rows)
  const { date, description } = columns
  const order = dayOrderOf(rows.map(({ cells }) => cells[date] ?? ''))
  const seen = new Map<string, number>()
  const read: ReadBankStatement = { credits: [], skipped: 0, faulty: [] }
  /** The payment whose description may go on below it. */
  let above: Credit | null = null
  for (const { line, cells } of rows) {
    const text = textIn(cells, description)
    const isRest = text !== '' && cells.every((cell, index) => cell === '' || description.includes(index))
    if (isRest) {
      if (above) goOn(above, text)
      read.skipped++
      continue
    }
    above = null
    const day = readDay(cells[date] ?? '', now, order)
    const amountIdr = readCredit(cells, columns)
    if (day === null || typeof amountIdr !== 'number') {
      read.skipped++
      const message = faultsOf({ dateText: cells[date] ?? '', day, amountIdr })
      if (message) read.faulty.push({ line, message })
      continue
    }
    const what = `${day}|${amountIdr}|${text.toLowerCase()}`
    const nth = seen.get(what) ?? 0
    seen.set(what, nth + 1)
    above = {
      line,
      day,
      description: text || textIn(cells, wordsIn(cells, roles)),
      orderIds: orderIdsIn(cells),
      amountIdr,
      nth,
      key: createHash('sha256').update(`${what}|${nth}`).digest('hex'),
    }
    read.credits.push(above)
  }
  return read
}

const textIn = (cells: readonly string[], columns: readonly number[]): string =>
  columns
    .map((index) => cells[index] ?? '')
    .join(' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, 300)

/** Cells with words, in a table that calls none of its columns a description. They name no payment: their columns are a guess. */
const wordsIn = (cells: readonly string[], roles: Roles<BankStatementRole>): number[] =>
  roles.flatMap((role, index) => (role === null && /\p{L}{2}/u.test(cells[index] ?? '') ? [index] : []))

/** A description that goes on in the next line, as statements for printing have them. The payment stays the same one. */
function goOn(credit: Credit, text: string): void {
  credit.description = `${credit.description} ${text}`.slice(0, 300)
  credit.orderIds = [...new Set([...credit.orderIds, ...orderIdsIn([credit.description])])]
}

/** All that is wrong with a line; null for one that is no incoming payment, such as a heading or a sum. */
function faultsOf(read: { dateText: string; day: string | null; amountIdr: number | string | null }): string | null {
  const { dateText, day, amountIdr } = read
  if (amountIdr === null) return null
  const hasDay = day !== null || typeof amountIdr === 'number' || /\d/.test(dateText)
  if (!hasDay) return null
  return [day === null ? 'Tanggal tidak terbaca' : null, typeof amountIdr === 'string' ? amountIdr : null]
    .filter((fault) => fault !== null)
    .join('. ')
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

function columnsIn(roles: Roles<BankStatementRole>, rows: readonly CsvRecord[]): Columns {
  const first = (role: BankStatementRole) => columnsOf({ roles }, role)[0] ?? null
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

/** Beside an amount, a sign alone says nothing: banks write a dash for nothing. */
const wordIn = (cell: string) => (/[a-z]/i.test(cell) ? markIn(cell) : null)

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
    beside.map(wordIn).find((each) => each !== null) ??
    null
  const read = readSigned(end ? (end[1] ?? '') : text)
  if (direction === 'out' || read?.sign === '-' || !/\d/.test(text)) return null
  if (direction === null && read?.sign !== '+' && !hasOutgoing) return noDirection
  return read && read.value > 0 ? read.value : unreadable
}
