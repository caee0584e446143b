import { and, desc, eq, gte, lt, sql, type SQL } from 'drizzle-orm'
import type { PayoutEntry, StatementBalance } from '#contract/commerce/orders-staff.ts'
import { payoutEntries, payouts } from './tables.ts'
import type { Queryable } from '#server/platform/database/index.ts'
import { momentText } from './ledger-entries.ts'
import { readDailyFigures } from '#server/platform/figures/index.ts'

type Month = {
  instructorId: string
  /** The first day, and that of the next month. */ since: string
  until: string
  start: Date
  end: Date
}

const payoutsListed = 1_000
// Before the first sale of any installation.
const firstDay = '1970-01-01'

/** The balance of an instructor before a month, what was earned and paid out in it, and the balance after it. */
export async function readStatementBalance(
  queryable: Queryable,
  { instructorId, since, until, start, end }: Month,
): Promise<StatementBalance> {
  const readEarned = async (period: { since: string; until: string }) => {
    const figures = await readDailyFigures(queryable, ['ledger.instructor'], { subjects: [instructorId], ...period })
    return 0 - figures.reduce((sum, { value }) => sum + value, 0)
  }
  const earnedBeforeIdr = await readEarned({ since: firstDay, until: since })
  const earnedIdr = await readEarned({ since, until })
  const own = eq(payoutEntries.instructorId, instructorId)
  const within = and(own, gte(payoutEntries.bookedAt, start), lt(payoutEntries.bookedAt, end))
  const paidBeforeIdr = await sumPaid(queryable, and(own, lt(payoutEntries.bookedAt, start)))
  const paidOutIdr = await sumPaid(queryable, within)
  const openingIdr = earnedBeforeIdr - paidBeforeIdr
  const listed = await readPayoutEntries(queryable, { start, end, instructorId }, null, payoutsListed)
  return {
    openingIdr,
    earnedIdr,
    paidOutIdr,
    closingIdr: openingIdr + earnedIdr - paidOutIdr,
    payouts: listed.toReversed().map(({ id: _id, bookedAtText: _text, ...entry }) => entry),
  }
}

async function sumPaid(queryable: Queryable, where: SQL | undefined): Promise<number> {
  const [paid] = await queryable
    .select({ idr: sql<number>`coalesce(sum(${payoutEntries.amountIdr}), 0)::double precision` })
    .from(payoutEntries)
    .where(where)
  return paid?.idr ?? 0
}

export type ListedPayout = PayoutEntry & { id: string; bookedAtText: string }

/** The entries of payouts in a period, newest first; `older` continues after an entry. */
export async function readPayoutEntries(
  queryable: Queryable,
  { start, end, instructorId }: { start: Date; end: Date; instructorId: string },
  older: { bookedAtText: string; id: string } | null,
  limit: number,
): Promise<ListedPayout[]> {
  const rows = await queryable
    .select({
      id: payoutEntries.id,
      bookedAt: payoutEntries.bookedAt,
      bookedAtText: momentText(payoutEntries.bookedAt),
      event: payoutEntries.event,
      amountIdr: payoutEntries.amountIdr,
      state: payouts.state,
      reference: payouts.reference,
    })
    .from(payoutEntries)
    .innerJoin(payouts, eq(payouts.id, payoutEntries.payoutId))
    .where(
      and(
        eq(payoutEntries.instructorId, instructorId),
        gte(payoutEntries.bookedAt, start),
        lt(payoutEntries.bookedAt, end),
        older
          ? sql`(${payoutEntries.bookedAt}, ${payoutEntries.id}) < (${older.bookedAtText}::timestamptz, ${older.id}::uuid)`
          : undefined,
      ),
    )
    .orderBy(desc(payoutEntries.bookedAt), desc(payoutEntries.id))
    .limit(limit)
  return rows.map(({ bookedAt, ...row }) => ({ ...row, bookedAt: bookedAt.toISOString() }))
}
