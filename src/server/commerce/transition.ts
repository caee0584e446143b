import type { TransactionState } from '#contract/commerce.ts'
import type { ProviderWord } from './payment-provider.ts'

export type KnownTransaction = { orderId: string; amountIdr: number; state: TransactionState; expiresAt: Date | null }

export type Transition = {
  /** The state to write; the present one when nothing changes. */
  to: TransactionState
  /** Something that a person should look at. */
  alert?: string
}

const open: readonly TransactionState[] = ['created', 'pending', 'review']
const paid: readonly TransactionState[] = ['paid', 'partially_refunded']
/** Closed without money: a late payment may still arrive. */
const lapsed: readonly TransactionState[] = ['expired', 'cancelled', 'failed']

export const isOpen = (state: TransactionState): boolean => open.includes(state)
export const hasPaid = (state: TransactionState): boolean => paid.includes(state)

// The provider's clock and ours need not agree to the minute.
const graceMs = 10 * 60_000

/**
 * The event rule: what the provider's present word makes of a transaction. Pure. It only ever sees a word that was
 * read from the provider (never a notification's own), so events may come late, twice or out of order.
 * `word` null: the provider has never charged anything for this order.
 */
export function decideTransition(transaction: KnownTransaction, word: ProviderWord | null, options: { merchantId: string | null; now: Date }): Transition {
  const { state } = transaction
  if (!word) return hasLapsed(transaction, options.now) && state !== 'review' ? { to: 'expired' } : { to: state }

  const mismatch = findMismatch(transaction, word, options.merchantId)
  if (mismatch) return { to: state === 'created' || state === 'pending' ? 'review' : state, alert: mismatch }

  // Nothing leaves these two.
  if (state === 'refunded' || state === 'chargeback') return { to: state }
  // The last attempt was refused and the session has run out: the provider will never say more about it.
  if ((word.fraud === 'deny' || refusedAttempts.includes(word.status)) && hasLapsed(transaction, options.now)) return { to: 'expired' }
  return fromWord(state, word)
}

const refusedAttempts = ['deny', 'failure']

function fromWord(state: TransactionState, { status, fraud }: ProviderWord): Transition {
  // Under suspicion nothing is granted; what was granted before stays until the provider takes it back.
  if (fraud === 'challenge' && ['settlement', 'capture', 'partial_refund'].includes(status))
    return { to: state === 'created' || state === 'pending' ? 'review' : state }
  if (fraud === 'deny')
    return hasPaid(state) ? { to: state, alert: `${status}, denied for fraud, on a paid transaction` } : { to: isOpen(state) ? 'pending' : state }
  switch (status) {
    case 'settlement':
    case 'capture':
      return { to: isOpen(state) || lapsed.includes(state) ? 'paid' : state }
    case 'pending':
    case 'authorize':
      return { to: state === 'created' ? 'pending' : state }
    // A refused attempt is not the end: the same session can still be paid until it expires. What was looked at is decided then.
    case 'deny':
    case 'failure':
      return { to: isOpen(state) ? 'pending' : state }
    case 'expire':
      return { to: hasPaid(state) ? 'refunded' : isOpen(state) ? 'expired' : state }
    case 'cancel':
      // After a capture this is a void: the money goes back.
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

function hasLapsed({ state, expiresAt }: KnownTransaction, now: Date): boolean {
  return isOpen(state) && expiresAt !== null && now.getTime() > expiresAt.getTime() + graceMs
}

function findMismatch({ orderId, amountIdr }: KnownTransaction, word: ProviderWord, merchantId: string | null): string | null {
  if (word.orderId !== orderId) return 'the provider answered about another order'
  if (word.grossAmount !== `${amountIdr}.00`) return 'the amount at the provider differs from ours'
  if (word.currency !== 'IDR') return 'the currency at the provider is not rupiah'
  if (merchantId !== null && word.merchantId !== null && word.merchantId !== merchantId) return 'the order belongs to another merchant'
  return null
}
