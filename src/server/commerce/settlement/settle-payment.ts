import { and, eq, isNotNull, ne, sql } from 'drizzle-orm'
import type { TransactionState } from '#contract/commerce/commerce.ts'
import type { Tx } from '#server/platform/database/index.ts'
import type { CommerceDeps } from '#server/commerce/deps.ts'
import { readLines } from '#server/commerce/checkout/open-transaction.ts'
import { book } from '#server/commerce/ledger/book.ts'
import { amountOf, refundLines } from '#server/commerce/lines/refund-lines.ts'
import { mailInstructions, mailRefund } from '#server/commerce/messages.ts'
import { areNew } from '#server/commerce/provider/payment-instructions.ts'
import { ProviderUnavailable, type ProviderStatus } from '#server/commerce/provider/payment-provider.ts'
import { releasePromo } from '#server/commerce/promo/promo.ts'
import { fulfil, revokeLines, soldItem, storeRefundedLines } from './fulfil.ts'
import { nextCheck } from './schedule.ts'
import { refundTasks, transactions, type LineRow, type TransactionRow } from '#server/commerce/tables.ts'
import { decideTransition, hasLapsed, hasPaid, isReturned } from './transition.ts'

export type SettleOutcome = 'unknown-order' | 'provider-unavailable' | 'unchanged' | TransactionState

// Each try reads the provider again; more than one happens only when the same order is settled concurrently.
const maximumTries = 5

/**
 * Applies the provider's current status to one transaction. Notifications, a browser's refresh and the poller all use it;
 * repeated and concurrent calls apply each status once.
 */
export async function settle(deps: CommerceDeps, orderId: string): Promise<SettleOutcome> {
  for (let tries = 0; tries < maximumTries; tries++) {
    const [before] = await deps.database.query.select().from(transactions).where(eq(transactions.orderId, orderId))
    if (!before) return 'unknown-order'
    let reported: ProviderStatus | null
    try {
      reported = await deps.payments.readStatus(orderId)
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
export async function settleOrThrow(deps: CommerceDeps, orderId: string): Promise<Exclude<SettleOutcome, 'provider-unavailable'>> {
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
): Promise<SettleOutcome | 'changed-concurrently'> {
  const [row] = await tx.select().from(transactions).where(eq(transactions.id, before.id)).for('update')
  if (!row || row.version !== before.version || row.orderId !== before.orderId) return 'changed-concurrently'

  const now = deps.clock.now()
  const { to, alert } = decideTransition(row, reported, { merchantId: deps.payments.merchantId, now })
  if (alert) deps.log.warn({ orderId: row.orderId, state: row.state, alert }, 'payment needs manual review')
  const changed: TransactionRow = {
    ...row,
    state: to,
    paidAt: isPaidState(to) ? (row.paidAt ?? now) : null,
    refundedAmountIdr: refundedAmount(row, to, reported),
    paymentType: reported?.paymentType ?? row.paymentType,
  }
  const hasMoved = to !== row.state || changed.refundedAmountIdr !== row.refundedAmountIdr
  await storeStatus(tx, changed, reported, { now, updatedAt: hasMoved ? now : row.updatedAt })
  if (to === 'pending' && reported?.instructions && areNew(reported.instructions, row.paymentInstructions))
    await mailInstructions(tx, deps, changed, reported.instructions)
  if (!hasMoved) return 'unchanged'
  await carryOut(tx, deps, { row, changed })
  return to
}

const isPaidState = (state: TransactionState): boolean => hasPaid(state) || isReturned(state)

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

/** What follows from a new state or a refund: the lines, the ledger, mails, events, the promo code, access. */
async function carryOut(tx: Tx, deps: CommerceDeps, { row, changed }: { row: TransactionRow; changed: TransactionRow }): Promise<void> {
  const { state } = changed
  const before = await readLines(tx, row.id)
  const newlyRefundedIdr = changed.refundedAmountIdr - row.refundedAmountIdr
  const lines = newlyRefundedIdr > 0 ? refundLines(before, changed.refundedAmountIdr, await findNamedLines(tx, row.id)) : before
  await storeRefundedLines(tx, before, lines)
  if (isPaidState(state)) await book(tx, deps, changed, lines)
  // The buyer of a chargeback already knows from the bank.
  if (newlyRefundedIdr > 0 && state !== 'chargeback') await mailRefund(tx, deps, changed, newlyRefundedIdr)
  if (newlyRefundedIdr > 0) await emitRefund(tx, deps, changed, newlyRefundedIdr)
  if (hasLapsed(state)) await releasePromo(tx, row.id)
  if (hasPaid(state) && !hasPaid(row.state)) await fulfil(tx, deps, changed, lines)
  if (state !== row.state && isReturned(state)) await revokeLines(tx, deps, lines)
  else if (newlyRefundedIdr > 0 && lines.length > 1) await revokeLines(tx, deps, lines.filter(isReturnedWhole))
}

const isReturnedWhole = (line: LineRow): boolean => line.refundedAmountIdr > 0 && line.refundedAmountIdr === amountOf(line)

/** The lines that refunds of this transaction are for. */
async function findNamedLines(tx: Tx, transactionId: string): Promise<ReadonlySet<string>> {
  const tasks = await tx
    .select({ lineIds: refundTasks.lineIds })
    .from(refundTasks)
    .where(and(eq(refundTasks.transactionId, transactionId), isNotNull(refundTasks.lineIds), ne(refundTasks.state, 'refused')))
  return new Set(tasks.flatMap(({ lineIds }) => lineIds ?? []))
}

/** The amount refunded so far. It never decreases, and reaches the full amount in a final state. */
export function refundedAmount(row: Pick<TransactionRow, 'amountIdr' | 'refundedAmountIdr'>, to: TransactionState, reported: ProviderStatus | null): number {
  if (isReturned(to)) return row.amountIdr
  return to === 'partially_refunded' ? Math.min(row.amountIdr, Math.max(row.refundedAmountIdr, reported?.refundedIdr ?? 0)) : row.refundedAmountIdr
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
      reason: row.state === 'chargeback' ? 'chargeback' : 'refund',
    },
  })
