import { eq, sql } from 'drizzle-orm'
import type { TransactionState } from '#contract/commerce.ts'
import type { Transaction } from '#server/database/index.ts'
import type { CommerceDeps } from './commerce.ts'
import { issueInvoice } from './invoice.ts'
import { book } from './ledger/book.ts'
import { mailReceipt, mailRefund } from './receipt.ts'
import { ProviderUnavailable, type ProviderWord } from './payment-provider.ts'
import { findPromoId, redeem, release } from './promo.ts'
import { nextCheck } from './schedule.ts'
import { refundTasks, transactions, type TransactionRow } from './tables.ts'
import { decideTransition, hasPaid } from './transition.ts'

export type SettleOutcome = 'unknown-order' | 'provider-unavailable' | 'unchanged' | TransactionState

// Each try reads the provider anew; several only happen when others settle the same order at the same moment.
const maximumTries = 5

/**
 * Brings one transaction to where the provider says it stands. The same for a notification, a browser's refresh and
 * the poller: whoever calls, and however often, the result is the provider's present word, applied once.
 */
export async function settle(deps: CommerceDeps, orderId: string): Promise<SettleOutcome> {
  for (let tries = 0; tries < maximumTries; tries++) {
    const [before] = await deps.database.query.select().from(transactions).where(eq(transactions.orderId, orderId))
    if (!before) return 'unknown-order'
    let word: ProviderWord | null
    try {
      word = await deps.payments.readStatus(orderId)
    } catch (error) {
      if (error instanceof ProviderUnavailable) return 'provider-unavailable'
      throw error
    }
    const outcome = await deps.database.transaction((tx) => applyWord(tx, deps, before, word))
    if (outcome !== 'moved-meanwhile') return outcome
  }
  return 'unchanged'
}

/** A word read before somebody else wrote may be older than what is there: then it is read again, never applied. */
async function applyWord(tx: Transaction, deps: CommerceDeps, before: TransactionRow, word: ProviderWord | null): Promise<SettleOutcome | 'moved-meanwhile'> {
  const [row] = await tx.select().from(transactions).where(eq(transactions.id, before.id)).for('update')
  if (!row || row.version !== before.version || row.orderId !== before.orderId) return 'moved-meanwhile'

  const now = deps.clock.now()
  const { to, alert } = decideTransition(row, word, { merchantId: deps.payments.merchantId, now })
  if (alert) deps.log.warn({ orderId: row.orderId, state: row.state, alert }, 'payment needs a look')
  const isPaidState = hasPaid(to) || to === 'refunded' || to === 'chargeback'
  const changed: TransactionRow = {
    ...row,
    state: to,
    paidAt: isPaidState ? (row.paidAt ?? now) : null,
    refundedAmountIdr: refundedAmount(row, to, word),
    paymentType: word?.paymentType ?? row.paymentType,
  }
  const hasMoved = to !== row.state || changed.refundedAmountIdr !== row.refundedAmountIdr
  await tx
    .update(transactions)
    .set({
      state: to,
      paidAt: changed.paidAt,
      paidAmountIdr: isPaidState ? row.amountIdr : null,
      refundedAmountIdr: changed.refundedAmountIdr,
      ...(word ? { providerTransactionId: word.transactionId, providerStatus: word.status, fraudStatus: word.fraud, paymentType: word.paymentType } : {}),
      verifiedAt: now,
      nextCheckAt: nextCheck(changed, now),
      updatedAt: hasMoved ? now : row.updatedAt,
      version: sql`${transactions.version} + 1`,
    })
    .where(eq(transactions.id, row.id))
  if (!hasMoved) return 'unchanged'
  if (isPaidState) await book(tx, deps, changed)
  const givenBackIdr = changed.refundedAmountIdr - row.refundedAmountIdr
  // What a bank took back by force its customer knows.
  if (givenBackIdr > 0 && to !== 'chargeback') await mailRefund(tx, deps, changed, givenBackIdr)

  if (['expired', 'cancelled', 'failed'].includes(to)) await release(tx, row.id)

  if (hasPaid(to) && !hasPaid(row.state)) await grant(tx, deps, changed)
  if (to !== row.state && (to === 'refunded' || to === 'chargeback')) await deps.items[row.kind].revoke(tx, sourceRef(row))
  return to
}

/** What went back so far. It never shrinks, and ends at the whole amount. */
export function refundedAmount(row: Pick<TransactionRow, 'amountIdr' | 'refundedAmountIdr'>, to: TransactionState, word: ProviderWord | null): number {
  if (to === 'refunded' || to === 'chargeback') return row.amountIdr
  return to === 'partially_refunded' ? Math.min(row.amountIdr, Math.max(row.refundedAmountIdr, word?.refundedIdr ?? 0)) : row.refundedAmountIdr
}

const sourceRef = (row: TransactionRow): string => `transaction:${row.id}`

/** Paid: an invoice, its receipt, and access. Whoever has access already through something else gets the money back. */
export async function grant(tx: Transaction, deps: CommerceDeps, row: TransactionRow): Promise<void> {
  const invoiceNumber = await issueInvoice(tx, deps, row)
  // A lapsed transaction that is paid after all was promised its price: its slot is taken again.
  const promoId = row.promoCode ? await findPromoId(tx, row.promoCode) : null
  if (promoId) await redeem(tx, { promoId, transactionId: row.id, studentId: row.studentId, now: deps.clock.now() })
  const granted = await deps.items[row.kind].grant(tx, { userId: row.studentId, itemId: row.itemId, sourceRef: sourceRef(row) })
  await mailReceipt(tx, deps, row, invoiceNumber, granted || row.amountIdr === 0 ? 'receipt' : 'receipt-of-duplicate')
  if (granted || row.amountIdr === 0) return
  const now = deps.clock.now()
  await tx
    .insert(refundTasks)
    .values({
      refundKey: `duplicate-${row.orderId}`,
      transactionId: row.id,
      amountIdr: row.amountIdr,
      reason: 'duplicate_payment',
      createdAt: now,
      updatedAt: now,
    })
    .onConflictDoNothing()
  deps.log.warn({ orderId: row.orderId }, 'paid twice for the same item: a refund is due')
}
