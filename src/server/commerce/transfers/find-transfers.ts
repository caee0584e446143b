import { and, eq, exists, sql, type SQL } from 'drizzle-orm'
import { maximumCounted } from '#contract/kit/keyset-list.ts'
import type { ListTransfersInput, StaffTransfer } from '#contract/commerce/transfers.ts'
import type { CommerceDeps } from '#server/commerce/deps.ts'
import { isFoundBy } from '#server/commerce/orders/search.ts'
import { transactions } from '#server/commerce/tables.ts'
import { countUpTo, keyset, type KeysetPage, type Queryable } from '#server/platform/database/index.ts'
import type { TransferWithOrder } from '#server/commerce/payments/lock-transfer.ts'
import { transferProofs, transfers } from '#server/commerce/payments/transfer-tables.ts'

const proofOf = (queryable: Queryable) =>
  queryable
    .select({ one: sql`1` })
    .from(transferProofs)
    .where(eq(transferProofs.orderId, transfers.orderId))

/** Selects transfers with their transactions, as staff see them. */
export const selectTransfers = (queryable: Queryable) =>
  queryable
    .select({ transfer: transfers, row: transactions, hasProof: sql<boolean>`${exists(proofOf(queryable))}` })
    .from(transfers)
    .innerJoin(transactions, eq(transactions.orderId, transfers.orderId))

export const presentForStaff = ({
  transfer,
  row,
  hasProof,
}: TransferWithOrder & { hasProof: boolean }): StaffTransfer => ({
  _id: row.id,
  orderId: row.orderId,
  item: row.itemTitle,
  buyer: { name: row.buyerName, email: row.buyerEmail },
  method: row.method,
  amount: transfer.amountIdr,
  state: transfer.state,
  hasProof,
  proofAt: transfer.proofAt?.toISOString() ?? null,
  sentence: transfer.sentence,
  createdAt: transfer.createdAt.toISOString(),
  expiresAt: transfer.expiresAt.toISOString(),
  decidedAt: transfer.decidedAt?.toISOString() ?? null,
})

export async function showTransfer(queryable: Queryable, transactionId: string): Promise<StaffTransfer | null> {
  const [found] = await selectTransfers(queryable).where(eq(transactions.id, transactionId))
  return found ? presentForStaff(found) : null
}

export async function listTransfers(
  { database }: CommerceDeps,
  input: ListTransfersInput,
): Promise<KeysetPage<StaffTransfer> & { total: number; isCounted: boolean }> {
  const { query } = database
  const byState = input.state ? eq(transfers.state, input.state) : undefined
  const isOfFound = (q: string) => and(eq(transactions.orderId, transfers.orderId), isFoundBy(query, q))
  const matching: SQL | undefined = input.q
    ? exists(query.select({ id: transactions.id }).from(transactions).where(isOfFound(input.q)))
    : undefined
  const where = and(byState, matching)
  const at = keyset({ key: transfers.createdAt, type: 'instant', id: transfers.transactionId, descending: true }, input)
  const found = await query
    .select({
      id: transfers.transactionId,
      position: at.position,
      transfer: transfers,
      row: transactions,
      hasProof: sql<boolean>`${exists(proofOf(query))}`,
    })
    .from(transfers)
    .innerJoin(transactions, eq(transactions.orderId, transfers.orderId))
    .where(and(where, at.where))
    .orderBy(...at.orderBy)
    .limit(at.limit)
    .offset(at.offset)
  const { rows, ...steps } = at.finish(found)
  return {
    rows: rows.map(presentForStaff),
    ...steps,
    ...(await at.count(found, () => countUpTo(query, maximumCounted, transfers, where))),
  }
}

/** An admin checks the payment. */
export async function isProofSent(queryable: Queryable, orderId: string): Promise<boolean> {
  const [transfer] = await queryable
    .select({ state: transfers.state })
    .from(transfers)
    .where(eq(transfers.orderId, orderId))
  return transfer?.state === 'checking'
}
