import type { Transaction } from './transactions.ts'

/** The step that an open order waits for; null: none. */
export type Standing = 'payment' | 'proof-check' | null

/** Every place that asks for a payment reads this: what was proven is not asked for again. */
export function standingOf({ status, transfer }: Pick<Transaction, 'status' | 'transfer'>): Standing {
  if (status !== 'pending') return null
  return transfer?.state === 'checking' ? 'proof-check' : 'payment'
}

export const proofCheckLabel = 'Bukti sedang diperiksa'

/** The open order that needs its buyer, else one that is being checked. */
export const mostUrgent = <Order extends Pick<Transaction, 'status' | 'transfer'>>(
  orders: readonly Order[],
): Order | undefined =>
  orders.find((order) => standingOf(order) === 'payment') ?? orders.find((order) => standingOf(order) !== null)

/** The next step of a refund by hand: the account of its buyer, or sending by an admin; null: none. */
export function refundStandingOf({ refundTransfers }: Pick<Transaction, 'refundTransfers'>): RefundStanding | null {
  const waiting = refundTransfers.filter(({ state }) => state === 'requested' || state === 'batched')
  if (waiting.some(({ account }) => account === null)) return 'account'
  return waiting.length > 0 ? 'sending' : null
}

export type RefundStanding = keyof typeof refundStandingLabels
export const refundStandingLabels = { account: 'Menunggu rekeningmu', sending: 'Dana akan dikirim' } as const
