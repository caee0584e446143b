import { dayMs, minuteMs } from '#contract/kit/durations.ts'
import type { RateLimit } from '#server/platform/protection/index.ts'

export const callsPerKey: RateLimit = { name: 'api key', times: 300, perMs: minuteMs }
/** Both secrets sign meanwhile. */
export const rotationMs = dayMs
/** Keeps this many earlier secrets: nobody needs more within a day. */
export const keptSecrets = 5
/** Tests and repeated deliveries, which send during the admin's request. */
export const manualSends: RateLimit = { name: 'webhook send', times: 20, perMs: minuteMs }
export const disableAfterMs = 5 * dayMs
