import { and, eq } from 'drizzle-orm'
import type { BankAccountInput } from '#contract/commerce/bank-account.ts'
import type { CommerceDeps } from '#server/commerce/deps.ts'
import { hasRefundableMoney } from '#server/commerce/settlement/is-refundable.ts'
import { lockTransfer } from '#server/commerce/transfers/find-transfers.ts'
import { transfers, type TransferRow } from '#server/commerce/transfers/tables.ts'
import { newId } from '#server/platform/new-id.ts'
import { refused, type Refusal } from '#server/platform/outcomes.ts'
import type { Tx } from '#server/platform/database/index.ts'
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
    if (amountIdr > 0) await mailRefundAccount(tx, deps, row, amountIdr)
    return { outcome: 'saved' }
  })
}
