import { dayMs } from '#contract/kit/durations.ts'
import type { RateLimit } from '#server/platform/protection/index.ts'

/** Counted per manager, because the addresses are typed. A team of the most seats is invited within two days. */
export const mailsOfManager: RateLimit = { name: 'team invitation mails', times: 300, perMs: dayMs }
