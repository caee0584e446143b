import { seededFraction } from '#sandbox/payment/protocol/seeded.ts'
import type { Settings } from '#sandbox/payment/ledger/records.ts'

/** Faults of a real provider, switched on for one order or for all. Every random choice is seeded. */
export type Chaos = {
  /** Share of orders (seeded by their id) that the settings for all apply to. */
  shareOfOrdersPercent: number

  // Notifications
  /** The first n notices of an order are never sent. */
  dropNotices: number
  /** Each notice is sent this many times more. */
  extraCopies: number
  /** Each notice is held back for a seeded time of up to two minutes of the retry table, so that they overtake each other. */
  shuffleNotices: boolean
  /** Added to each notice, in milliseconds. */
  delayNoticeMs: number
  /** The order is paid and notified before the create call answers. */
  payBeforeCreateAnswers: boolean
  corruptSignature: boolean
  /** `gross_amount` is one rupiah less, and validly signed. */
  alterAmount: boolean
  otherMerchantId: boolean
  omitFraudStatus: boolean
  upperCasePending: boolean
  addUnknownFields: boolean
  /** A pending notice carries `status_code` 200, as some wallets do. */
  pendingWithStatusCode200: boolean
  /** false: the second refund notice, with `bank_confirmed_at`, never comes. */
  confirmRefunds: boolean

  // The life of a payment
  settleAfterExpire: boolean
  cancelAfterCapture: boolean
  /** A chargeback so many days after payment; 0 is none. */
  chargebackAfterDays: number

  // Answers
  /** The session is created, then the connection breaks. */
  loseCreateAnswer: boolean
  /** The session is created, then the answer takes so long, in milliseconds. */
  createHangMs: number
  createFailure: 'none' | '429' | '500' | '502'
  /** Every repeat of an order id is refused. */
  rejectRepeatedOrderId: boolean
  /** After each change, so many status reads still tell the state before it. */
  staleStatusReads: number
  statusFailure: 'none' | '404' | '500' | '503'
}

export const calm: Chaos = {
  shareOfOrdersPercent: 100,
  dropNotices: 0,
  extraCopies: 0,
  shuffleNotices: false,
  delayNoticeMs: 0,
  payBeforeCreateAnswers: false,
  corruptSignature: false,
  alterAmount: false,
  otherMerchantId: false,
  omitFraudStatus: false,
  upperCasePending: false,
  addUnknownFields: false,
  pendingWithStatusCode200: false,
  confirmRefunds: true,
  settleAfterExpire: false,
  cancelAfterCapture: false,
  chargebackAfterDays: 0,
  loseCreateAnswer: false,
  createHangMs: 0,
  createFailure: 'none',
  rejectRepeatedOrderId: false,
  staleStatusReads: 0,
  statusFailure: 'none',
}

/** The values a choice may take; the other knobs are numbers and switches. */
export const chaosChoices = {
  createFailure: ['none', '429', '500', '502'],
  statusFailure: ['none', '404', '500', '503'],
} as const

export function chaosFor(orderId: string, settings: Settings, seed: number): Chaos {
  const share = settings.chaosForAll.shareOfOrdersPercent ?? 100
  const isHit = seededFraction(seed, 'share', orderId) * 100 < share
  return { ...calm, ...(isHit ? settings.chaosForAll : {}), ...settings.chaosByOrder[orderId] }
}
