import { and, eq, inArray, sql, type SQL } from 'drizzle-orm'
import { courses } from '#server/catalog/index.ts'
import type { Queryable } from '#server/platform/database/index.ts'
import { courseReviews, type ReviewRow } from './tables.ts'

/** Part of a query of courses: waits for its review. */
export const isInReview: SQL = sql`exists (select from course_reviews as review
  where review.course_id = ${courses.id} and review.state = 'waiting')`

export async function findReview(queryable: Queryable, courseId: string): Promise<ReviewRow | null> {
  const [row] = await queryable.select().from(courseReviews).where(eq(courseReviews.courseId, courseId))
  return row ?? null
}

/** Those of these courses that wait for their review. */
export async function listWaitingOf(queryable: Queryable, courseIds: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await queryable
    .select({ courseId: courseReviews.courseId })
    .from(courseReviews)
    .where(and(inArray(courseReviews.courseId, [...courseIds]), eq(courseReviews.state, 'waiting')))
  return new Set(rows.map(({ courseId }) => courseId))
}

/** Texts that change with every save of a course, of its chapters or of its lessons. */
export async function readRevisions(
  queryable: Queryable,
  courseIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (courseIds.length === 0) return new Map()
  const ids = sql.join(
    courseIds.map((id) => sql`${id}::uuid`),
    sql`, `,
  )
  const { rows } = await queryable.execute<{ id: string; revision: string }>(sql`
    select course.id, md5(concat_ws('|', course.version,
      (select string_agg(concat_ws('.', lesson.id, lesson.version, lesson.status), ',' order by lesson.position, lesson.id)
        from contents lesson where lesson.course_id = course.id),
      (select string_agg(chapter.title, ',' order by chapter.position, chapter.id)
        from course_sections chapter where chapter.course_id = course.id))) as revision
    from courses course where course.id in (${ids})`)
  return new Map(rows.map(({ id, revision }) => [id, revision]))
}
