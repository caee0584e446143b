import type { RateLimit } from '#server/throttle/index.ts'

const minute = 60_000
const hour = 60 * minute

/** New transactions per student. Reusing an open transaction does not count. */
export const newTransactions = { times: 10, perMs: minute }

// Only unknown codes count: for the student, or for the client without an account.
export const promoAttempts: RateLimit = { name: 'promo', times: 10, perMs: hour }
export const promoAttemptsPerClient: RateLimit = { name: 'promo client', times: 30, perMs: hour, isShared: true }

/** Status reads at the provider per student; beyond them the stored state is returned. */
export const refreshes: RateLimit = { name: 'transaction refresh', times: 40, perMs: minute }
/** Cancellations call the provider, too. */
export const cancellations: RateLimit = { name: 'transaction cancel', times: 10, perMs: minute }
export const receipts: RateLimit = { name: 'receipt', times: 3, perMs: hour }
