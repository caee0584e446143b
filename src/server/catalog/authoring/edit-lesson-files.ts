import { and, eq, sql } from 'drizzle-orm'
import { attachmentRules, maximumAttachments } from '#contract/catalog/attachment-rules.ts'
import type { AuthoringDeps } from './deps.ts'
import {
  findOwnLesson,
  lessonFiles,
  listLessonFiles,
  presentLessonFile,
  type LessonKey,
} from '#server/catalog/index.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import { checkDocument } from '#server/platform/media/index.ts'
import { newId } from '#server/platform/new-id.ts'
import { invalidInput, refused } from '#server/platform/outcomes.ts'

export type LessonFileKey = LessonKey & { fileId: string }

/** Quota for all files of a course. */
const bytesPerCourse = 2 * 1024 * 1024 * 1024
const tooManyFiles = `Satu materi memuat paling banyak ${maximumAttachments} berkas`

export async function addLessonFile(deps: AuthoringDeps, staff: Viewer, { key, file }: { key: LessonKey; file: File }) {
  const { database, media, cacheTags, audit, clock } = deps
  if (!(await findOwnLesson(database.query, staff, key, 'edit'))) return refused('not-found')
  const checked = await checkDocument(file, attachmentRules)
  if ('error' in checked) return invalidInput({ file: checked.error })
  const mediaId = await media.addDocument({ ...checked, createdBy: staff.id })
  if (mediaId === null) return refused('no-space')
  const discard = () => media.release(database.query, [mediaId])
  const added = await database
    .transaction(async (tx) => {
      const lesson = await findOwnLesson(tx, staff, key, 'edit', { lock: true })
      if (!lesson) return refused('not-found')
      const before = await listLessonFiles(tx, lesson.id)
      if (before.length >= maximumAttachments) return invalidInput({ file: tooManyFiles })
      const [used] = await tx
        .select({ bytes: sql<string>`coalesce(sum(${lessonFiles.bytes}), 0)::text` })
        .from(lessonFiles)
        .where(eq(lessonFiles.courseId, key.courseId))
      if (Number(used?.bytes) + checked.bytes.length > bytesPerCourse)
        return invalidInput({ file: 'Berkas kelas ini sudah 2 GB. Hapus yang tidak dipakai dulu' })
      const position = (before.at(-1)?.position ?? -1) + 1
      const row = {
        id: newId(),
        ...key,
        mediaId,
        position,
        name: checked.name,
        bytes: checked.bytes.length,
        createdAt: clock.now(),
      }
      await tx.insert(lessonFiles).values(row)
      const details = { title: lesson.title, courseId: key.courseId, name: row.name, bytes: row.bytes }
      await audit.record(tx, {
        actorId: staff.id,
        action: 'content.file-added',
        subjectId: lesson.id,
        details,
      })
      await cacheTags.invalidate(tx, [`course:${key.courseId}`])
      return { outcome: 'added' as const, file: presentLessonFile(row) }
    })
    .catch(async (error: unknown) => {
      await discard()
      throw error
    })
  if (added.outcome !== 'added') await discard()
  return added
}

/** The bytes are deleted by the job once no lesson has them. */
export async function deleteLessonFile(
  { database, cacheTags, audit }: AuthoringDeps,
  staff: Viewer,
  { fileId, ...key }: LessonFileKey,
) {
  return database.transaction(async (tx) => {
    const lesson = await findOwnLesson(tx, staff, key, 'edit', { lock: true })
    if (!lesson) return refused('not-found')
    const [deleted] = await tx
      .delete(lessonFiles)
      .where(and(eq(lessonFiles.id, fileId), eq(lessonFiles.lessonId, lesson.id)))
      .returning({ name: lessonFiles.name })
    if (!deleted) return refused('not-found')
    const details = { title: lesson.title, courseId: key.courseId, name: deleted.name }
    await audit.record(tx, {
      actorId: staff.id,
      action: 'content.file-deleted',
      subjectId: lesson.id,
      details,
    })
    await cacheTags.invalidate(tx, [`course:${key.courseId}`])
    return { outcome: 'deleted' as const }
  })
}
