import { dayMs } from '#contract/kit/durations.ts'
import { hasPaid } from '#server/commerce/settlement/transition.ts'
import type { TransactionRow } from '#server/commerce/tables.ts'

/** Whether money of it can go back, and its buyer may still ask for it. */
export function isRefundable(
  { state, amountIdr, refundedAmountIdr, paidAt }: TransactionRow,
  days: number,
  now: Date,
): boolean {
  return (
    hasPaid(state) &&
    amountIdr > refundedAmountIdr &&
    paidAt !== null &&
    now.getTime() <= paidAt.getTime() + days * dayMs
  )
}
