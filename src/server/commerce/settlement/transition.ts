import type { PaymentAlert, TransactionState } from '#contract/commerce/transactions.ts'
import { minuteMs } from '#contract/kit/durations.ts'
import { hasLapsed, hasPaid, isOpen, isReturned, isUnpaid } from '#server/commerce/orders/states.ts'
import type { ProviderStatus } from '#server/commerce/payments/payment-provider.ts'

export type KnownTransaction = {
  orderId: string
  amountIdr: number
  state: TransactionState
  expiresAt: Date | null
  /** As last read; absent before the first read. */
  providerTransactionId?: string | null
  providerStatus?: string | null
  /** The mismatch that an admin accepted in a review. */
  acceptedAlert?: PaymentAlert | null
}

export type Transition = {
  /** The state to write; the current one when nothing changes. */
  to: TransactionState
  /** The reason why staff should review the transaction. */
  alert?: PaymentAlert
  /** The status is of another attempt than the one that paid: nothing of it is stored. */
  isOfOtherAttempt?: true
}

/** The provider has taken money that has not gone back as a whole. */
export const holdsMoney = ({ status }: ProviderStatus): boolean =>
  ['capture', 'settlement', 'partial_refund'].includes(status)

/** The provider reports no money, and none is expected of this attempt. */
const moneyless = ['deny', 'failure', 'cancel', 'expire']

// Allows for clock skew between the provider and this server.
const clockSkewMs = 10 * minuteMs

/**
 * The transition rule: the next state of a transaction for the provider's current status. Pure. It takes only a status that was read from
 * the provider, never one from a notification, so notifications may be late, repeated or out of order.
 * `reported` null: no charge was ever started for this order.
 */
export function decideTransition(
  transaction: KnownTransaction,
  reported: ProviderStatus | null,
  options: { merchantId: string | null; now: Date },
): Transition {
  const { state } = transaction
  if (!reported) return isOverdue(transaction, options.now) && state !== 'review' ? { to: 'expired' } : { to: state }

  const isMoneyless = moneyless.includes(reported.status)
  const mismatch = findMismatch(transaction, reported, options.merchantId)
  const isAccepted = mismatch !== 'other-order' && mismatch === (transaction.acceptedAlert ?? null)
  // Without money there is nothing to review.
  if (mismatch && !isAccepted && !(isOpen(state) && isMoneyless))
    return hasLapsed(state) && !holdsMoney(reported)
      ? { to: state }
      : { to: isUnpaid(state) ? 'review' : state, alert: mismatch }

  if (isReturned(state)) return { to: state }
  // The last attempt failed and the session expired: the provider's status will not change any more.
  if ((reported.fraud === 'deny' || failedAttempts.includes(reported.status)) && isOverdue(transaction, options.now))
    return { to: 'expired' }
  if (hasPaid(state) && isMoneyless) return afterPayment(transaction, reported)
  return fromStatus(transaction, reported)
}

/** A payment that ends without money: void before its settlement, reversed by the bank after it. An earlier attempt says nothing. */
function afterPayment(
  { state, providerTransactionId, providerStatus }: KnownTransaction,
  { status, transactionId }: ProviderStatus,
): Transition {
  if (providerTransactionId && transactionId !== providerTransactionId) return { to: state, isOfOtherAttempt: true }
  const isVoid = (status === 'cancel' || status === 'expire') && !settled.includes(providerStatus ?? '')
  return isVoid ? { to: 'refunded' } : { to: 'reversed', alert: 'reversed' }
}

const settled = ['settlement', 'partial_refund']

const failedAttempts = ['deny', 'failure']

function fromStatus(
  { state, amountIdr }: KnownTransaction,
  { status, fraud, refundedIdr }: ProviderStatus,
): Transition {
  // A challenged payment grants nothing; earlier access stays until the provider denies it.
  if (fraud === 'challenge' && ['settlement', 'capture', 'partial_refund'].includes(status))
    return { to: isUnpaid(state) ? 'review' : state, alert: 'challenge' }
  if (fraud === 'deny')
    return hasPaid(state) ? { to: state, alert: 'denied-when-paid' } : { to: isOpen(state) ? 'pending' : state }
  switch (status) {
    case 'settlement':
    case 'capture':
      return { to: isOpen(state) || hasLapsed(state) || state === 'reversed' ? 'paid' : state }
    case 'pending':
    case 'authorize':
      return { to: state === 'created' ? 'pending' : state }
    // After a failed attempt the same session can still be paid until it expires. A review that ends in a denial is decided.
    case 'deny':
    case 'failure':
      return { to: isOpen(state) ? 'pending' : state }
    case 'expire':
      return { to: isOpen(state) ? 'expired' : state }
    case 'cancel':
      return { to: isOpen(state) ? 'cancelled' : state }
    case 'refund':
      return { to: 'refunded' }
    case 'partial_refund':
      // Where the buyer paid a fee, the provider compares with the price and the fee together.
      return { to: refundedIdr !== null && refundedIdr >= amountIdr ? 'refunded' : 'partially_refunded' }
    // A part counts as all of it: the status does not say which of the items it is for. No later status changes this; staff see the alert, and can
    // give access by hand.
    case 'chargeback':
    case 'partial_chargeback':
      return { to: 'chargeback', alert: 'chargeback' }
    default:
      return { to: state, alert: 'unknown-status' }
  }
}

function isOverdue({ state, expiresAt }: KnownTransaction, now: Date): boolean {
  return isOpen(state) && expiresAt !== null && now.getTime() > expiresAt.getTime() + clockSkewMs
}

function findMismatch(
  { orderId, amountIdr }: KnownTransaction,
  reported: ProviderStatus,
  merchantId: string | null,
): PaymentAlert | null {
  if (reported.orderId !== orderId) return 'other-order'
  if (reported.amountIdr !== amountIdr) return 'amount'
  if (reported.currency !== 'IDR') return 'currency'
  if (merchantId !== null && reported.merchantId !== null && reported.merchantId !== merchantId) return 'merchant'
  return null
}
