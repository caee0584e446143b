import type { RateLimiter } from '#server/platform/protection/index.ts'
import type { EnrollmentKey } from './enroll.ts'
import { accessMailsPerCourse, accessMailsPerUser } from '#server/learning/limits.ts'

/** Counts a mail about granted access; false when the user has had enough of them. To be called outside a transaction. */
export async function mayMailAccess(
  { rateLimiter }: { rateLimiter: RateLimiter },
  { userId, courseId }: EnrollmentKey,
): Promise<boolean> {
  return (await rateLimiter.take([accessMailsPerCourse, userId, courseId], [accessMailsPerUser, userId])).allowed
}
