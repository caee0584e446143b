import { lessonMessages } from '#contract/catalog/lesson-input.ts'
import { isUuid } from '#contract/kit/uuid.ts'
import { findChapter } from '#server/catalog/chapters.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { RejectedField } from '#server/catalog/authoring/rejected-field.ts'

/** The chapter that a lesson is put into; null puts it before the first one. The caller must hold the course's lock. */
export async function requireChapter(tx: Tx, courseId: string, chapterId: string | null): Promise<string | null> {
  if (chapterId === null) return null
  const chapter = isUuid(chapterId) ? await findChapter(tx, courseId, chapterId) : null
  if (!chapter) throw new RejectedField('chapterId', lessonMessages.chapter)
  return chapter.id
}
