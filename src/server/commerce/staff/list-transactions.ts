import { and, asc, count, desc, eq, gte, inArray, like, lt, or, type SQL } from 'drizzle-orm'
import { jakartaMidnight } from '#contract/days.ts'
import { publicStatus } from '#contract/commerce.ts'
import type { ExportTransactionsInput, ListTransactionsInput, SoldTransaction } from '#contract/sales.ts'
import { invoices, transactions, type TransactionRow } from '#server/commerce/tables.ts'
import { containing, type Database } from '#server/database/index.ts'

const dayMs = 86_400_000

/** One page of all transactions, for staff. */
export async function listTransactions(database: Database, input: ListTransactionsInput): Promise<{ rows: SoldTransaction[]; total: number }> {
  const where = filterTransactions(database, input)
  const rows = await database.query
    .select({ row: transactions, invoiceId: invoices.number })
    .from(transactions)
    .leftJoin(invoices, eq(invoices.transactionId, transactions.id))
    .where(where)
    .orderBy(...orderOf(input.sort))
    .limit(input.limit)
    .offset((input.page - 1) * input.limit)
  return { rows: rows.map(present), total: await countTransactions(database, where) }
}

/** The filters of the list, which the export shares. */
export const filterTransactions = (database: Database, { state, kind, q, from, to }: ExportTransactionsInput): SQL | undefined =>
  and(
    state ? eq(transactions.state, state) : undefined,
    kind ? eq(transactions.kind, kind) : undefined,
    from ? gte(transactions.createdAt, jakartaMidnight(from)) : undefined,
    to ? lt(transactions.createdAt, new Date(jakartaMidnight(to).getTime() + dayMs)) : undefined,
    q ? matches(database, q) : undefined,
  )

export async function countTransactions(database: Database, where: SQL | undefined): Promise<number> {
  const [counted] = await database.query.select({ total: count() }).from(transactions).where(where)
  return counted?.total ?? 0
}

function matches(database: Database, q: string): SQL | undefined {
  const pattern = containing(q)
  const byText = like(transactions.searchText, pattern.toLowerCase())
  // Invoice numbers are searched only for text that can be part of one.
  if (!/^[INV\d/]{3,}$/i.test(q)) return byText
  const numbered = database.query.select({ id: invoices.transactionId }).from(invoices).where(like(invoices.number, pattern.toUpperCase()))
  return or(byText, inArray(transactions.id, numbered))
}

function orderOf(sort: ListTransactionsInput['sort']): SQL[] {
  const direction = sort.startsWith('-') ? desc : asc
  return [direction(sort.endsWith('amount') ? transactions.amountIdr : transactions.createdAt), direction(transactions.id)]
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
