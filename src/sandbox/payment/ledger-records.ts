import type { SessionRequest } from '#sandbox/payment/payments/create-request.ts'

// Times are ISO strings, so that a record is equal in memory and in the journal.

export type ChargeStatus =
  | 'pending'
  | 'capture'
  | 'settlement'
  | 'deny'
  | 'failure'
  | 'cancel'
  | 'expire'
  | 'refund'
  | 'partial_refund'
  | 'chargeback'
  | 'partial_chargeback'

export type Card = {
  masked: string
  brand: 'visa' | 'mastercard'
  bank: string
  approvalCode: string | null
  channelResponseCode: string
  channelResponseMessage: string
}

export type Refund = {
  id: number
  key: string
  amountIdr: number
  reason: string
  createdAt: string
  bankConfirmedAt: string | null
}

/** One attempt to pay. An order has several when earlier ones were denied. */
export type Charge = {
  transactionId: string
  paymentType: 'credit_card' | 'bank_transfer' | 'echannel' | 'qris'
  status: ChargeStatus
  fraud: 'accept' | 'challenge' | 'deny'
  createdAt: string
  settledAt: string | null
  expiresAt: string | null
  /** True once money was taken: a cancel is then a void. */
  wasPaid: boolean
  card: Card | null
  account: { bank: string; number: string } | null
  refunds: Refund[]
}

export type Plan = { at: string; action: 'accept' | 'settle' | 'settle-late' | 'cancel' | 'chargeback' }

export type Order = {
  orderId: string
  request: SessionRequest
  token: string
  createdAt: string
  cancelledAt: string | null
  pageExpiresAt: string
  notificationUrls: string[]
  charges: Charge[]
  plans: Plan[]
  /** Number of notifications created so far; part of the next notification's id. */
  noticeCount: number
}

export type Attempt = { at: string; responseCode: number | null; note: string }

export type Notification = {
  id: string
  orderId: string
  url: string
  /** The exact bytes sent, every time. */
  body: string
  createdAt: string
  attempts: Attempt[]
  /** null: no further attempt. */
  nextAttemptAt: string | null
  /** Dropped by a chaos knob: in the log but never sent. */
  dropped: boolean
}

export function latestCharge(order: Order): Charge | null {
  return order.charges.at(-1) ?? null
}
