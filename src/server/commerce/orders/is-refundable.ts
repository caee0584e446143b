import { dayMs } from '#contract/kit/durations.ts'
import { hasPaid } from './states.ts'
import type { TransactionRow } from '#server/commerce/tables.ts'

type Paid = Pick<TransactionRow, 'state' | 'amountIdr' | 'refundedAmountIdr' | 'paidAt'>

/** True when money of it can go back at all. */
export const hasRefundableMoney = ({ state, amountIdr, refundedAmountIdr, paidAt }: Paid): boolean =>
  hasPaid(state) && amountIdr > refundedAmountIdr && paidAt !== null

/** True when its buyer may still ask for the money, by time. How far they studied is looked at when they ask: the answer says so. */
export const mayStillAsk = ({ paidAt }: Pick<Paid, 'paidAt'>, days: number, now: Date): boolean =>
  paidAt !== null && now.getTime() <= paidAt.getTime() + days * dayMs
