import { hourMs, minuteMs } from '#contract/kit/durations.ts'
import type { RateLimit } from '#server/platform/protection/index.ts'

// Counted per account and client together, so that an attacker elsewhere cannot lock the owner out.
export const attemptsPerAccountAndClient: RateLimit = { name: 'sign-in', times: 5, perMs: 15 * minuteMs }
/** The same for a browser that signed in to the account before, so that another client behind its address cannot lock it out. */
export const attemptsPerAccountAndDevice: RateLimit = { name: 'sign-in device', times: 5, perMs: 15 * minuteMs }
/**
 * Limits a client that tries many accounts. The next attempt is allowed after 15 seconds, because a campus may share one address.
 * Browsers that signed in to the account before do not count here.
 */
export const attemptsPerClient: RateLimit = { name: 'sign-in client', times: 20, perMs: 5 * minuteMs, isShared: true }
/** Failures of a client that solved a challenge for each. Above this, its challenges are hard. */
export const solvedFailuresPerClient: RateLimit = { name: 'sign-in solved', times: 60, perMs: 5 * minuteMs }
/** Above this, each attempt on the account takes a second longer, also for the owner. */
export const attemptsPerAccount: RateLimit = { name: 'sign-in account', times: 100, perMs: hourMs }

/** Each of these responses reveals that an address has an account. Beyond them, each sign-up of the client takes a solved challenge. */
export const takenAddresses: RateLimit = { name: 'sign-up taken', times: 5, perMs: hourMs, isShared: true }
/** The same for sign-ups with a solved challenge. Beyond them, the client's sign-ups continue by mail. */
export const solvedTakenAddresses: RateLimit = { name: 'sign-up taken solved', times: 60, perMs: hourMs }
/** High, because a class of students may share one client address. */
export const newAccounts: RateLimit = { name: 'sign-up', times: 300, perMs: hourMs, isShared: true }

/** Mails that sign-ups can cause to one mailbox. */
export const signUpMailsPerMailbox: RateLimit = { name: 'sign-up mailbox', times: 3, perMs: hourMs }

/** Only invalid tokens count; a valid one is never rejected. */
export const oidcFailures: RateLimit = { name: 'oidc', times: 20, perMs: 15 * minuteMs }
export const googleFailures: RateLimit = { name: 'google', times: 20, perMs: 15 * minuteMs }

// Known and unknown addresses are counted alike, so that the response reveals nothing.
export const resetsPerAccountAndClient: RateLimit = { name: 'reset', times: 3, perMs: hourMs }
/** High, because a campus may share one address; the limits per mailbox protect its owner. */
export const resetsPerClient: RateLimit = { name: 'reset client', times: 300, perMs: hourMs, isShared: true }
/** Limits the mails that others can cause to a mailbox. */
export const resetsPerMailbox: RateLimit = { name: 'reset mailbox', times: 10, perMs: hourMs }
/** Links to choose a password that admins can send to one user. */
export const staffResetLinks: RateLimit = { name: 'reset by staff', times: 3, perMs: hourMs }
/** Limits the mails that a user can cause to mailboxes of other people. */
export const emailChanges: RateLimit = { name: 'email change', times: 5, perMs: hourMs }
export const emailChangesPerMailbox: RateLimit = { name: 'email change mailbox', times: 3, perMs: hourMs }
export const verificationMails: RateLimit = { name: 'verification mail', times: 3, perMs: hourMs }
/** Audit log entries per account and kind of rejection. */
export const loggedRejections: RateLimit = { name: 'noted refusal', times: 5, perMs: hourMs }
/** Attempts at a second step: by one client, by a browser that signed in before, and by everyone with the password together. */
export const secondStepsPerAccountAndClient: RateLimit = { name: 'second step', times: 5, perMs: 15 * minuteMs }
export const secondStepsPerAccountAndDevice: RateLimit = { name: 'second step device', times: 5, perMs: 15 * minuteMs }
export const secondStepsPerAccount: RateLimit = { name: 'second step account', times: 50, perMs: hourMs }
export const secondStepsPerTicket: RateLimit = { name: 'second step ticket', times: 5, perMs: 5 * minuteMs }
/** Only signatures that are not right count; a right one is never rejected. */
export const passkeyFailures: RateLimit = { name: 'passkey', times: 20, perMs: 15 * minuteMs }
/** Each stores a challenge for five minutes. High, because a class of students may share one client address. */
export const passkeyChallengesPerClient: RateLimit = {
  name: 'passkey challenge',
  times: 300,
  perMs: 5 * minuteMs,
  isShared: true,
}
/** Codes and passkeys of signed-in users. */
export const proofChecks: RateLimit = { name: 'proof check', times: 10, perMs: 15 * minuteMs }
/** Re-authentication before irreversible actions. */
export const passwordChecks: RateLimit = { name: 'password check', times: 10, perMs: 15 * minuteMs }

export const sessionsPerUser = 10
/** Accounts that one browser is known for; a shared computer has several. */
export const accountsPerDevice = 5
