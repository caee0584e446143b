import { and, asc, eq } from 'drizzle-orm'
import type { ContentRow } from '#server/catalog/present.ts'
import { contents } from '#server/catalog/tables.ts'
import type { Queryable } from '#server/platform/database/index.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import { findOwnCourse } from '#server/catalog/authoring/courses/list-staff-courses.ts'

export type ContentKey = { courseId: string; contentId: string }

export async function findContent(queryable: Queryable, { courseId, contentId }: ContentKey, { lock = false } = {}): Promise<ContentRow | null> {
  const query = queryable
    .select()
    .from(contents)
    .where(and(eq(contents.id, contentId), eq(contents.courseId, courseId)))
  const [row] = await (lock ? query.for('update') : query)
  return row ?? null
}

export async function findOwnContent(queryable: Queryable, staff: Viewer, key: ContentKey, options: { lock?: boolean } = {}): Promise<ContentRow | null> {
  return (await findOwnCourse(queryable, staff, key.courseId)) ? findContent(queryable, key, options) : null
}

export const listContents = (queryable: Queryable, courseId: string): Promise<ContentRow[]> =>
  queryable.select().from(contents).where(eq(contents.courseId, courseId)).orderBy(asc(contents.position))
