import { dayMs } from '#contract/kit/durations.ts'
import type { RateLimit } from '#server/platform/protection/index.ts'

/** Counted per inviter, because the addresses are typed. */
export const mailsOfInviter: RateLimit = { name: 'invitation mails', times: 300, perMs: dayMs }
/** Staff can revoke and grant the same access again and again: only the first grant of a day is mailed. */
export const accessMailsPerCourse: RateLimit = { name: 'access mail course', times: 1, perMs: dayMs }
/** Limits the mails about all courses to one user. High, because staff may open many courses at once. */
export const accessMailsPerUser: RateLimit = { name: 'access mail user', times: 20, perMs: dayMs }
