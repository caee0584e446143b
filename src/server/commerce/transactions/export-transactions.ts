import { and, asc, desc, eq, sql, type SQL } from 'drizzle-orm'
import { jakartaDay, jakartaMinute } from '#contract/kit/days.ts'
import type { Download } from '#contract/kit/endpoint.ts'
import { maximumCounted } from '#contract/kit/keyset-list.ts'
import {
  itemKindLabels,
  paymentMethodLabel,
  refundReasonLabel,
  transactionStateLabels,
} from '#contract/commerce/labels.ts'
import type { ExportTransactionsInput } from '#contract/commerce/orders-staff.ts'
import type { CommerceDeps } from '#server/commerce/deps.ts'
import { apportion } from '#server/commerce/items/apportion.ts'
import { amountOf } from '#server/commerce/items/refund-lines.ts'
import { invoices, ledgerLines, refundTasks, transactionLines, transactions } from '#server/commerce/tables.ts'
import { exportCsv, streamRows, type CsvRow } from '#server/platform/csv/index.ts'
import { countUpTo, type Database } from '#server/platform/database/index.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import { filterTransactions } from './list-transactions.ts'

type Deps = Pick<CommerceDeps, 'database' | 'audit' | 'clock' | 'csv'>

const header = [
  'Nomor pesanan',
  'Invoice',
  'Dibuat (WIB)',
  'Dibayar pada (WIB)',
  'Pembeli',
  'Email',
  'Jenis',
  'Item',
  'Paket',
  'Hadiah untuk',
  'Harga',
  'Diskon',
  'Kode promo',
  'Potongan promo',
  'Kode unik transfer',
  'Total',
  'Dibayar',
  'Status',
  'Metode',
  'Termasuk DPP',
  'Termasuk PPN',
  'Dikembalikan',
  'Dikembalikan pada (WIB)',
  'Alasan pengembalian',
]

/** All lines of the transactions that match the list's filters as CSV, newest first: the columns of money add up. Exports personal data, so it is recorded in the audit log. */
export async function exportTransactions(
  deps: Deps,
  filters: ExportTransactionsInput,
  admin: Viewer,
): Promise<Download> {
  const { database, audit, clock } = deps
  const where = filterTransactions(database, filters)
  const { total, isCounted } = await countUpTo(database.query, maximumCounted, transactions, where)
  const details = isCounted ? { orders: total } : { moreOrdersThan: total }
  await database.transaction((tx) =>
    audit.record(tx, {
      actorId: admin.id,
      action: 'transactions.exported',
      subjectId: 'all',
      details,
    }),
  )
  return exportCsv(deps, {
    name: `transaksi-${jakartaDay(clock.now())}`,
    what: 'transactions',
    header,
    toCells,
    readPage: pagesOf(database, where),
  })
}

/** All lines of all transactions as CSV, newest first. */
export const readOrdersCsv = (deps: Pick<Deps, 'database' | 'csv'>) =>
  streamRows(deps, { what: 'orders', header, toCells, readPage: pagesOf(deps.database, undefined) })

const pagesOf = (database: Database, where: SQL | undefined) => (after: Row | null, limit: number) =>
  readTransactions(database, and(where, after ? olderThan(after) : undefined), limit)

type Row = Awaited<ReturnType<typeof readTransactions>>[number]

// As text, because a Date has milliseconds and the column microseconds.
const olderThan = ({ createdAtText, row, line }: Row): SQL =>
  // The first condition is for the index.
  sql`(${transactions.createdAt}, ${transactions.id}) <= (${createdAtText}::timestamptz, ${row.id}::uuid)
    and (${transactions.createdAt}, ${transactions.id}, -${transactionLines.position}) < (${createdAtText}::timestamptz, ${row.id}::uuid, ${-line.position}::int)`

const readTransactions = (database: Database, where: SQL | undefined, limit: number) =>
  database.query
    .select({
      row: transactions,
      line: transactionLines,
      createdAtText: sql<string>`${transactions.createdAt}::text`,
      invoice: { number: invoices.number, taxIdr: invoices.taxIdr },
      returnedAt: sql<Date | null>`(select max(${ledgerLines.bookedAt}) from ${ledgerLines}
        where ${ledgerLines.transactionId} = ${transactions.id} and coalesce(${ledgerLines.lineId}, ${ledgerLines.transactionId}) = ${transactionLines.id}
          and ${ledgerLines.event} <> 'sale')`.mapWith(ledgerLines.bookedAt),
      refundReasons: sql<string[]>`array(select ${refundTasks.reason} from ${refundTasks}
        where ${refundTasks.transactionId} = ${transactions.id} and ${refundTasks.state} = 'done'
          and (${refundTasks.lineIds} is null or ${transactionLines.id} = any(${refundTasks.lineIds})) order by ${refundTasks.createdAt})`,
      paidBeforeIdr: sql<number>`(select coalesce(sum(before.price_idr - before.promo_discount_idr), 0)::int from ${transactionLines} before
        where before.transaction_id = ${transactions.id} and before.position < ${transactionLines.position})`,
    })
    .from(transactions)
    .innerJoin(transactionLines, eq(transactionLines.transactionId, transactions.id))
    .leftJoin(invoices, eq(invoices.transactionId, transactions.id))
    .where(where)
    .orderBy(desc(transactions.createdAt), desc(transactions.id), asc(transactionLines.position))
    .limit(limit)

/** The part of the order's tax that the ledger books for this line. */
function taxOf({ row, line, invoice, paidBeforeIdr }: Row): number | null {
  if (!invoice) return null
  const paid = amountOf(line)
  return apportion(invoice.taxIdr, [paidBeforeIdr, paid, row.amountIdr - paidBeforeIdr - paid])[1] ?? 0
}

const minuteOf = (instant: Date | null): string | null => instant && jakartaMinute(instant.toISOString())

function toCells(found: Row): CsvRow {
  const { row, line, invoice, returnedAt, refundReasons } = found
  const taxIdr = taxOf(found)
  return [
    row.orderId,
    invoice?.number ?? null,
    minuteOf(row.createdAt),
    minuteOf(row.paidAt),
    row.buyerName,
    row.buyerEmail,
    itemKindLabels[line.kind],
    line.itemTitle,
    line.setTitle,
    row.giftEmail,
    line.listPriceIdr,
    line.listPriceIdr - (line.priceIdr - line.uniqueCodeIdr),
    row.promoCode,
    line.promoDiscountIdr,
    line.uniqueCodeIdr,
    amountOf(line),
    row.paidAmountIdr === null ? null : amountOf(line),
    transactionStateLabels[row.state],
    row.paymentType && paymentMethodLabel(row.paymentType),
    taxIdr === null ? null : amountOf(line) - taxIdr,
    taxIdr,
    line.refundedAmountIdr,
    minuteOf(returnedAt),
    refundReasons.map(refundReasonLabel).join('; '),
  ]
}
