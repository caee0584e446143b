import { and, asc, gt, inArray, ne, type SQL } from 'drizzle-orm'
import { jakartaDay } from '#contract/kit/days.ts'
import { dayMs } from '#contract/kit/durations.ts'
import { maximumChargeIdr } from '#contract/kit/money.ts'
import {
  maximumBankStatementLines,
  type StaffTransfer,
  type BankStatement,
  type BankStatementRole,
} from '#contract/commerce/transfers.ts'
import type { CommerceDeps } from '#server/commerce/deps.ts'
import { readTable, writeFaultyRows, type ColumnsUnsure } from '#server/platform/csv/index.ts'
import { inBatches } from '#server/platform/database/index.ts'
import { invalidInput, type InvalidInput } from '#server/platform/outcomes.ts'
import { presentForStaff, selectTransfers } from './find-transfers.ts'
import { readBankStatement, bankStatementReader, type Credit } from './read-bank-statement.ts'
import { transfers } from '#server/commerce/payments/transfer-tables.ts'

/** Older orders are not looked at. */
const matchedMs = 90 * dayMs
/** A transfer between banks may be booked on the next working day. */
const lateMs = 4 * dayMs
const suggestionsShown = 5
const othersShown = 200

type Matched = { outcome: 'matched'; statement: BankStatement } | ColumnsUnsure<BankStatementRole> | InvalidInput
type Upload = { statement: Blob; columns?: readonly (BankStatementRole | 'none')[] | undefined }

/** Suggests which orders the incoming payments of a statement are for. */
export async function matchBankStatement(deps: CommerceDeps, adminId: string, upload: Upload): Promise<Matched> {
  const { database, clock } = deps
  const now = clock.now()
  const options = { userId: adminId, field: 'statement', columns: upload.columns }
  const found = await readTable(deps, bankStatementReader(now), upload.statement, options)
  if (found.outcome !== 'read') return found
  const { table, shown } = found
  const read = readBankStatement(table, now)
  if (read.credits.length + read.skipped > maximumBankStatementLines)
    return invalidInput({
      statement: 'Berkas terlalu panjang: paling banyak 5.000 baris. Pilih rentang tanggal yang lebih pendek.',
    })
  const open = (await findOpen(database, read.credits, now)).map(presentForStaff)
  const byAmount = Map.groupBy(open, ({ amount }) => amount)
  const byOrder = new Map(open.map((transfer) => [transfer.orderId, transfer]))
  const used = await findUsed(database, read.credits)
  const others: BankStatement['others'] = []
  const lines = read.credits.flatMap((credit): BankStatement['lines'] => {
    const { line, key, day, description, amountIdr: amount } = credit
    // The number of the order says more than the amount, which may lack its unique code.
    const named = credit.orderIds.flatMap((orderId) => byOrder.get(orderId) ?? [])
    const suggestions = (
      named.length > 0 ? named : (byAmount.get(amount) ?? []).filter((transfer) => isInTime(transfer, day))
    ).slice(0, suggestionsShown)
    const isUsed = used.has(key)
    if (!isUsed && suggestions.length === 0) {
      others.push({ line, day, description, amount })
      return []
    }
    const status = isUsed ? 'used' : credit.nth > 0 ? 'repeated' : 'suggested'
    return [{ line, key, day, description, amount, status, suggestions: status === 'suggested' ? suggestions : [] }]
  })
  const faulty = writeFaultyRows(await deps.csv.readFormat(), {
    header: table.header?.cells ?? null,
    records: table.rows,
    faulty: read.faulty,
  })
  const statement = {
    lines,
    unmatched: others.length,
    others: others.slice(0, othersShown),
    skipped: read.skipped,
    unread: read.faulty.length,
    faulty,
    table: shown,
  }
  return { outcome: 'matched', statement }
}

/** Recent transfers that are not approved, of an amount or with a number that stands in the statement. */
async function findOpen({ query }: CommerceDeps['database'], credits: readonly Credit[], now: Date) {
  const find = (isOf: SQL) =>
    selectTransfers(query)
      .where(and(isOf, gt(transfers.createdAt, new Date(now.getTime() - matchedMs)), ne(transfers.state, 'approved')))
      .orderBy(asc(transfers.createdAt))
  const amounts = [...new Set(credits.map(({ amountIdr }) => amountIdr))].filter(isAmountOfOrder)
  const orderIds = [...new Set(credits.flatMap((credit) => credit.orderIds))]
  return [
    ...(await inBatches(amounts, (batch) => find(inArray(transfers.amountIdr, batch)))),
    ...(await inBatches(orderIds, (batch) => find(inArray(transfers.orderId, batch)))),
  ]
}

/** Orders are of whole rupiah. */
const isAmountOfOrder = (amount: number): boolean => Number.isInteger(amount) && amount <= maximumChargeIdr

function isInTime({ createdAt, expiresAt }: StaffTransfer, day: string): boolean {
  return day >= jakartaDay(new Date(createdAt)) && day <= jakartaDay(new Date(new Date(expiresAt).getTime() + lateMs))
}

async function findUsed(database: CommerceDeps['database'], credits: readonly Credit[]): Promise<Set<string>> {
  const rows = await inBatches(
    credits.map(({ key }) => key),
    (batch) =>
      database.query
        .select({ key: transfers.statementLine })
        .from(transfers)
        .where(inArray(transfers.statementLine, batch)),
  )
  return new Set(rows.flatMap(({ key }) => key ?? []))
}
