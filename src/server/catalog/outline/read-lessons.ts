import { and, asc, eq, getTableColumns, gt, inArray, sql } from 'drizzle-orm'
import { usualMinutes, wholeMinutes } from '#contract/catalog/lesson-minutes.ts'
import { dependsOn } from '#server/platform/pages/index.ts'
import { inBatches, type Queryable, type Tx } from '#server/platform/database/index.ts'
import { videoBytesSql } from '#server/platform/media/index.ts'
import type { CatalogDeps } from '#server/catalog/deps.ts'
import type { LessonKey } from './find-lesson.ts'
import { isShown } from './shown-lessons.ts'
import { lessons, type LessonRow, type LessonSummaryRow } from '#server/catalog/tables.ts'

// Reads for all but the staff of lessons: published ones, except where a function says so.

const { bodyHtml: _, ...columns } = getTableColumns(lessons)
export const lessonSummaryColumns = columns

const captionLanguages = sql<string[]>`coalesce((
  select json_agg(content_captions.lang order by content_captions.lang) from content_captions where content_captions.content_id = contents.id), '[]')`

const files = sql<LessonFileSummary[]>`coalesce((
  select json_agg(json_build_object('id', content_files.id, 'name', content_files.name, 'bytes', content_files.bytes) order by content_files.position)
  from content_files where content_files.content_id = contents.id), '[]')`

const videoBytes = videoBytesSql(lessons.mediaId)
type LessonFileSummary = { id: string; name: string; bytes: number }
type LessonWithCaptions = LessonRow & { captions: string[]; videoBytes: number | null; files: LessonFileSummary[] }

/** The published lessons of a course in order, including bodies and the languages of captions. The caller must remove what the viewer may not see. */
export async function listLessons({ database }: CatalogDeps, courseId: string): Promise<LessonWithCaptions[]> {
  dependsOn(`course:${courseId}`)
  return database.query
    .select({ ...getTableColumns(lessons), captions: captionLanguages, videoBytes, files })
    .from(lessons)
    .where(and(eq(lessons.courseId, courseId), isShown))
    .orderBy(asc(lessons.position))
}

/** The published lessons of a course in order, without bodies. */
export async function listLessonSummaries(queryable: Queryable, courseId: string): Promise<LessonSummaryRow[]> {
  dependsOn(`course:${courseId}`)
  return queryable
    .select(lessonSummaryColumns)
    .from(lessons)
    .where(and(eq(lessons.courseId, courseId), isShown))
    .orderBy(asc(lessons.position))
}

/** At most `limit` ids of lessons of any status, after this one (null: the first ones), in order. */
export async function listLessonIdsAfter(
  { database }: CatalogDeps,
  lessonId: string | null,
  limit: number,
): Promise<string[]> {
  const after = lessonId === null ? undefined : gt(lessons.id, lessonId)
  const rows = await database.query
    .select({ id: lessons.id })
    .from(lessons)
    .where(after)
    .orderBy(asc(lessons.id))
    .limit(limit)
  return rows.map(({ id }) => id)
}

/** The titles of published lessons by id; `withDrafts`, for staff, of all. */
export async function findLessonTitles(
  { database }: Pick<CatalogDeps, 'database'>,
  ids: readonly string[],
  { tx, withDrafts = false }: { tx?: Tx | undefined; withDrafts?: boolean } = {},
): Promise<Map<string, string>> {
  const rows = await inBatches(ids, (batch) =>
    (tx ?? database.query)
      .select({ id: lessons.id, title: lessons.title })
      .from(lessons)
      .where(and(inArray(lessons.id, batch), withDrafts ? undefined : isShown)),
  )
  return new Map(rows.map(({ id, title }) => [id, title]))
}

/** The published lessons of several courses in order, without bodies, in one query. A course without any has no entry. */
export async function listLessonSummariesByCourse(
  { database }: CatalogDeps,
  courseIds: readonly string[],
): Promise<Map<string, LessonSummaryRow[]>> {
  if (courseIds.length === 0) return new Map()
  dependsOn(...courseIds.map((id) => `course:${id}`))
  const rows = await database.query
    .select(lessonSummaryColumns)
    .from(lessons)
    .where(and(inArray(lessons.courseId, [...courseIds]), isShown))
    .orderBy(asc(lessons.position))
  return Map.groupBy(rows, (row) => row.courseId)
}

const usualMinutesSql = sql.join(
  Object.entries(usualMinutes).map(([type, minutes]) => sql`when ${type} then ${minutes}::numeric`),
  sql` `,
)

/** Computes lessonMinutes() of the published lessons of several courses, without reading them. A course without any has no entry. */
export async function readMinutesByCourse(
  { database }: CatalogDeps,
  courseIds: readonly string[],
): Promise<Map<string, number>> {
  if (courseIds.length === 0) return new Map()
  dependsOn(...courseIds.map((id) => `course:${id}`))
  const { courseId, type, readingMinutes, durationSeconds } = lessons
  const minutes = sql`coalesce(${readingMinutes}::numeric, nullif(${durationSeconds}, 0)::numeric / 60, case ${type} ${usualMinutesSql} end)`
  const rows = await database.query
    .select({ courseId, minutes: sql<number>`sum(${minutes})::float` })
    .from(lessons)
    .where(and(inArray(courseId, [...courseIds]), isShown))
    .groupBy(courseId)
  return new Map(rows.map((row) => [row.courseId, wholeMinutes(row.minutes)]))
}

/** Null when the course has no lesson of this id. A draft does not count. */
export async function findLessonType(
  queryable: Queryable,
  { courseId, lessonId }: LessonKey,
): Promise<LessonRow['type'] | null> {
  const ofCourse = and(eq(lessons.id, lessonId), eq(lessons.courseId, courseId), isShown)
  const [found] = await queryable.select({ type: lessons.type }).from(lessons).where(ofCourse)
  return found?.type ?? null
}

/** True when a course has this lesson; a draft does not count. */
export const hasLesson = async (...lesson: Parameters<typeof findLessonType>): Promise<boolean> =>
  (await findLessonType(...lesson)) !== null
