import { and, desc, eq, sql, type SQL } from 'drizzle-orm'
import { jakartaDay, jakartaMinute } from '#contract/kit/days.ts'
import type { Download } from '#contract/kit/endpoint.ts'
import { maximumCounted } from '#contract/kit/keyset-list.ts'
import {
  itemKindLabels,
  paymentMethodLabel,
  refundReasonLabel,
  transactionStateLabels,
} from '#contract/kit/format/labels.ts'
import type { ExportTransactionsInput } from '#contract/commerce/sales.ts'
import type { CommerceDeps } from '#server/commerce/deps.ts'
import { invoices, ledgerLines, refundTasks, transactions } from '#server/commerce/tables.ts'
import { exportCsv, streamRows, type CsvRow } from '#server/platform/csv/index.ts'
import { countUpTo, type Database } from '#server/platform/database/index.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import { filterTransactions } from './list-transactions.ts'

type Deps = Pick<CommerceDeps, 'database' | 'audit' | 'clock' | 'log'>

const header = [
  'Nomor pesanan',
  'Invoice',
  'Dibuat (WIB)',
  'Dibayar pada (WIB)',
  'Pembeli',
  'Email',
  'Jenis',
  'Item',
  'Harga',
  'Diskon',
  'Kode promo',
  'Potongan promo',
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

/** All transactions that match the list's filters as CSV, newest first. Exports personal data, so it is recorded in the audit log. */
export async function exportTransactions(
  deps: Deps,
  filters: ExportTransactionsInput,
  admin: Viewer,
): Promise<Download> {
  const { database, audit, clock } = deps
  const where = filterTransactions(database, filters)
  const { total, isCounted } = await countUpTo(database.query, maximumCounted, transactions, where)
  const details = isCounted ? { rows: total } : { moreRowsThan: total }
  await database.transaction((tx) =>
    audit.record(tx, {
      actorId: admin.id,
      action: 'transactions.exported',
      subjectKind: 'transactions',
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

/** All transactions as CSV, newest first. */
export const readOrdersCsv = (deps: Pick<Deps, 'database' | 'log'>) =>
  streamRows(deps, { what: 'orders', header, toCells, readPage: pagesOf(deps.database, undefined) })

const pagesOf = (database: Database, where: SQL | undefined) => (after: Row | null, limit: number) =>
  readTransactions(database, and(where, after ? olderThan(after) : undefined), limit)

type Row = Awaited<ReturnType<typeof readTransactions>>[number]

// As text, because a Date has milliseconds and the column microseconds.
const olderThan = ({ createdAtText, row }: Row): SQL =>
  sql`(${transactions.createdAt}, ${transactions.id}) < (${createdAtText}::timestamptz, ${row.id}::uuid)`

const readTransactions = (database: Database, where: SQL | undefined, limit: number) =>
  database.query
    .select({
      row: transactions,
      createdAtText: sql<string>`${transactions.createdAt}::text`,
      invoice: { number: invoices.number, taxBaseIdr: invoices.taxBaseIdr, taxIdr: invoices.taxIdr },
      returnedAt: sql<Date | null>`(select max(${ledgerLines.bookedAt}) from ${ledgerLines}
        where ${ledgerLines.transactionId} = ${transactions.id} and ${ledgerLines.event} <> 'sale')`.mapWith(
        ledgerLines.bookedAt,
      ),
      refundReasons: sql<string[]>`array(select ${refundTasks.reason} from ${refundTasks}
        where ${refundTasks.transactionId} = ${transactions.id} and ${refundTasks.state} = 'done' order by ${refundTasks.createdAt})`,
    })
    .from(transactions)
    .leftJoin(invoices, eq(invoices.transactionId, transactions.id))
    .where(where)
    .orderBy(desc(transactions.createdAt), desc(transactions.id))
    .limit(limit)

const minuteOf = (instant: Date | null): string | null => instant && jakartaMinute(instant.toISOString())

const toCells = ({ row, invoice, returnedAt, refundReasons }: Row): CsvRow => [
  row.orderId,
  invoice?.number ?? null,
  minuteOf(row.createdAt),
  minuteOf(row.paidAt),
  row.buyerName,
  row.buyerEmail,
  itemKindLabels[row.kind],
  row.itemTitle,
  row.listPriceIdr,
  row.listPriceIdr - row.promoDiscountIdr - row.amountIdr,
  row.promoCode,
  row.promoDiscountIdr,
  row.amountIdr,
  row.paidAmountIdr,
  transactionStateLabels[row.state],
  row.paymentType && paymentMethodLabel(row.paymentType),
  invoice?.taxBaseIdr ?? null,
  invoice?.taxIdr ?? null,
  row.refundedAmountIdr,
  minuteOf(returnedAt),
  refundReasons.map(refundReasonLabel).join('; '),
]
