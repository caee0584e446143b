import { asc, count, eq, gt, sql } from 'drizzle-orm'
import type { CourseRight } from '#contract/catalog/teachers.ts'
import type { Queryable } from '#server/platform/database/index.ts'
import type { CatalogDeps } from './deps.ts'
import { coursesWithRight } from './ownership.ts'
import { courses } from './tables.ts'

/** The ids of the courses for which somebody has this right. */
export async function listCourseIdsOf(
  { database }: CatalogDeps,
  userId: string,
  right: CourseRight,
): Promise<string[]> {
  const rows = await database.query
    .select({ id: courses.id })
    .from(courses)
    .where(sql`${courses.id} in (${coursesWithRight(userId, right)})`)
  return rows.map(({ id }) => id)
}

/** The number of courses of any status that an instructor teaches. */
export async function countCoursesOf(queryable: Queryable, instructorId: string): Promise<number> {
  const [row] = await queryable.select({ total: count() }).from(courses).where(eq(courses.instructorId, instructorId))
  return row?.total ?? 0
}

/** Some courses of an instructor, of any status, by title. */
export async function listCourseTitlesOf(
  { database }: CatalogDeps,
  instructorId: string,
  limit: number,
): Promise<{ _id: string; title: string }[]> {
  const { id, title } = courses
  const mine = eq(courses.instructorId, instructorId)
  return database.query.select({ _id: id, title }).from(courses).where(mine).orderBy(asc(title), asc(id)).limit(limit)
}

/** At most `limit` ids of users who have courses, after this one (null: the first ones), in order. */
export async function listInstructorIdsAfter(
  { database }: CatalogDeps,
  instructorId: string | null,
  limit: number,
): Promise<string[]> {
  const after = instructorId === null ? undefined : gt(courses.instructorId, instructorId)
  const rows = await database.query
    .selectDistinct({ id: courses.instructorId })
    .from(courses)
    .where(after)
    .orderBy(asc(courses.instructorId))
    .limit(limit)
  return rows.map(({ id }) => id)
}
