import { and, eq, inArray } from 'drizzle-orm'
import type { BankAccountInput } from '#contract/commerce/bank-account.ts'
import type { RefundStanding } from '#contract/commerce/order-standing.ts'
import type { CommerceDeps } from '#server/commerce/deps.ts'
import { hasRefundableMoney } from '#server/commerce/orders/is-refundable.ts'
import { lockTransfer } from '#server/commerce/payments/lock-transfer.ts'
import { transfers, type TransferRow } from '#server/commerce/payments/transfer-tables.ts'
import { newId } from '#server/platform/new-id.ts'
import { refused, type Refusal } from '#server/platform/outcomes.ts'
import type { Queryable, Tx } from '#server/platform/database/index.ts'
import { mailRefundAccount } from './messages.ts'
import { payouts } from './tables.ts'

export const hasAccount = ({ number }: { number: string }): boolean => number !== ''

export const refundAccountOf = ({
  refundBank,
  refundNumber,
  refundHolder,
}: Pick<TransferRow, 'refundBank' | 'refundNumber' | 'refundHolder'>): BankAccountInput => ({
  bank: refundBank ?? '',
  number: refundNumber ?? '',
  holder: refundHolder ?? '',
})

type NewRefund = { refundKey: string; transactionId: string; amountIdr: number; account: BankAccountInput; now: Date }

/** Lets a refund of a payment by hand wait until an admin has sent it. */
export const insertRefundPayout = (tx: Tx, { account, now, ...refund }: NewRefund) =>
  tx.insert(payouts).values({ id: newId(), state: 'requested', ...refund, ...account, createdAt: now })

/** Reads the standing of refunds by hand of these orders; one that has them all sent is left out. */
export async function readUnsent(
  queryable: Queryable,
  transactionIds: readonly string[],
): Promise<ReadonlyMap<string, RefundStanding>> {
  if (transactionIds.length === 0) return new Map()
  const waiting = await queryable
    .select({ transactionId: payouts.transactionId, number: payouts.number })
    .from(payouts)
    .where(and(inArray(payouts.transactionId, [...transactionIds]), inArray(payouts.state, ['requested', 'batched'])))
  const standings = new Map<string, RefundStanding>()
  for (const payout of waiting) {
    const { transactionId } = payout
    if (transactionId === null || standings.get(transactionId) === 'account') continue
    standings.set(transactionId, hasAccount(payout) ? 'sending' : 'account')
  }
  return standings
}

type Saved = { outcome: 'saved' } | Refusal<'not-found' | 'no-refund'>

/** Stores where the buyer of a payment by hand wants refunds sent to: what waits, and what is still asked for. */
export async function saveRefundAccount(
  deps: CommerceDeps,
  studentId: string,
  { id, bank, number, holder }: BankAccountInput & { id: string },
): Promise<Saved> {
  return deps.database.transaction(async (tx) => {
    const found = await lockTransfer(tx, id)
    if (found?.row.studentId !== studentId) return refused('not-found')
    const { row, transfer } = found
    const isWaiting = and(eq(payouts.transactionId, row.id), eq(payouts.state, 'requested'))
    const waiting = await tx.select().from(payouts).where(isWaiting).for('update')
    if (waiting.length === 0 && !hasRefundableMoney(row)) return refused('no-refund')
    await tx
      .update(transfers)
      .set({ refundBank: bank, refundNumber: number, refundHolder: holder })
      .where(eq(transfers.orderId, transfer.orderId))
    await tx.update(payouts).set({ bank, number, holder }).where(isWaiting)
    await deps.audit.record(tx, {
      actorId: studentId,
      action: 'refund-account.changed',
      subjectId: row.id,
    })
    const amountIdr = waiting.filter((each) => !hasAccount(each)).reduce((sum, each) => sum + each.amountIdr, 0)
    if (amountIdr > 0) await mailRefundAccount(tx, deps, { row, amountIdr })
    return { outcome: 'saved' }
  })
}
