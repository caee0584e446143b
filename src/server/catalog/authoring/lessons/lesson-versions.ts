import { and, desc, eq } from 'drizzle-orm'
import type { LessonRow } from '#server/catalog/present.ts'
import { lessonVersions } from '#server/catalog/tables.ts'
import type { Queryable } from '#server/platform/database/index.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import { columnsOf } from './lesson-body.ts'
import { findOwnLesson, type LessonKey } from './find-lesson.ts'
import type { AuthoringDeps } from '#server/catalog/authoring/deps.ts'
import { writeLesson } from './write-lesson.ts'

export async function listVersions(queryable: Queryable, staff: Viewer, key: LessonKey) {
  if (!(await findOwnLesson(queryable, staff, key))) return null
  return queryable.select().from(lessonVersions).where(eq(lessonVersions.lessonId, key.lessonId)).orderBy(desc(lessonVersions.id))
}

export async function findVersion(queryable: Queryable, staff: Viewer, { versionId, ...key }: LessonKey & { versionId: string }) {
  if (!(await findOwnLesson(queryable, staff, key))) return null
  const [row] = await queryable
    .select()
    .from(lessonVersions)
    .where(and(eq(lessonVersions.id, versionId), eq(lessonVersions.lessonId, key.lessonId)))
  return row ?? null
}

export async function restoreVersion(
  deps: AuthoringDeps,
  staff: Viewer,
  key: LessonKey & { versionId: string },
  /** The version of the lesson that was shown beside the earlier one. */ shownVersion: number | undefined,
): Promise<LessonRow | 'not-found' | 'stale'> {
  const version = await findVersion(deps.database.query, staff, key)
  const lesson = version && (await findOwnLesson(deps.database.query, staff, key))
  if (!lesson) return 'not-found'
  const type = lesson.type === 'assignment' ? 'assignment' : 'text'
  return writeLesson(deps, staff, key, shownVersion, { title: version.title, ...columnsOf({ type, html: version.bodyHtml }) })
}
