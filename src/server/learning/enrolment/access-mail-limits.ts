import { dayMs } from '#contract/kit/durations.ts'
import type { RateLimit, RateLimiter } from '#server/platform/protection/index.ts'
import type { EnrollmentKey } from './enroll.ts'

/** Staff can revoke and grant the same access again and again: only the first grant of a day is mailed. */
const accessMailsPerCourse: RateLimit = { name: 'access mail course', times: 1, perMs: dayMs }
/** Limits the mails about all courses to one user. High, because staff may open many courses at once. */
const accessMailsPerUser: RateLimit = { name: 'access mail user', times: 20, perMs: dayMs }

/** Counts a mail about granted access; false when the user has had enough of them. To be called outside a transaction. */
export async function mayMailAccess(
  { rateLimiter }: { rateLimiter: RateLimiter },
  { userId, courseId }: EnrollmentKey,
): Promise<boolean> {
  return (await rateLimiter.take([accessMailsPerCourse, userId, courseId], [accessMailsPerUser, userId])).allowed
}
