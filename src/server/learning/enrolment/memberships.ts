import { and, eq, isNull, sql, type SQL } from 'drizzle-orm'
import type { Clock } from '#server/platform/clock.ts'
import type { CoursePart, Memberships } from '#server/notifications/index.ts'
import { enrollments } from '#server/learning/tables.ts'

/** When a student who did not finish counts as inactive. */
const inactiveAfterDays = 14

/** For notifications: who is enrolled where. */
export const memberships = (clock: Clock): Memberships => ({
  coursesOf: (userId) =>
    sql`select ${enrollments.courseId} as course_id, ${enrollments.grantedAt} as granted_at from ${enrollments}
      where ${and(eq(enrollments.userId, userId), isNull(enrollments.revokedAt))}`,
  membersOf(courseId, part) {
    const meant = part === null ? undefined : isOfPart(part, clock.now())
    return sql`select ${enrollments.userId} as user_id, ${enrollments.grantedAt} as granted_at from ${enrollments}
      where ${and(eq(enrollments.courseId, courseId), isNull(enrollments.revokedAt), meant)}`
  },
})

function isOfPart(part: CoursePart, now: Date): SQL {
  const isStarted = sql`(${enrollments.completedLessons} > 0 or ${enrollments.lastLessonId} is not null)`
  const isFinished = sql`${enrollments.finishedAt} is not null`
  const since = sql`${now.toISOString()}::timestamptz - ${inactiveAfterDays} * interval '1 day'`
  if (part === 'finished') return isFinished
  if (part === 'not-started') return sql`not ${isStarted} and not ${isFinished}`
  if (part === 'in-progress') return sql`${isStarted} and not ${isFinished}`
  return sql`not ${isFinished} and coalesce(${enrollments.lastAccessedAt}, ${enrollments.grantedAt}) < ${since}`
}
