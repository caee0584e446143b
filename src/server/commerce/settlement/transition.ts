import type { TransactionState } from '#contract/commerce/commerce.ts'
import { minuteMs } from '#contract/kit/durations.ts'
import type { ProviderStatus } from '#server/commerce/provider/payment-provider.ts'

export type KnownTransaction = { orderId: string; amountIdr: number; state: TransactionState; expiresAt: Date | null }

export type Transition = {
  /** The state to write; the current one when nothing changes. */
  to: TransactionState
  /** The reason why staff should review the transaction. */
  alert?: string
}

type States = readonly TransactionState[]
/** Not paid, and the buyer may still pay or cancel. */
export const unpaidStates: States = ['created', 'pending']
export const openStates: States = [...unpaidStates, 'review']
const paidStates: States = ['paid', 'partially_refunded']
/** Closed without money: a late payment may still arrive. */
const lapsedStates: States = ['expired', 'cancelled', 'failed']
/** The money went back: no status of the provider changes these. */
const returnedStates: States = ['refunded', 'chargeback']

export const isUnpaid = (state: TransactionState): boolean => unpaidStates.includes(state)
export const isOpen = (state: TransactionState): boolean => openStates.includes(state)
export const hasPaid = (state: TransactionState): boolean => paidStates.includes(state)
export const hasLapsed = (state: TransactionState): boolean => lapsedStates.includes(state)
export const isReturned = (state: TransactionState): boolean => returnedStates.includes(state)

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

  const mismatch = findMismatch(transaction, reported, options.merchantId)
  if (mismatch) return { to: isUnpaid(state) ? 'review' : state, alert: mismatch }

  if (isReturned(state)) return { to: state }
  // The last attempt failed and the session expired: the provider's status will not change any more.
  if ((reported.fraud === 'deny' || failedAttempts.includes(reported.status)) && isOverdue(transaction, options.now)) return { to: 'expired' }
  return fromStatus(state, reported)
}

const failedAttempts = ['deny', 'failure']

function fromStatus(state: TransactionState, { status, fraud }: ProviderStatus): Transition {
  // A challenged payment grants nothing; earlier access stays until the provider denies it.
  if (fraud === 'challenge' && ['settlement', 'capture', 'partial_refund'].includes(status)) return { to: isUnpaid(state) ? 'review' : state }
  if (fraud === 'deny')
    return hasPaid(state) ? { to: state, alert: `${status}, denied for fraud, on a paid transaction` } : { to: isOpen(state) ? 'pending' : state }
  switch (status) {
    case 'settlement':
    case 'capture':
      return { to: isOpen(state) || hasLapsed(state) ? 'paid' : state }
    case 'pending':
    case 'authorize':
      return { to: state === 'created' ? 'pending' : state }
    // After a failed attempt the same session can still be paid until it expires. A review that ends in a denial is decided.
    case 'deny':
    case 'failure':
      return { to: isOpen(state) ? 'pending' : state }
    case 'expire':
      return { to: hasPaid(state) ? 'refunded' : isOpen(state) ? 'expired' : state }
    case 'cancel':
      // After a capture this is a void, which returns the money.
      return { to: hasPaid(state) ? 'refunded' : isOpen(state) ? 'cancelled' : state }
    case 'refund':
      return { to: 'refunded' }
    case 'partial_refund':
      return { to: 'partially_refunded' }
    case 'chargeback':
    case 'partial_chargeback':
      return { to: 'chargeback', alert: `${status} reported by the provider` }
    default:
      return { to: state, alert: `unknown status ${status}` }
  }
}

function isOverdue({ state, expiresAt }: KnownTransaction, now: Date): boolean {
  return isOpen(state) && expiresAt !== null && now.getTime() > expiresAt.getTime() + clockSkewMs
}

function findMismatch({ orderId, amountIdr }: KnownTransaction, reported: ProviderStatus, merchantId: string | null): string | null {
  if (reported.orderId !== orderId) return 'the provider returned the status of another order'
  if (reported.amountIdr !== amountIdr) return 'the amount at the provider differs from ours'
  if (reported.currency !== 'IDR') return 'the currency at the provider is not rupiah'
  if (merchantId !== null && reported.merchantId !== null && reported.merchantId !== merchantId) return 'the order belongs to another merchant'
  return null
}
