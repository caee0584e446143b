import { minuteMs } from '#contract/kit/durations.ts'

// How long links, cookies and proofs hold; a link for a new password: `resetMinutes` of the contract, because the page says it.
export const emailChangeHours = 24
export const verificationDays = 7
/** For choosing a password after the first proof of the mailbox. */
export const newPasswordMs = 30 * minuteMs
/** How long a proof of identity permits sensitive actions. */
export const freshProofMs = 10 * minuteMs
export const resetAfterOneTimeMs = 30 * minuteMs
export const staffLinkHours = 24
export const welcomeDays = 7
export const deviceCookieSeconds = 365 * 86_400
/** For so long a person may be at the provider, and then type the password of an account to be linked. */
export const oidcLifeSeconds = 600
export const nonceLifeSeconds = 600
export const ticketLifeMs = 5 * minuteMs
export const challengeMs = 5 * minuteMs
