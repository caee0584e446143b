import { dayMs, hourMs, minuteMs } from '#contract/kit/durations.ts'
import type { TransactionState } from '#contract/commerce/transactions.ts'
import { hasPaid, isOpen, isReturned } from '#server/commerce/orders/states.ts'

/** The buyer may still be waiting on a page. Later, orders are polled every hour. */
export const freshMs = 24 * minuteMs

// The polling interval by a transaction's age: short at first, when most payments arrive.
const steps: readonly [untilAgeMs: number, everyMs: number][] = [
  [30_000, 30_000],
  [90_000, minuteMs],
  [4 * minuteMs, 2 * minuteMs],
  [9 * minuteMs, 5 * minuteMs],
  [freshMs, 15 * minuteMs],
  [Number.POSITIVE_INFINITY, hourMs],
]
/** A payment may still arrive this long after the session ended. */
const lateMs = dayMs
/** Refunds and chargebacks can be made at the provider for about half a year. */
const watchPaidMs = 180 * dayMs

export type Scheduled = { state: TransactionState; createdAt: Date; expiresAt: Date | null; paidAt: Date | null }

/** The time of the next poll at the provider; null: never. */
export function nextCheck({ state, createdAt, expiresAt, paidAt }: Scheduled, now: Date): Date | null {
  const inMs = (ms: number) => new Date(now.getTime() + ms)
  if (hasPaid(state) || state === 'reversed') {
    // After one day, two, four and so on: eight reads in all, because the provider notifies of refunds, and almost none are missed.
    const paidMs = paidAt ? now.getTime() - paidAt.getTime() : Number.POSITIVE_INFINITY
    return paidMs < watchPaidMs ? inMs(Math.max(dayMs, paidMs)) : null
  }
  if (isOpen(state)) {
    const age = now.getTime() - createdAt.getTime()
    return inMs(steps.find(([untilAge]) => age < untilAge)?.[1] ?? hourMs)
  }
  if (isReturned(state)) return null
  return expiresAt && now.getTime() < expiresAt.getTime() + lateMs ? inMs(hourMs) : null
}
