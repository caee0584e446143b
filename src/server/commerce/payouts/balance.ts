import { eq, sql } from 'drizzle-orm'
import type { Balance } from '#contract/commerce/payouts.ts'
import { dayMs } from '#contract/kit/durations.ts'
import { ledgerLines, transactions } from '#server/commerce/tables.ts'
import type { Queryable } from '#server/platform/database/index.ts'
import type { CommerceDeps } from '#server/commerce/deps.ts'
import { payoutEntries } from './tables.ts'

type Deps = Pick<CommerceDeps, 'database' | 'clock' | 'settings'>
type Sums = Pick<Balance, 'availableIdr' | 'heldIdr'>

export async function readBalance(deps: Deps, instructorId: string): Promise<Sums> {
  const { payoutHoldDays } = (await deps.settings.readSite()).moneyRules
  return sumBalance(deps.database.query, { instructorId, heldSince: daysBefore(deps, payoutHoldDays) })
}

export const daysBefore = ({ clock }: Pick<Deps, 'clock'>, days: number): Date =>
  new Date(clock.now().getTime() - days * dayMs)

/** The balance with the rules that its owner should know. */
export async function showBalance(deps: Deps, instructorId: string): Promise<Balance> {
  const { payoutHoldDays: holdDays, minimumPayoutIdr } = (await deps.settings.readSite()).moneyRules
  return { ...(await readBalance(deps, instructorId)), holdDays, minimumPayoutIdr }
}

/**
 * Sums up earnings after refunds, less what was or is being paid out. Sales are held for some days, because they may still be
 * refunded. One statement, so that a refund that is booked meanwhile counts in all sums or in none.
 */
export async function sumBalance(
  queryable: Queryable,
  { instructorId, heldSince }: { instructorId: string; heldSince: Date },
): Promise<Sums> {
  // The ledger stores shares as negative amounts.
  const earned = sql`sum(-${ledgerLines.amountIdr})`
  const taken = queryable
    .select({ idr: sql`sum(${payoutEntries.amountIdr})` })
    .from(payoutEntries)
    .where(eq(payoutEntries.instructorId, instructorId))
  const [sums] = await queryable
    .select({
      earnedIdr: sql<number>`coalesce(${earned}, 0)::double precision`,
      heldIdr: sql<number>`coalesce(${earned} filter (where ${transactions.paidAt} > ${heldSince.toISOString()}::timestamptz), 0)::double precision`,
      takenIdr: sql<number>`coalesce((${taken}), 0)::double precision`,
    })
    .from(ledgerLines)
    .innerJoin(transactions, eq(transactions.id, ledgerLines.transactionId))
    .where(eq(ledgerLines.instructorId, instructorId))
  const { earnedIdr = 0, heldIdr = 0, takenIdr = 0 } = sums ?? {}
  return { availableIdr: earnedIdr - heldIdr - takenIdr, heldIdr }
}
