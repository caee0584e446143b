import type { Allowance } from '#server/throttle/index.ts'

const minute = 60_000
const hour = 60 * minute

// Guesses count for an account and a client together: nobody can lock the owner out from elsewhere.
export const guessesHere: Allowance = { name: 'sign-in', times: 5, perMs: 15 * minute }
/** One client that tries many accounts. */
export const guessesOfClient: Allowance = { name: 'sign-in client', times: 20, perMs: 15 * minute }
/** Many clients that try one account: they are slowed down, and so is the owner, by a second. */
export const guessesOfAccount: Allowance = { name: 'sign-in account', times: 100, perMs: hour }

/** Each of these tells that an address has an account. */
export const takenAddresses: Allowance = { name: 'sign-up taken', times: 5, perMs: hour }
/** New accounts are welcome; a class of students may share one client. */
export const newAccounts: Allowance = { name: 'sign-up', times: 300, perMs: hour }

/** Bad tokens; good ones cost nothing. */
export const googleFailures: Allowance = { name: 'google', times: 20, perMs: 15 * minute }

// Known and unknown addresses are counted alike: the answer tells nothing.
export const resetsHere: Allowance = { name: 'reset', times: 3, perMs: hour }
export const resetsOfClient: Allowance = { name: 'reset client', times: 20, perMs: hour }
/** A mailbox is not to be filled by strangers. */
export const resetsOfAccount: Allowance = { name: 'reset account', times: 10, perMs: hour }
/** Somebody who tries addresses would learn nothing, and fill mailboxes. */
export const emailChanges: Allowance = { name: 'email change', times: 5, perMs: hour }
export const changesToMailbox: Allowance = { name: 'email change mailbox', times: 3, perMs: hour }
export const verificationMails: Allowance = { name: 'verification mail', times: 3, perMs: hour }
/** Refusals of one kind about one account that the log of acts notes. */
export const notedRefusals: Allowance = { name: 'noted refusal', times: 5, perMs: hour }
/** The own password, asked again before something that cannot be taken back. */
export const passwordChecks: Allowance = { name: 'password check', times: 10, perMs: 15 * minute }
