import { dayMs, minuteMs } from '#contract/kit/durations.ts'
import type { RateLimit } from '#server/platform/protection/index.ts'

export const codeValidMs = 10 * minuteMs
export const triesOfACode = 5
export const codesPerPerson: RateLimit = { name: 'whatsapp codes', times: 5, perMs: dayMs }
/** By the same account, so that strangers who ask for a number leave codes for the person who has it. */
export const codesPerPersonAndNumber: RateLimit = {
  name: 'whatsapp codes of one person to a number',
  times: 3,
  perMs: dayMs,
}
/** The owner of the number may not have asked for these, and each costs money. */
export const codesPerNumber: RateLimit = { name: 'whatsapp codes to a number', times: 9, perMs: dayMs }
/** Over all codes, because each new one would otherwise give new tries. */
export const triesPerPerson: RateLimit = { name: 'whatsapp code tries', times: 15, perMs: dayMs }
