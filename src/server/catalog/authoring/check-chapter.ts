import { lessonMessages } from '#contract/catalog/lesson-input.ts'
import { isUuid } from '#contract/kit/uuid.ts'
import { findChapter } from '#server/catalog/index.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { invalidInput, type InvalidInput } from '#server/platform/outcomes.ts'

/** Checks the chapter for a lesson; null puts it before the first one. The caller must hold the course's lock. */
export async function checkChapter(tx: Tx, courseId: string, chapterId: string | null): Promise<InvalidInput | null> {
  if (chapterId === null) return null
  const chapter = isUuid(chapterId) ? await findChapter(tx, courseId, chapterId) : null
  return chapter ? null : invalidInput({ chapterId: lessonMessages.chapter })
}
