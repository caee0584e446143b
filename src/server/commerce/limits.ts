import type { Allowance } from '#server/throttle/index.ts'

const minute = 60_000
const hour = 60 * minute

/** New transactions of one student. Asking again for one that is open costs nothing. */
export const newTransactions = { times: 10, perMs: minute }

// Only codes that are not good count: whoever has a good one is no guesser.
export const promoGuesses: Allowance = { name: 'promo', times: 10, perMs: hour }
export const promoGuessesOfClient: Allowance = { name: 'promo client', times: 30, perMs: hour }

/** Questions to the provider by one student; beyond them the answer is what is known already. */
export const refreshes: Allowance = { name: 'transaction refresh', times: 40, perMs: minute }
export const receipts: Allowance = { name: 'receipt', times: 3, perMs: hour }
