import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Clock } from '#server/platform/clock.ts'
import { userSql } from '#server/identity/index.ts'
import type { Memberships } from '#server/notifications/index.ts'
import { isOfPart } from '#server/learning/students/student-part.ts'
import { enrollments } from '#server/learning/tables.ts'

/** For notifications: who is enrolled where. */
export const memberships = (clock: Clock): Memberships => ({
  coursesOf: (userId) =>
    sql`select ${enrollments.courseId} as course_id, ${enrollments.grantedAt} as granted_at from ${enrollments}
      where ${and(eq(enrollments.userId, userId), isNull(enrollments.revokedAt))}`,
  membersOf(courseId, { part, q }) {
    const { userId, studentSearch } = enrollments
    const meant = and(
      part ? isOfPart(part, clock.now()) : undefined,
      q ? userSql.textMatches(studentSearch, userId, q) : undefined,
    )
    return sql`select ${userId} as user_id, ${enrollments.grantedAt} as granted_at from ${enrollments}
      where ${and(eq(enrollments.courseId, courseId), isNull(enrollments.revokedAt), meant)}`
  },
})
