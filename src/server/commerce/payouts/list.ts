import { and, eq, exists, ilike, isNotNull, or, type SQL } from 'drizzle-orm'
import { maximumCounted } from '#contract/kit/keyset-list.ts'
import type { ListAllPayoutsInput, StaffPayout } from '#contract/commerce/payouts.ts'
import type { CommerceDeps } from '#server/commerce/deps.ts'
import { transactions } from '#server/commerce/tables.ts'
import { isFoundBy } from '#server/commerce/orders/search.ts'
import { containing, countUpTo, keyset, type KeysetPage, type Queryable } from '#server/platform/database/index.ts'
import { presentPayout } from './present.ts'
import { readProven } from './proof.ts'
import { readRefundTitles } from './refund-titles.ts'
import { payouts } from './tables.ts'

/** Payouts, newest first; null lists those of all instructors, and refunds that are sent by hand. */
export async function listPayouts(
  { database, identity }: CommerceDeps,
  instructorId: string | null,
  input: ListAllPayoutsInput,
): Promise<KeysetPage<StaffPayout> & { total: number; isCounted: boolean }> {
  const { query } = database
  const where: SQL | undefined = and(
    instructorId ? eq(payouts.instructorId, instructorId) : undefined,
    input.kind ? isNotNull(input.kind === 'refund' ? payouts.transactionId : payouts.instructorId) : undefined,
    input.state ? eq(payouts.state, input.state) : undefined,
    input.q ? isFound(query, input.q) : undefined,
  )
  const at = keyset({ key: payouts.createdAt, type: 'instant', id: payouts.id, descending: true }, input)
  const picked = await query
    .select({
      id: payouts.id,
      position: at.position,
      row: payouts,
      title: transactions.itemTitle,
      buyerName: transactions.buyerName,
    })
    .from(payouts)
    .leftJoin(transactions, eq(transactions.id, payouts.transactionId))
    .where(and(where, at.where))
    .orderBy(...at.orderBy)
    .limit(at.limit)
    .offset(at.offset)
  const { rows, ...steps } = at.finish(picked)
  const counted = await at.count(picked, () => countUpTo(query, maximumCounted, payouts, where))
  const people = await identity.findUserProfiles(rows.flatMap(({ row }) => row.instructorId ?? []))
  const titles = await readRefundTitles(
    query,
    rows.flatMap(({ row }) => row.refundKey ?? []),
  )
  const proven = await readProven(
    query,
    rows.map(({ id }) => id),
  )
  return {
    rows: rows.map(({ row, title, buyerName }) => ({
      ...presentPayout(row, proven.has(row.id)),
      kind: row.instructorId === null ? ('refund' as const) : ('balance' as const),
      batchId: row.batchId,
      payee: { _id: row.instructorId, name: buyerName ?? people.get(row.instructorId ?? '')?.name ?? '' },
      transaction:
        row.transactionId === null
          ? null
          : { _id: row.transactionId, title: titles.get(row.refundKey ?? '') ?? title ?? '' },
    })),
    ...steps,
    ...counted,
  }
}

// There are few payouts for each instructor and month.
const isFound = (query: Queryable, q: string): SQL | undefined =>
  or(
    ilike(payouts.holder, containing(q)),
    ilike(payouts.reference, containing(q)),
    exists(
      query
        .select({ id: transactions.id })
        .from(transactions)
        .where(and(eq(transactions.id, payouts.transactionId), isFoundBy(query, q))),
    ),
  )
