import { asc, eq } from 'drizzle-orm'
import { maximumAttachments } from '#contract/catalog/attachment-rules.ts'
import type { LessonFile } from '#contract/catalog/lesson-files.ts'
import type { CatalogDeps } from './deps.ts'
import type { LessonKey } from '#server/catalog/outline/find-lesson.ts'
import { lessonFiles } from './tables.ts'
import type { Queryable, Tx } from '#server/platform/database/index.ts'
import { newId } from '#server/platform/new-id.ts'

export type LessonFileRow = typeof lessonFiles.$inferSelect

export async function listLessonFiles(queryable: Queryable, lessonId: string): Promise<LessonFileRow[]> {
  return queryable
    .select()
    .from(lessonFiles)
    .where(eq(lessonFiles.lessonId, lessonId))
    .orderBy(asc(lessonFiles.position))
    .limit(maximumAttachments)
}

export const presentLessonFile = ({ id, courseId, lessonId, name, bytes }: LessonFileRow): LessonFile => ({
  _id: id,
  name,
  bytes,
  url: `/api/courses/${courseId}/content/${lessonId}/files/${id}`,
})

export type NewLessonFile = { mediaId: string; name: string; bytes: number }

/** Adds files of the media store to a lesson without any. */
export const addLessonFiles = (
  tx: Tx,
  { clock }: CatalogDeps,
  { key, files }: { key: LessonKey; files: readonly NewLessonFile[] },
): Promise<void> => insertLessonFiles(tx, key, files, clock.now())

async function insertLessonFiles(
  tx: Tx,
  key: LessonKey,
  files: readonly NewLessonFile[],
  createdAt: Date,
): Promise<void> {
  if (files.length > 0)
    await tx
      .insert(lessonFiles)
      .values(files.map((file, position) => ({ ...file, ...key, id: newId(), position, createdAt })))
}

export async function copyLessonFiles(
  tx: Tx,
  { from, to, now }: { from: string; to: LessonKey; now: Date },
): Promise<void> {
  await insertLessonFiles(
    tx,
    to,
    (await listLessonFiles(tx, from)).map(({ mediaId, name, bytes }) => ({ mediaId, name, bytes })),
    now,
  )
}
