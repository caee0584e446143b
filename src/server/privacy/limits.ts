import { dayMs, hourMs } from '#contract/kit/durations.ts'
import type { RateLimit } from '#server/platform/protection/index.ts'

export const requestsPerUser: RateLimit = { name: 'privacy request', times: 5, perMs: dayMs }
/** Every change adds a row that is never deleted. */
export const consentChangesPerUser: RateLimit = { name: 'consent', times: 30, perMs: hourMs }
