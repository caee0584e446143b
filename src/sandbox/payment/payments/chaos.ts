import { seededFraction } from './seeded.ts'

/** Faults of a real provider, enabled for one order or for all. Every random choice is seeded. */
export type Chaos = {
  /** Share of orders (seeded by order id) that the global settings apply to. */
  shareOfOrdersPercent: number

  // Notifications
  /** The first n notifications of an order are never sent. */
  dropNotices: number
  /** Number of additional copies of each notification. */
  extraCopies: number
  /** Delays each notification by a seeded time of up to two retry-table minutes, so that they arrive out of order. */
  shuffleNotices: boolean
  /** Additional delay of each notification, in milliseconds. */
  delayNoticeMs: number
  /** The order is paid and notified before the create call responds. */
  payBeforeCreateResponse: boolean
  corruptSignature: boolean
  /** `gross_amount` is one rupiah less, with a valid signature. */
  alterAmount: boolean
  otherMerchantId: boolean
  omitFraudStatus: boolean
  upperCasePending: boolean
  addUnknownFields: boolean
  /** A pending notification has `status_code` 200, as with some wallets. */
  pendingWithStatusCode200: boolean
  /** Optional fields of answers and notifications are null, and amounts and codes numbers. */
  numbersAndNulls: boolean
  /** Answers to status reads have the transaction id as their `order_id`, as with some wallets and banks. */
  orderIdIsTransactionId: boolean
  /** The buyer pays this fee on top: `gross_amount` includes it, the price is in `metadata`. */
  buyerFeeIdr: number
  /** false: the second refund notification, with `bank_confirmed_at`, is never sent. */
  confirmRefunds: boolean
  /** Refunds are rejected with 412, as for ways of paying that have none. */
  rejectRefunds: boolean

  // Payment lifecycle
  settleAfterExpire: boolean
  cancelAfterCapture: boolean
  /** Days from payment to a chargeback; 0 means none. */
  chargebackAfterDays: number

  // Responses
  /** The session is created, then the connection breaks. */
  loseCreateResponse: boolean
  /** Delay of the create response after the session is created, in milliseconds. */
  createHangMs: number
  createFailure: 'none' | '429' | '500' | '502'
  /** Rejects every repeated order id. */
  rejectRepeatedOrderId: boolean
  /** Number of status reads after each change that still return the previous state. */
  staleStatusReads: number
  statusFailure: 'none' | '404' | '500' | '503'
}

export type Settings = {
  chaosForAll: Partial<Chaos>
  chaosByOrder: Record<string, Partial<Chaos>>
  clockAheadMs: number
}

export const noChaos: Chaos = {
  shareOfOrdersPercent: 100,
  dropNotices: 0,
  extraCopies: 0,
  shuffleNotices: false,
  delayNoticeMs: 0,
  payBeforeCreateResponse: false,
  corruptSignature: false,
  alterAmount: false,
  otherMerchantId: false,
  omitFraudStatus: false,
  upperCasePending: false,
  addUnknownFields: false,
  pendingWithStatusCode200: false,
  numbersAndNulls: false,
  orderIdIsTransactionId: false,
  buyerFeeIdr: 0,
  confirmRefunds: true,
  rejectRefunds: false,
  settleAfterExpire: false,
  cancelAfterCapture: false,
  chargebackAfterDays: 0,
  loseCreateResponse: false,
  createHangMs: 0,
  createFailure: 'none',
  rejectRepeatedOrderId: false,
  staleStatusReads: 0,
  statusFailure: 'none',
}

/** Allowed values of enum knobs; the other knobs are numbers and booleans. */
export const chaosChoices = {
  createFailure: ['none', '429', '500', '502'],
  statusFailure: ['none', '404', '500', '503'],
} as const

export function chaosFor(orderId: string, settings: Settings, seed: number): Chaos {
  const share = settings.chaosForAll.shareOfOrdersPercent ?? 100
  const isHit = seededFraction(seed, 'share', orderId) * 100 < share
  return { ...noChaos, ...(isHit ? settings.chaosForAll : {}), ...settings.chaosByOrder[orderId] }
}
