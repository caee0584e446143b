import { eq } from 'drizzle-orm'
import { lessons, tagsOfCourse, findOwnLesson, type LessonKey, lockOwnCourse } from '#server/catalog/index.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import { refused } from '#server/platform/outcomes.ts'
import { withdrawLesson } from './lesson-status.ts'
import type { AuthoringDeps } from './deps.ts'

export async function deleteLesson(deps: AuthoringDeps, staff: Viewer, key: LessonKey) {
  // Students may continue elsewhere even if the deletion then fails. For other staff, or a lesson that does not exist, the transaction below has the answer.
  if (await findOwnLesson(deps.database.query, staff, key, 'edit')) await deps.learning.clearLastLesson(key)
  const deleted = await deps.database.transaction(async (tx) => {
    // One after the other with lessons that are created or published: students are told of them together.
    const course = await lockOwnCourse(tx, staff, { courseId: key.courseId, right: 'edit' })
    const lesson = course && (await findOwnLesson(tx, staff, key, 'edit', { lock: true }))
    if (!lesson) return refused('not-found')
    await tx.update(lessons).set({ isBeingDeleted: true }).where(eq(lessons.id, lesson.id))
    await deps.learning.deleteLessonProgress(tx, key)
    await withdrawLesson(tx, deps, lesson)
    await tx.delete(lessons).where(eq(lessons.id, lesson.id))
    const details = { title: lesson.title, courseId: key.courseId }
    await deps.audit.record(tx, {
      actorId: staff.id,
      action: 'content.deleted',
      subjectId: lesson.id,
      details,
    })
    await deps.cacheTags.invalidate(tx, await tagsOfCourse(tx, key.courseId))
    return { outcome: 'deleted' as const }
  })
  if (deleted.outcome === 'deleted') await deps.learning.finishCompleted(key.courseId)
  return deleted
}
