import { and, eq, gte, inArray, like, lt, or, type SQL } from 'drizzle-orm'
import { dayMs } from '#contract/kit/durations.ts'
import { maximumCounted } from '#contract/kit/keyset-list.ts'
import { jakartaMidnight } from '#contract/kit/days.ts'
import { publicStatus } from '#contract/commerce/transactions.ts'
import type { ExportTransactionsInput, ListTransactionsInput, SoldTransaction } from '#contract/commerce/sales.ts'
import type { CommerceDeps } from '#server/commerce/deps.ts'
import { invoices, transactions, type TransactionRow } from '#server/commerce/tables.ts'
import {
  containing,
  containsText,
  countUpTo,
  keyset,
  type Database,
  type KeysetOrder,
  type KeysetPage,
} from '#server/platform/database/index.ts'

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
  return {
    rows: rows.map(present),
    ...steps,
    ...(await at.count(found, () => countUpTo(database.query, maximumCounted, transactions, where))),
  }
}

/** The filters of the list, which the export shares. */
export const filterTransactions = (
  database: Database,
  { state, kind, q, from, to }: ExportTransactionsInput,
): SQL | undefined =>
  and(
    state ? eq(transactions.state, state) : undefined,
    kind ? eq(transactions.kind, kind) : undefined,
    from ? gte(transactions.createdAt, jakartaMidnight(from)) : undefined,
    to ? lt(transactions.createdAt, new Date(jakartaMidnight(to).getTime() + dayMs)) : undefined,
    q ? matches(database, q) : undefined,
  )

function matches(database: Database, q: string): SQL | undefined {
  const byText = containsText(transactions.searchText, q.toLowerCase())
  // Invoice numbers are searched only for text that can be part of one.
  if (!/^[INV\d/]{3,}$/i.test(q)) return byText
  const numbered = database.query
    .select({ id: invoices.transactionId })
    .from(invoices)
    .where(like(invoices.number, containing(q.toUpperCase())))
  return or(byText, inArray(transactions.id, numbered))
}

function orderOf(sort: ListTransactionsInput['sort']): KeysetOrder {
  const order = { id: transactions.id, descending: sort.startsWith('-') }
  return sort.endsWith('amount')
    ? { ...order, key: transactions.amountIdr, type: 'integer' }
    : { ...order, key: transactions.createdAt, type: 'instant' }
}

function present({ row, invoiceId }: { row: TransactionRow; invoiceId: string | null }): SoldTransaction {
  return {
    _id: row.id,
    kind: row.kind,
    item: row.itemTitle,
    itemId: row.itemId,
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
