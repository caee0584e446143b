import { randomInt } from 'node:crypto'
import { and, gt, gte, lte, ne, sql } from 'drizzle-orm'
import { dayMs } from '#contract/kit/durations.ts'
import { maximumChargeIdr } from '#contract/kit/money.ts'
import { transactions } from '#server/commerce/tables.ts'
import { lockUntilCommit, type Tx } from '#server/platform/database/index.ts'
import { transfers } from '#server/commerce/payments/transfer-tables.ts'

const largestCode = 999
/** The amount of an order that has ended may still arrive for a while. */
const restMs = 7 * dayMs

/**
 * Picks an amount to add, so that no other open payment by hand has the same sum, as the index `one_open_transfer_amount` ensures.
 * Codes that no recent order had come first. Null when all are taken.
 */
export async function takeUniqueCode(tx: Tx, totalIdr: number, now: Date): Promise<number | null> {
  await lockUntilCommit(tx, 'transfer-amounts')
  const [from, to] = [totalIdr + 1, Math.min(totalIdr + largestCode, maximumChargeIdr)]
  const open = await tx
    .select({ amountIdr: transactions.amountIdr })
    .from(transactions)
    // As in the partial index.
    .where(
      and(
        ne(transactions.method, sql`'card'`),
        sql`${transactions.state} in ('created', 'pending', 'review')`,
        gte(transactions.amountIdr, from),
        lte(transactions.amountIdr, to),
      ),
    )
  const recent = await tx
    .selectDistinct({ amountIdr: transfers.amountIdr })
    .from(transfers)
    .where(
      and(
        gte(transfers.amountIdr, from),
        lte(transfers.amountIdr, to),
        gt(transfers.createdAt, new Date(now.getTime() - restMs)),
      ),
    )
  const taken = new Set(open.map(({ amountIdr }) => amountIdr))
  const rested = new Set(recent.map(({ amountIdr }) => amountIdr))
  const free = Array.from({ length: Math.max(0, to - totalIdr) }, (_, index) => index + 1).filter(
    (code) => !taken.has(totalIdr + code),
  )
  const fresh = free.filter((code) => !rested.has(totalIdr + code))
  const choice = fresh.length > 0 ? fresh : free
  return choice[randomInt(Math.max(1, choice.length))] ?? null
}
