import { and, eq, sql, type SQL } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Tx } from '#server/platform/database/index.ts'
import { uploadsMentioned } from '#server/platform/media/index.ts'
import type { CatalogDeps } from './deps.ts'
import { courses, lessonFiles, lessons, lessonVersions } from './tables.ts'

export const listUploadsInUse = (tx: Tx): Promise<string[]> =>
  uploadsMentioned(tx, [
    courses.thumbnail,
    courses.certificate,
    lessons.poster,
    lessons.bodyHtml,
    lessonVersions.bodyHtml,
  ])

/** Condition: a lesson refers to this uploaded video or file. */
export const usesMedia = (id: AnyPgColumn): SQL =>
  sql`(exists (select 1 from ${lessons} where ${lessons.mediaId} = ${id}) or exists (select 1 from ${lessonFiles} where ${lessonFiles.mediaId} = ${id}))`

/** True when a lesson of this instructor's courses has the uploaded video. */
export async function usesVideo({ database }: CatalogDeps, instructorId: string, mediaId: string): Promise<boolean> {
  const rows = await database.query
    .select({ id: lessons.id })
    .from(lessons)
    .innerJoin(courses, eq(courses.id, lessons.courseId))
    .where(and(eq(lessons.mediaId, mediaId), eq(courses.instructorId, instructorId)))
    .limit(1)
  return rows.length > 0
}
