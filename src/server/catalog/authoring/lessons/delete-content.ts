import { eq } from 'drizzle-orm'
import { contents } from '#server/catalog/tables.ts'
import { tagsOfCourse } from '#server/catalog/tags.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import { findOwnContent, type ContentKey } from './find-content.ts'
import type { AuthoringDeps } from '#server/catalog/authoring/deps.ts'

export async function deleteContent(deps: AuthoringDeps, staff: Viewer, key: ContentKey): Promise<'deleted' | 'not-found'> {
  // Students may continue elsewhere even if the deletion then fails. For other staff, or a lesson that does not exist, the transaction below has the answer.
  if (await findOwnContent(deps.database.query, staff, key)) await deps.clearLastLesson(key)
  return deps.database.transaction(async (tx) => {
    const tags = await tagsOfCourse(tx, key.courseId)
    const content = await findOwnContent(tx, staff, key, { lock: true })
    if (!content) return 'not-found'
    await tx.update(contents).set({ isBeingDeleted: true }).where(eq(contents.id, content.id))
    await deps.deleteLessonProgress(tx, key)
    await tx.delete(contents).where(eq(contents.id, content.id))
    const details = { title: content.title, courseId: key.courseId }
    await deps.audit.record(tx, { actorId: staff.id, action: 'content.deleted', subjectKind: 'content', subjectId: content.id, details })
    await deps.cacheTags.invalidate(tx, tags)
    return 'deleted'
  })
}
