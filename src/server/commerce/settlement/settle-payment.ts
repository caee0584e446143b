import { and, eq, isNotNull, sql } from 'drizzle-orm'
import type { PaymentAlert, TransactionState } from '#contract/commerce/transactions.ts'
import type { Tx } from '#server/platform/database/index.ts'
import type { CommerceDeps } from '#server/commerce/deps.ts'
import { readLines } from '#server/commerce/orders/lines.ts'
import { book } from '#server/commerce/payouts/book.ts'
import { isReturnedWhole, refundLines } from '#server/commerce/items/refund-lines.ts'
import { mailAlert, mailInstructions, mailReversal } from '#server/commerce/messages.ts'
import { mailRefund, titleOfRefund } from './refund-mail.ts'
import { areNew } from '#server/commerce/payments/payment-instructions.ts'
import { ProviderUnavailable, type ProviderStatus } from '#server/commerce/payments/payment-provider.ts'
import { endAsRefunded } from '#server/commerce/orders/end-refund-request.ts'
import { releaseSeatsOf } from '#server/commerce/orders/cohort-seats.ts'
import { releasePromo } from '#server/commerce/promo/redemptions.ts'
import { gifts } from '#server/commerce/gifts/tables.ts'
import { withdrawGift } from '#server/commerce/gifts/send-gift.ts'
import { eraseGiven } from '#server/commerce/gifts/erase-gifts.ts'
import { recountSeats } from '#server/commerce/teams/paid-seats.ts'
import { isErasedBuyer } from '#server/commerce/orders/erased-buyer.ts'
import { fulfil, revokeLines, soldItem, storeRefundedLines } from './fulfil.ts'
import { tellBuyer, tellOfRefund, tellOfWaiting } from './tell-buyer.ts'
import { findNamedAmounts, isMadeSomehow } from './named-amounts.ts'
import { nextCheck } from './schedule.ts'
import { transactions, type LineRow, type TransactionRow } from '#server/commerce/tables.ts'
import { decideTransition } from './transition.ts'
import { hasLapsed, hasPaid, isOpen, isReturned } from '#server/commerce/orders/states.ts'

/** Outcome of reading the status, as it is stored with a notification. */
export type Verdict = 'unknown-order' | 'provider-unavailable' | 'unchanged' | TransactionState

// Each try reads the provider again; more than one happens only when the same order is settled concurrently.
const maximumTries = 5

/**
 * Applies the provider's current status to one transaction. Notifications, a browser's refresh and the poller all use it;
 * repeated and concurrent calls apply each status once.
 */
export async function settle(deps: CommerceDeps, orderId: string): Promise<Verdict> {
  for (let tries = 0; tries < maximumTries; tries++) {
    const [before] = await deps.database.query.select().from(transactions).where(eq(transactions.orderId, orderId))
    if (!before) return 'unknown-order'
    let reported: ProviderStatus | null
    try {
      reported = await deps.payments.of(before.method).readStatus(orderId)
    } catch (error) {
      if (error instanceof ProviderUnavailable) return 'provider-unavailable'
      throw error
    }
    const outcome = await deps.database.transaction((tx) => applyStatus(tx, deps, before, reported))
    if (outcome === 'changed-concurrently') continue
    if (outcome !== 'unchanged') deps.metrics.payments.inc({ state: outcome })
    return outcome
  }
  return 'unchanged'
}

/** Like `settle`, for callers that must know the provider's current status. Throws ProviderUnavailable when it could not be read. */
export async function settleOrThrow(
  deps: CommerceDeps,
  orderId: string,
): Promise<Exclude<Verdict, 'provider-unavailable'>> {
  const outcome = await settle(deps, orderId)
  if (outcome === 'provider-unavailable') throw new ProviderUnavailable('The status could not be read')
  return outcome
}

/** A status read before a concurrent write may be outdated: it is not applied, and the caller reads again. */
async function applyStatus(
  tx: Tx,
  deps: CommerceDeps,
  before: TransactionRow,
  reported: ProviderStatus | null,
): Promise<Verdict | 'changed-concurrently'> {
  const [row] = await tx.select().from(transactions).where(eq(transactions.id, before.id)).for('update')
  if (!row || row.version !== before.version || row.orderId !== before.orderId) return 'changed-concurrently'

  const now = deps.clock.now()
  const {
    to,
    alert = null,
    isOfOtherAttempt,
  } = decideTransition(row, reported, { merchantId: deps.payments.of(row.method).merchantId, now })
  if (alert) deps.log.warn({ orderId: row.orderId, state: row.state, alert }, 'payment needs manual review')
  return move(tx, deps, { row, to, alert, reported: isOfOtherAttempt ? null : reported })
}

type Move = { row: TransactionRow; to: TransactionState; alert: PaymentAlert | null; reported: ProviderStatus | null }

/** Writes the next state of a locked transaction with all that follows from it. */
export async function move(
  tx: Tx,
  deps: CommerceDeps,
  { row, to, alert, reported }: Move,
): Promise<'unchanged' | TransactionState> {
  const now = deps.clock.now()
  const changed: TransactionRow = {
    ...row,
    state: to,
    paidAt: isPaidState(to) ? (row.paidAt ?? now) : null,
    refundedAmountIdr: refundedAmount(row, to, reported),
    paymentType: reported?.paymentType ?? row.paymentType,
    buyerFeeIdr: reported?.buyerFeeIdr ?? row.buyerFeeIdr,
    // A review keeps its reason until it ends.
    alert: alert ?? (to === 'review' ? row.alert : null),
  }
  const hasMoved = to !== row.state || changed.refundedAmountIdr !== row.refundedAmountIdr
  await storeStatus(tx, changed, reported, { now, updatedAt: hasMoved ? now : row.updatedAt })
  if (to === 'pending' && reported?.instructions && areNew(reported.instructions, row.paymentInstructions)) {
    await mailInstructions(tx, deps, { row: changed, instructions: reported.instructions })
    await tellOfWaiting(tx, deps, { row: changed, instructions: reported.instructions })
  }
  // Each reason once, also when it is read again and again.
  if (changed.alert && changed.alert !== row.alert) await mailAlert(tx, deps, { row: changed, alert: changed.alert })
  if (!hasMoved) return 'unchanged'
  await carryOut(tx, deps, { row, changed })
  return to
}

/** The payment arrived once, whatever became of it. */
const isPaidState = (state: TransactionState): boolean => hasPaid(state) || isReturned(state) || state === 'reversed'

/** Also stores when the provider was read, and when it is read again. */
async function storeStatus(
  tx: Tx,
  changed: TransactionRow,
  reported: ProviderStatus | null,
  { now, updatedAt }: { now: Date; updatedAt: Date },
): Promise<void> {
  const { state, paidAt, refundedAmountIdr } = changed
  await tx
    .update(transactions)
    .set({
      state,
      paidAt,
      paidAmountIdr: isPaidState(state) ? changed.amountIdr : null,
      refundedAmountIdr,
      buyerFeeIdr: changed.buyerFeeIdr,
      alert: changed.alert,
      ...(reported
        ? {
            providerTransactionId: reported.transactionId,
            providerStatus: reported.status,
            fraudStatus: reported.fraud,
            paymentType: reported.paymentType,
            paymentInstructions: reported.instructions,
          }
        : {}),
      verifiedAt: now,
      nextCheckAt: nextCheck(changed, now),
      updatedAt,
      version: sql`${transactions.version} + 1`,
    })
    .where(eq(transactions.id, changed.id))
}

/** Applies the side effects of a new state or a refund: lines, ledger, mails, events, promo code, access. */
async function carryOut(
  tx: Tx,
  deps: CommerceDeps,
  { row, changed }: { row: TransactionRow; changed: TransactionRow },
): Promise<void> {
  const { state } = changed
  const before = await readLines(tx, row.id)
  const newlyRefundedIdr = changed.refundedAmountIdr - row.refundedAmountIdr
  const lines = await shareRefund(tx, before, { row, changed })
  const refund = { amountIdr: newlyRefundedIdr, before, lines }
  await storeRefundedLines(tx, before, lines)
  if (isPaidState(state)) await book(tx, deps, { row: changed, lines })
  // The buyer of a chargeback already knows from the bank.
  if (state === 'reversed' && row.state !== state) await mailReversal(tx, deps, changed)
  else if (newlyRefundedIdr > 0 && state !== 'chargeback') await mailRefund(tx, deps, { row: changed, refund })
  if (newlyRefundedIdr > 0) await emitRefund(tx, deps, changed, newlyRefundedIdr)
  if (newlyRefundedIdr > 0 && state === 'reversed')
    await tellBuyer(tx, deps, { row: changed, state, amountIdr: newlyRefundedIdr })
  else if (newlyRefundedIdr > 0 && state !== 'chargeback')
    await tellOfRefund(tx, deps, { row: changed, title: titleOfRefund(changed, refund), amountIdr: newlyRefundedIdr })
  if (hasLapsed(state)) await releasePromo(tx, row.id)
  if (!isOpen(state) && !hasPaid(state)) await releaseSeatsOf(tx, before)
  if (isReturned(state) && row.state !== state) {
    await endAsRefunded(tx, deps, changed)
    if (row.giftEmail !== null) await withdrawGift(tx, deps, row)
  }
  if (hasPaid(state) && !hasPaid(row.state))
    await fulfil(tx, deps, { row: changed, lines, isRestored: row.state === 'reversed' })
  if (hasPaid(row.state) && !hasPaid(state))
    await tx
      .update(gifts)
      .set({ readyAt: null })
      .where(and(eq(gifts.transactionId, row.id), isNotNull(gifts.readyAt)))
  if (isErasedBuyer(changed) && !hasPaid(state) && !isOpen(state)) await eraseGiven(tx, changed.studentId)
  await recountSeats(tx, deps, { row, isReversal: state === 'reversed' })
  if (state !== row.state && (isReturned(state) || state === 'reversed'))
    await revokeLines(tx, deps, { lines, isReversal: state === 'reversed' })
  else if (lines !== before && lines.length > 1) await revokeLines(tx, deps, { lines: lines.filter(isReturnedWhole) })
}

/** The lines with what went back of each. A reversed payment that is settled again starts anew. */
async function shareRefund(
  tx: Tx,
  before: LineRow[],
  { row, changed }: { row: TransactionRow; changed: TransactionRow },
): Promise<LineRow[]> {
  if (changed.refundedAmountIdr === row.refundedAmountIdr) return before
  const start = row.state === 'reversed' ? before.map((line) => ({ ...line, refundedAmountIdr: 0 })) : before
  return refundLines(start, changed.refundedAmountIdr, await findNamedAmounts(tx, row.id, isMadeSomehow))
}

/** The amount that went back so far: all of it in a final state. It decreases only when a reversed payment is settled again. */
function refundedAmount(
  row: Pick<TransactionRow, 'state' | 'amountIdr' | 'refundedAmountIdr'>,
  to: TransactionState,
  reported: ProviderStatus | null,
): number {
  if (isReturned(to) || to === 'reversed') return row.amountIdr
  const beforeIdr = row.state === 'reversed' ? 0 : row.refundedAmountIdr
  return to === 'partially_refunded'
    ? Math.min(row.amountIdr, Math.max(beforeIdr, reported?.refundedIdr ?? 0))
    : beforeIdr
}

const emitRefund = (tx: Tx, { emitEvent }: CommerceDeps, row: TransactionRow, newlyRefundedIdr: number) =>
  emitEvent(tx, {
    type: 'purchase.refunded',
    data: {
      transactionId: row.id,
      studentId: row.studentId,
      item: soldItem(row),
      amountIdr: newlyRefundedIdr,
      refundedIdr: row.refundedAmountIdr,
      isFull: row.refundedAmountIdr === row.amountIdr,
      reason: row.state === 'chargeback' ? 'chargeback' : row.state === 'reversed' ? 'reversal' : 'refund',
    },
  })
