import { and, eq, isNull, sql, type SQL } from 'drizzle-orm'
import type { StudentPart } from '#contract/learning/student-parts.ts'
import { userSql } from '#server/identity/index.ts'
import { isOfPart } from './student-part.ts'
import { enrollments } from './tables.ts'

const { courseId, grantedAt, revokedAt, studentSearch, userId } = enrollments

/** Some of the students of a course: those of a part, of a cohort, who match a search, or all of that. */
export type SomeStudents = { part?: StudentPart | null; q?: string | undefined; groupId?: string | undefined }

/** A subquery with `course_id` and `granted_at`: the courses in which this user is enrolled now. */
export const coursesOf = (id: string): SQL =>
  sql`select ${courseId} as course_id, ${grantedAt} as granted_at from ${enrollments}
    where ${and(eq(userId, id), isNull(revokedAt))}`

/** A subquery with `user_id` and `granted_at`: the students enrolled in a course now, or some of them. */
export function membersOf(id: string, now: Date, { part, q, groupId }: SomeStudents = {}): SQL {
  const meant = and(
    part ? isOfPart(part, now) : undefined,
    groupId ? eq(enrollments.groupId, groupId) : undefined,
    q ? userSql.textMatches(studentSearch, userId, q) : undefined,
  )
  return sql`select ${userId} as user_id, ${grantedAt} as granted_at from ${enrollments}
    where ${and(eq(courseId, id), isNull(revokedAt), meant)}`
}
