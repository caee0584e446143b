import { eq } from 'drizzle-orm'
import type { Tx } from '#server/platform/database/index.ts'
import { refused, type Outcome, type Refusal } from '#server/platform/outcomes.ts'
import type { CommerceDeps } from '#server/commerce/deps.ts'
import { mailRefund } from './refund-mail.ts'
import { ProviderUnavailable, type ProviderStatus } from '#server/commerce/payments/payment-provider.ts'
import { transactions, type TransactionRow } from '#server/commerce/tables.ts'
import { move, settleOrThrow } from './settle-payment.ts'
import { hasPaid } from '#server/commerce/orders/states.ts'
import { holdsMoney } from './transition.ts'

// A review is ended by staff: the payment counts although something about it is unexpected, or it goes back.

type Request = { actorId: string; transactionId: string; reason: string }
type Accepted = { outcome: 'accepted' } | Refusal<'not-found' | 'not-in-review' | 'not-paid' | 'provider-unavailable'>
type Returned = { outcome: 'refunded' } | Refusal<'refund-refused' | 'not-in-review' | 'provider-unavailable'>

export async function acceptHeld(deps: CommerceDeps, request: Request): Promise<Accepted> {
  const row = await findRow(deps, request.transactionId)
  if (!row) return refused('not-found')
  if (row.state !== 'review') return refused('not-in-review')
  return unlessUnavailable(async (): Promise<Accepted> => {
    // A card under challenge becomes an ordinary payment by this; any other payment refuses it.
    if ((await deps.payments.of(row.method).approveChallenge(row.orderId)) === 'done') {
      await settleOrThrow(deps, row.orderId)
      const approved = await findRow(deps, row.id)
      if (approved && hasPaid(approved.state)) {
        await deps.database.transaction((tx) => record(tx, deps, { ...request, action: 'transaction.accepted', row }))
        return { outcome: 'accepted' }
      }
    }
    const reported = await deps.payments.of(row.method).readStatus(row.orderId)
    if (!reported || !holdsMoney(reported) || reported.fraud === 'challenge' || reported.fraud === 'deny')
      return refused('not-paid')
    return deps.database.transaction(async (tx) => {
      const locked = await lockHeld(tx, row.id)
      if (!locked) return refused('not-in-review')
      // A later refund or chargeback is reported with the same mismatch.
      await tx.update(transactions).set({ acceptedAlert: locked.alert }).where(eq(transactions.id, locked.id))
      await move(tx, deps, { row: locked, to: 'paid', alert: null, reported })
      await record(tx, deps, { ...request, action: 'transaction.accepted', row: locked })
      return { outcome: 'accepted' }
    })
  })
}

/** Returns the money of a payment under review, or ends it where none was taken. The key makes a repeated request the same refund. */
export async function returnHeld(deps: CommerceDeps, request: Request): Promise<Returned> {
  const row = await findRow(deps, request.transactionId)
  if (row?.state !== 'review') return refused('not-in-review')
  return unlessUnavailable(async (): Promise<Returned> => {
    const reported = await deps.payments.of(row.method).readStatus(row.orderId)
    if (reported && !(await giveBack(deps, row, reported))) return refused('refund-refused')
    await settleOrThrow(deps, row.orderId)
    await deps.database.transaction(async (tx) => {
      const locked = await lockHeld(tx, row.id)
      if (locked) await move(tx, deps, { row: locked, to: 'cancelled', alert: null, reported: null })
      await record(tx, deps, { ...request, action: 'transaction.refund-asked', row })
      if (locked && reported && holdsMoney(reported))
        await mailRefund(tx, deps, {
          row: { ...locked, refundedAmountIdr: locked.amountIdr },
          refund: { amountIdr: locked.amountIdr, before: [], lines: [] },
        })
    })
    return { outcome: 'refunded' }
  })
}

/** True when the payer's money is free again. */
async function giveBack(
  { payments }: CommerceDeps,
  { orderId, amountIdr, method }: TransactionRow,
  reported: ProviderStatus,
): Promise<boolean> {
  const provider = payments.of(method)
  if (!holdsMoney(reported)) return reported.status !== 'pending' || (await provider.cancelPayment(orderId)) === 'done'
  const paidIdr = (reported.amountIdr ?? amountIdr) + reported.buyerFeeIdr
  const refunded = await provider.refund({
    orderId,
    refundKey: `review-${orderId}`,
    amountIdr: paidIdr,
    reason: 'review',
  })
  // A card payment that is not settled yet is voided instead.
  return refunded === 'done' || (await provider.cancelPayment(orderId)) === 'done'
}

async function findRow({ database }: CommerceDeps, id: string): Promise<TransactionRow | null> {
  const [row] = await database.query.select().from(transactions).where(eq(transactions.id, id))
  return row ?? null
}

async function lockHeld(tx: Tx, id: string): Promise<TransactionRow | null> {
  const [row] = await tx.select().from(transactions).where(eq(transactions.id, id)).for('update')
  return row?.state === 'review' ? row : null
}

type Recorded = Request & { action: 'transaction.accepted' | 'transaction.refund-asked'; row: TransactionRow }

const record = (tx: Tx, { audit }: CommerceDeps, { actorId, action, reason, row }: Recorded) =>
  audit.record(tx, {
    actorId,
    action,
    subjectId: row.id,
    details: { amountIdr: row.amountIdr, reason, orderId: row.orderId, alert: row.alert },
  })

async function unlessUnavailable<Result extends Outcome>(
  work: () => Promise<Result>,
): Promise<Result | Refusal<'provider-unavailable'>> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ProviderUnavailable) return refused('provider-unavailable')
    throw error
  }
}
