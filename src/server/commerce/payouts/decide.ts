import { eq } from 'drizzle-orm'
import type { Payout } from '#contract/commerce/payouts.ts'
import type { CommerceDeps } from '#server/commerce/deps.ts'
import { isErasedBuyer } from '#server/commerce/orders/erased-buyer.ts'
import type { TransactionRow } from '#server/commerce/tables.ts'
import { lockTransfer } from '#server/commerce/payments/lock-transfer.ts'
import { receiveProof } from '#server/commerce/payments/proof-picture.ts'
import { transfers } from '#server/commerce/payments/transfer-tables.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { isErasedAddress } from '#server/platform/erased-address.ts'
import { refused, type InvalidInput, type Refusal } from '#server/platform/outcomes.ts'
import { bookPayout, type BalancePayout } from './book-payout.ts'
import { mailPayout, mailRefundSending } from './messages.ts'
import { presentPayout } from './present.ts'
import { readRefundTitles } from './refund-titles.ts'
import { insertRefundPayout } from './refunds-by-hand.ts'
import { payoutProofs, payouts, type PayoutRow } from './tables.ts'

type Decided = { outcome: 'decided'; payout: Payout } | Refusal<'not-found' | 'already-decided'> | InvalidInput
/** `proof` is a picture of what the bank confirmed. */
type Decision = { id: string; adminId: string; reference: string; state: 'sent' | 'failed'; proof?: Blob | undefined }
/** The row with what was decided. */
type Ended<Row extends PayoutRow = PayoutRow> = Row & Pick<Decision, 'reference' | 'state'> & { decidedAt: Date }

const noAccount = { bank: '', number: '', holder: '' }

/** Ends a payout once: it was sent; or it returns to the balance, or waits for another account of the buyer. */
export async function decidePayout(
  deps: CommerceDeps,
  { id, adminId, reference, state, proof }: Decision,
): Promise<Decided> {
  const received = proof ? await receiveProof(deps, adminId, proof) : null
  if (received && received.outcome !== 'received') return received
  return deps.database.transaction(async (tx) => {
    const [known] = await tx.select({ transactionId: payouts.transactionId }).from(payouts).where(eq(payouts.id, id))
    // The transaction first, as everywhere.
    const refund = known?.transactionId ? await lockTransfer(tx, known.transactionId) : null
    const [before] = await tx.select().from(payouts).where(eq(payouts.id, id)).for('update')
    if (!before) return refused('not-found')
    if (before.state !== 'requested' && before.state !== 'batched') return refused('already-decided')
    const decidedAt = deps.clock.now()
    const change = { state, reference, decidedBy: adminId, decidedAt }
    await tx.update(payouts).set(change).where(eq(payouts.id, id))
    const { instructorId } = before
    const isErased =
      instructorId === null
        ? await endRefund(tx, deps, refund?.row, { ...before, ...change })
        : await endPayout(tx, deps, { ...before, ...change, instructorId })
    // It was needed until now, and the picture shows it.
    if (isErased) await tx.update(payouts).set(noAccount).where(eq(payouts.id, id))
    const bytes = isErased ? null : (received?.bytes ?? null)
    if (bytes) await tx.insert(payoutProofs).values({ payoutId: id, bytes, createdAt: decidedAt })
    await deps.audit.record(tx, {
      actorId: adminId,
      action: state === 'sent' ? 'payout.sent' : 'payout.failed',
      subjectId: id,
      details: { amountIdr: before.amountIdr, reference },
    })
    const ended = { ...before, ...change, ...(isErased ? noAccount : {}) }
    return { outcome: 'decided', payout: presentPayout(ended, bytes !== null) }
  })
}

/** Tells the instructor. Returns whether their account was deleted. */
async function endPayout(tx: Tx, deps: CommerceDeps, ended: Ended<BalancePayout>): Promise<boolean> {
  const { instructorId, amountIdr, state, reference } = ended
  if (state === 'failed') await bookPayout(tx, ended, { event: 'returned', now: ended.decidedAt })
  const person = (await deps.identity.findUserProfiles([instructorId], tx)).get(instructorId)
  if (person) await mailPayout(tx, deps, { person, payout: ended })
  await deps.notify(tx, { kind: 'payout', userId: instructorId, data: { amountIdr, state, reference } })
  return !person || isErasedAddress(person.email)
}

/** Tells the buyer; what failed waits again, for another account. Returns whether the buyer's account was deleted. */
async function endRefund(tx: Tx, deps: CommerceDeps, row: TransactionRow | undefined, ended: Ended): Promise<boolean> {
  const { refundKey, amountIdr, state, reference, decidedAt } = ended
  if (!row || refundKey === null) throw new Error('A refund by hand has a transaction and a key')
  if (state === 'failed') {
    await tx
      .update(transfers)
      .set({ refundBank: null, refundNumber: null, refundHolder: null })
      .where(eq(transfers.transactionId, row.id))
    await insertRefundPayout(tx, {
      refundKey,
      transactionId: row.id,
      amountIdr,
      account: noAccount,
      now: decidedAt,
    })
  }
  const title = (await readRefundTitles(tx, [refundKey])).get(refundKey) ?? row.itemTitle
  await mailRefundSending(tx, deps, { row, payout: { ...ended, title } })
  await deps.notify(tx, {
    kind: 'refund-transfer',
    userId: row.studentId,
    data: { transactionId: row.id, title, amountIdr, state, reference },
  })
  return isErasedBuyer(row)
}
