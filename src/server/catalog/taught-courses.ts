import { and, count, desc, eq, inArray, max, sql, sum } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import { coursesWithRight } from './ownership.ts'
import { dependsOn } from '#server/platform/pages/index.ts'
import type { CatalogDeps } from './deps.ts'
import { selectCourses, toRow, type CourseRow } from '#server/catalog/browse/list-courses.ts'
import { courses, courseTeachers } from './tables.ts'

const isPublished = eq(courses.status, 'published')

/** Published courses of a teacher: their number, their reviews, and the most popular of them, at most `limit`. */
export async function showTaughtCourses(
  { database: { query } }: CatalogDeps,
  userId: string,
  limit: number,
): Promise<{ total: number; ratingCount: number; ratingSum: number; courseIds: string[]; rows: CourseRow[] }> {
  dependsOn('courses')
  const taught = and(sql`${courses.id} in (${coursesWithRight(userId, 'edit')})`, isPublished)
  const [figures] = await query
    .select({
      total: count(),
      ratingCount: sum(courses.ratingCount).mapWith(Number),
      ratingSum: sum(courses.ratingSum).mapWith(Number),
    })
    .from(courses)
    .where(taught)
  const ids = await query.select({ id: courses.id }).from(courses).where(taught)
  const rows = await selectCourses(query)
    .where(taught)
    .orderBy(desc(courses.studentCount), desc(courses.publishedAt), desc(courses.id))
    .limit(limit)
  return {
    total: figures?.total ?? 0,
    ratingCount: figures?.ratingCount ?? 0,
    ratingSum: figures?.ratingSum ?? 0,
    courseIds: ids.map(({ id }) => id),
    rows: rows.map(toRow),
  }
}

/** Who writes a published course, of these people or of all, with the number of courses and when one of them last changed. */
export async function listPublicTeachers(
  { database: { query } }: CatalogDeps,
  userIds: readonly string[] | null,
): Promise<Map<string, { courses: number; changedAt: Date | null }>> {
  if (userIds?.length === 0) return new Map()
  dependsOn('courses')
  const { id: courseId, updatedAt } = courses
  const owned = query
    .select({ userId: courses.instructorId, courseId, updatedAt })
    .from(courses)
    .where(and(isPublished, userIds === null ? undefined : inArray(courses.instructorId, [...userIds])))
  const shared = query
    .select({ userId: courseTeachers.userId, courseId, updatedAt })
    .from(courseTeachers)
    .innerJoin(courses, eq(courses.id, courseTeachers.courseId))
    .where(
      and(
        isPublished,
        eq(courseTeachers.role, 'co-teacher'),
        userIds === null ? undefined : inArray(courseTeachers.userId, [...userIds]),
      ),
    )
  const taught = unionAll(owned, shared).as('taught')
  const rows = await query
    .select({ id: taught.userId, courses: count(), changedAt: max(taught.updatedAt) })
    .from(taught)
    .groupBy(taught.userId)
  return new Map(rows.map(({ id, ...row }) => [id, row]))
}
