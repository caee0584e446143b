import { dayMs, hourMs, minuteMs } from '#contract/kit/durations.ts'
import type { RateLimit } from '#server/platform/protection/index.ts'

/** New transactions per student. Reusing an open transaction does not count. */
export const newTransactions = { times: 10, perMs: minuteMs }

// Codes that do not exist or that nobody may use here count: for the student, or for the client without an account.
export const promoAttempts: RateLimit = { name: 'promo', times: 10, perMs: hourMs }
export const promoAttemptsPerClient: RateLimit = { name: 'promo client', times: 30, perMs: hourMs, isShared: true }

/** Status reads at the provider per student; beyond them the stored state is returned. */
export const refreshes: RateLimit = { name: 'transaction refresh', times: 40, perMs: minuteMs }
/** Cancellations call the provider, too. */
export const cancellations: RateLimit = { name: 'transaction cancel', times: 10, perMs: minuteMs }
export const receipts: RateLimit = { name: 'receipt', times: 3, perMs: hourMs }

/** Writing calls around a purchase, per user: far above what a person presses, so that a script cannot keep the database busy. */
export const writeLimits = {
  cart: { name: 'cart', times: 120, perMs: minuteMs },
  wishlist: { name: 'wishlist', times: 120, perMs: minuteMs },
  'gift-claim': { name: 'gift claim', times: 20, perMs: minuteMs },
  'gift-link': { name: 'gift link', times: 20, perMs: hourMs },
  'refund-request': { name: 'refund request', times: 20, perMs: hourMs },
  'refund-account': { name: 'refund account', times: 20, perMs: hourMs },
  payout: { name: 'payout', times: 20, perMs: hourMs },
  'bank-account': { name: 'bank account', times: 20, perMs: hourMs },
  'order-note': { name: 'order note', times: 120, perMs: hourMs },
} satisfies Record<string, RateLimit>

// A mail to an address that somebody typed.
export const giftMails: RateLimit = { name: 'gift-mails', times: 5, perMs: hourMs }
/** An order that waits for its payment, and with it the session in which it is paid. */
export const orderLifeMinutes = 24 * 60
/** Each order holds what others need, such as an amount for a transfer, until it is paid or ends after a day. */
export const maximumOpen = 20
export const maximumOpenByHand = 10
export const longestGiftDelayMs = 365 * dayMs
/** For another proof after a refusal. */
export const anotherProofMs = dayMs
