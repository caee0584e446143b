import { and, count, countDistinct, desc, gte, inArray, isNull, sql } from 'drizzle-orm'
import { jakartaText, type Queryable } from '#server/database/index.ts'
import { completions, enrollments } from './tables.ts'

/** Null means all courses. */
export type CourseScope = readonly string[] | null

const idleDays = 14
// Fewer students are not significant.
const fewestStudents = 3
const shown = 5

/** Figures of these courses: students, completions and enrolments per day, and the courses with most idle students. */
export async function readFigures(queryable: Queryable, scope: CourseScope, { since, now }: { since: Date; now: Date }) {
  const mine = and(scope ? inArray(enrollments.courseId, [...scope]) : undefined, isNull(enrollments.revokedAt))
  const completed = and(scope ? inArray(completions.courseId, [...scope]) : undefined, gte(completions.completedAt, since))
  const idleBefore = new Date(now.getTime() - idleDays * 86_400_000).toISOString()
  const idle = sql<number>`(count(*) filter (where ${enrollments.finishedAt} is null and coalesce(${enrollments.lastAccessedAt}, ${enrollments.grantedAt}) < ${idleBefore}))::int`
  const [students] = await queryable
    .select({ count: countDistinct(enrollments.userId) })
    .from(enrollments)
    .where(mine)
  const completionDay = jakartaText(completions.completedAt, 'YYYY-MM-DD')
  const grantDay = jakartaText(enrollments.grantedAt, 'YYYY-MM-DD')
  return {
    students: students?.count ?? 0,
    completions: await queryable.select({ day: completionDay, count: count() }).from(completions).where(completed).groupBy(completionDay),
    enrollments: await queryable
      .select({ day: grantDay, count: count() })
      .from(enrollments)
      .where(and(mine, gte(enrollments.grantedAt, since)))
      .groupBy(grantDay),
    losing: await queryable
      .select({ courseId: enrollments.courseId, students: count(), finished: count(enrollments.finishedAt), idle })
      .from(enrollments)
      .where(mine)
      .groupBy(enrollments.courseId)
      .having(sql`count(*) >= ${fewestStudents} and ${idle} > 0`)
      .orderBy(desc(sql`${idle}::float / count(*)`), desc(idle))
      .limit(shown),
  }
}
