import { and, eq, gt, sql } from 'drizzle-orm'
import type { Balance } from '#contract/commerce/payouts.ts'
import { dayMs } from '#contract/kit/durations.ts'
import { ledgerLines, transactions } from '#server/commerce/tables.ts'
import type { Queryable } from '#server/platform/database/index.ts'
import { payoutEntries } from './tables.ts'

// The ledger stores shares as negative amounts.
const earned = sql<number>`coalesce(-sum(${ledgerLines.amountIdr}), 0)::double precision`
const taken = sql<number>`coalesce(sum(${payoutEntries.amountIdr}), 0)::double precision`

/** What an instructor has earned after refunds, less what was or is being paid out. Sales are held for some days, because they may still be refunded. */
export async function readBalance(queryable: Queryable, instructorId: string, { now, holdDays }: { now: Date; holdDays: number }): Promise<Balance> {
  const own = eq(ledgerLines.instructorId, instructorId)
  const [all] = await queryable.select({ idr: earned }).from(ledgerLines).where(own)
  const [held] = await queryable
    .select({ idr: earned })
    .from(ledgerLines)
    .innerJoin(transactions, eq(transactions.id, ledgerLines.transactionId))
    .where(and(own, gt(transactions.paidAt, new Date(now.getTime() - holdDays * dayMs))))
  const [paid] = await queryable.select({ idr: taken }).from(payoutEntries).where(eq(payoutEntries.instructorId, instructorId))
  const heldIdr = held?.idr ?? 0
  return { availableIdr: (all?.idr ?? 0) - heldIdr - (paid?.idr ?? 0), heldIdr }
}
