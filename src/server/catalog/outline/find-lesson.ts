import { and, asc, eq } from 'drizzle-orm'
import type { CourseRight } from '#contract/catalog/teachers.ts'
import { lessons, type LessonRow } from '#server/catalog/tables.ts'
import type { Queryable } from '#server/platform/database/index.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import { findOwnCourse } from '#server/catalog/ownership.ts'

export type LessonKey = { courseId: string; lessonId: string }

/** `lock`: `change` lets others insert rows that refer to the lesson, such as attempts, meanwhile; `true` does not. */
type Locking = { lock?: boolean | 'change' }

export async function findLesson(
  queryable: Queryable,
  { courseId, lessonId }: LessonKey,
  { lock = false }: Locking = {},
): Promise<LessonRow | null> {
  const query = queryable
    .select()
    .from(lessons)
    .where(and(eq(lessons.id, lessonId), eq(lessons.courseId, courseId)))
  const [row] = lock ? await query.for(lock === 'change' ? 'no key update' : 'update') : await query
  return row ?? null
}

export async function findOwnLesson(
  queryable: Queryable,
  staff: Viewer,
  key: LessonKey,
  right: CourseRight,
  options: Locking = {},
): Promise<LessonRow | null> {
  return (await findOwnCourse(queryable, staff, key.courseId, right)) ? findLesson(queryable, key, options) : null
}

/** All lessons of a course in order, drafts too. */
export const listLessons = (queryable: Queryable, courseId: string): Promise<LessonRow[]> =>
  queryable.select().from(lessons).where(eq(lessons.courseId, courseId)).orderBy(asc(lessons.position))
