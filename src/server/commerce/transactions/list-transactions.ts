import { and, eq, exists, gte, isNotNull, lt, type SQL } from 'drizzle-orm'
import { dayMs } from '#contract/kit/durations.ts'
import { maximumCounted } from '#contract/kit/keyset-list.ts'
import { jakartaMidnight } from '#contract/kit/days.ts'
import { publicStatus } from '#contract/commerce/transactions.ts'
import type {
  ExportTransactionsInput,
  ListTransactionsInput,
  SoldTransaction,
  TransactionFilterKind,
} from '#contract/commerce/orders-staff.ts'
import { readLinesOf } from '#server/commerce/orders/lines.ts'
import type { CommerceDeps } from '#server/commerce/deps.ts'
import { readUnsent } from '#server/commerce/payouts/refunds-by-hand.ts'
import { invoices, transactionLines, transactions, type LineRow, type TransactionRow } from '#server/commerce/tables.ts'
import { countUpTo, keyset, type Database, type KeysetOrder, type KeysetPage } from '#server/platform/database/index.ts'
import { isFoundBy } from '#server/commerce/orders/search.ts'

/** One page of all transactions, for staff. */
export async function listTransactions(
  { database }: CommerceDeps,
  input: ListTransactionsInput,
): Promise<KeysetPage<SoldTransaction> & { total: number; isCounted: boolean }> {
  const where = filterTransactions(database, input)
  const at = keyset(orderOf(input.sort), input)
  // An offset reads the index only, not the invoices of what it skips.
  const picked = database.query
    .select({ id: transactions.id })
    .from(transactions)
    .where(and(where, at.where))
    .orderBy(...at.orderBy)
    .limit(at.limit)
    .offset(at.offset)
    .as('picked')
  const found = await database.query
    .select({ id: transactions.id, position: at.position, row: transactions, invoiceId: invoices.number })
    .from(picked)
    .innerJoin(transactions, eq(transactions.id, picked.id))
    .leftJoin(invoices, eq(invoices.transactionId, transactions.id))
    .orderBy(...at.orderBy)
  const { rows, ...steps } = at.finish(found)
  const lines = await readLinesOf(
    database.query,
    rows.map(({ id }) => id),
  )
  const unsent = await readUnsent(
    database.query,
    rows.flatMap(({ row }) => (row.method !== 'card' && row.refundedAmountIdr > 0 ? [row.id] : [])),
  )
  return {
    rows: rows.map(({ row, invoiceId }) => ({
      ...present(row, invoiceId, lines.get(row.id) ?? []),
      unsentRefund: unsent.get(row.id) ?? null,
    })),
    ...steps,
    ...(await at.count(found, () => countUpTo(database.query, maximumCounted, transactions, where))),
  }
}

/** The filters of the list, which the export shares. */
export const filterTransactions = (
  database: Database,
  { state, kind, method, q, from, to }: ExportTransactionsInput,
): SQL | undefined =>
  and(
    state ? eq(transactions.state, state) : undefined,
    kind ? isOfKind(database, kind) : undefined,
    method ? eq(transactions.method, method) : undefined,
    from ? gte(transactions.createdAt, jakartaMidnight(from)) : undefined,
    to ? lt(transactions.createdAt, new Date(jakartaMidnight(to).getTime() + dayMs)) : undefined,
    q ? isFoundBy(database.query, q) : undefined,
  )

/** A kind of item, or of what several were bought as: what it names is in the order. */
function isOfKind({ query }: Database, kind: TransactionFilterKind): SQL | undefined {
  if (kind === 'gift') return isNotNull(transactions.giftEmail)
  if (kind === 'cart' || kind === 'team') return eq(transactions.kind, kind)
  const isOf =
    kind === 'bundle'
      ? isNotNull(transactionLines.bundleId)
      : kind === 'path'
        ? isNotNull(transactionLines.pathId)
        : eq(transactionLines.kind, kind)
  return exists(
    query
      .select({ id: transactionLines.id })
      .from(transactionLines)
      .where(and(eq(transactionLines.transactionId, transactions.id), isOf)),
  )
}

function orderOf(sort: ListTransactionsInput['sort']): KeysetOrder {
  const order = { id: transactions.id, descending: sort.startsWith('-') }
  return sort.endsWith('amount')
    ? { ...order, key: transactions.amountIdr, type: 'integer' }
    : { ...order, key: transactions.createdAt, type: 'instant' }
}

function present(
  row: TransactionRow,
  invoiceId: string | null,
  lines: readonly LineRow[],
): Omit<SoldTransaction, 'unsentRefund'> {
  return {
    _id: row.id,
    kind: row.kind,
    item: row.itemTitle,
    itemId: row.itemId,
    lines: lines.map(({ kind, itemId, itemTitle, pathId, setTitle }) => ({
      kind,
      _id: itemId,
      title: itemTitle,
      bundle: setTitle === null || pathId ? null : { title: setTitle },
      path: setTitle === null || !pathId ? null : { title: setTitle },
    })),
    isGift: row.giftEmail !== null,
    method: row.method,
    buyer: { name: row.buyerName, email: row.buyerEmail },
    invoiceId,
    orderId: row.orderId,
    status: publicStatus(row.state),
    state: row.state,
    amount: row.amountIdr,
    refunded: row.refundedAmountIdr,
    paymentMethod: row.paymentType,
    createdAt: row.createdAt.toISOString(),
    paidAt: row.paidAt?.toISOString() ?? null,
  }
}
