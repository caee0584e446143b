import { and, asc, gt, inArray, ne, sql } from 'drizzle-orm'
import { dependsOn } from '#server/platform/pages/index.ts'
import { inBatches, type Queryable, type Tx } from '#server/platform/database/index.ts'
import type { CatalogDeps } from '#server/catalog/deps.ts'
import { listByIds, type CourseRow } from './list-courses.ts'
import { courses, lessons } from '#server/catalog/tables.ts'

/** Courses with the same title that a search by title returns. */
const maximumNamesakes = 5

/** A course of any status, or null. */
export async function findCourse(queryable: Queryable, courseId: string): Promise<CourseRow | null> {
  dependsOn(`course:${courseId}`)
  const [row] = await listByIds(queryable, [courseId])
  return row ?? null
}

export async function listCoursesById(queryable: Queryable, courseIds: readonly string[]): Promise<CourseRow[]> {
  dependsOn(...courseIds.map((id) => `course:${id}`))
  return listByIds(queryable, courseIds)
}

export async function hasCourses(tx: Tx): Promise<boolean> {
  return (await tx.select({ id: courses.id }).from(courses).limit(1)).length > 0
}

/** The numbers of courses and of lessons, of these courses or of all. */
export async function readFigures(
  { database }: CatalogDeps,
  courseIds: readonly string[] | null,
): Promise<{ courses: number; contents: number }> {
  const ofThese = courseIds === null ? undefined : inArray(lessons.courseId, [...courseIds])
  return {
    courses: courseIds?.length ?? (await database.query.$count(courses)),
    contents: await database.query.$count(lessons, ofThese),
  }
}

/** Ids and titles of courses of any status in the order of their ids, at most `limit` after this one. */
export const readCourseTitles = async (
  { database }: CatalogDeps,
  after: string | null,
  limit: number,
): Promise<{ id: string; title: string }[]> =>
  database.query
    .select({ id: courses.id, title: courses.title })
    .from(courses)
    .where(after === null ? undefined : gt(courses.id, after))
    .orderBy(courses.id)
    .limit(limit)

/** At most `limit` ids of courses after this one (null: the first ones), in order. */
export async function listIdsAfter(
  { database }: CatalogDeps,
  courseId: string | null,
  limit: number,
): Promise<string[]> {
  const after = courseId === null ? undefined : gt(courses.id, courseId)
  const rows = await database.query
    .select({ id: courses.id })
    .from(courses)
    .where(after)
    .orderBy(asc(courses.id))
    .limit(limit)
  return rows.map(({ id }) => id)
}

/** Courses by lower-cased title, without archived ones unless they are asked for. Titles are not unique. */
export async function findCoursesByTitle(
  { database }: CatalogDeps,
  titles: readonly string[],
  { alsoArchived = false } = {},
): Promise<Map<string, { id: string; title: string; isArchived: boolean }[]>> {
  const lowered = [...new Set(titles.map((title) => title.toLowerCase()))]
  const key = sql<string>`lower(${courses.title})`
  const isArchived = sql<boolean>`${courses.status} = 'archived'`
  const rows = await inBatches(lowered, (batch) =>
    database.query
      .select({ id: courses.id, title: courses.title, key, isArchived })
      .from(courses)
      .where(and(inArray(key, batch), alsoArchived ? undefined : ne(courses.status, 'archived')))
      .orderBy(isArchived)
      .limit(batch.length * maximumNamesakes),
  )
  return Map.groupBy(rows, (row) => row.key)
}
