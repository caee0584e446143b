import { createHash } from 'node:crypto'
import type { CsvRecord, FaultyRow } from '#server/platform/csv/index.ts'
import { readDay } from '#contract/kit/format/read-date.ts'
import { orderIdsIn } from '#server/commerce/checkout/order-id.ts'
import { readSigned } from './read-amount.ts'
import { findStatementColumns, markIn, type StatementColumns } from './statement-columns.ts'

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
export type ReadStatement = { header: readonly string[]; credits: Credit[]; skipped: number; faulty: FaultyRow[] }

/** Bank exports begin with lines about the account: the table starts where a line has a date and an amount. Null: no statement. */
export function readStatement(records: readonly CsvRecord[], now: Date): ReadStatement | null {
  const at = records.findIndex(({ cells }) => findStatementColumns(cells) !== null)
  const header = records[at]?.cells ?? []
  const found = findStatementColumns(header)
  if (!found) return null
  const { date, description, amount } = found
  const isOutgoing = ({ cells }: CsvRecord) => readSigned(cells[amount ?? -1] ?? '')?.sign === '-'
  const columns = { ...found, hasOutgoing: records.slice(at + 1).some(isOutgoing) }
  const seen = new Map<string, number>()
  const read: ReadStatement = { header, credits: [], skipped: 0, faulty: [] }
  for (const { line, cells } of records.slice(at + 1)) {
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

/** `hasOutgoing`: some amounts have a minus, so the others came in. */
type Reading = StatementColumns & { hasOutgoing: boolean }

/**
 * The rupiah of an incoming payment: a column of its own, or an amount that a mark, its own end or its sign says came in. Null for any
 * other line, and a message where it cannot be told.
 */
function readCredit(cells: readonly string[], { credit, amount, mark, hasOutgoing }: Reading): number | string | null {
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
  if (direction === null && read?.sign !== '+' && !hasOutgoing)
    return 'Tidak tertulis apakah uang masuk (CR) atau keluar (DB)'
  return read && read.value > 0 ? read.value : unreadable
}
