import { and, eq, isNull, sql, type SQL } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { ContentType, LessonClosure } from '#contract/catalog.ts'
import type { Catalog } from '#server/catalog/index.ts'
import type { Clock } from '#server/clock.ts'
import type { Database, Tx } from '#server/database/index.ts'
import { canManageCourse, type Viewer } from '#server/http/index.ts'
import type { EmitEvent } from '#server/webhooks/index.ts'
import { applyCompletionChanges, momentAfter, readCompletionChanges } from './completion-changes.ts'
import { findStudy, lockEnrollmentForUpdate } from './enroll.ts'
import { lessonClosure } from './lesson-closure.ts'
import { saveProgress } from './progress.ts'
import { enrollments } from './tables.ts'

// For lessons that are completed by a result, such as a passed quiz, of modules above this one.

/** For queries of other modules with a student and a course: whether the student is enrolled. */
export const enrollmentSql = {
  isActive: (userId: AnyPgColumn, courseId: AnyPgColumn): SQL<boolean> =>
    sql<boolean>`exists (select 1 from ${enrollments} where ${and(eq(enrollments.userId, userId), eq(enrollments.courseId, courseId), isNull(enrollments.revokedAt))})`,
}

type LessonAddress = { courseId: string; contentId: string }
export type StudyOutcome = { outcome: 'open'; type: ContentType } | { outcome: 'closed'; closure: LessonClosure } | { outcome: 'not-found' | 'not-enrolled' }

/** Whether a student may work on a lesson now. Unlike showing it, this needs an enrolment, also of previews and of staff. */
export async function findLessonToStudy(
  { database, catalog, clock }: { database: Database; catalog: Catalog; clock: Clock },
  { courseId, contentId }: LessonAddress,
  viewer: Viewer,
): Promise<StudyOutcome> {
  const course = await catalog.findCourse(courseId)
  const content = course ? await catalog.findContent(courseId, contentId) : null
  if (!course || !content) return { outcome: 'not-found' }
  const { previousId } = content
  const study = await findStudy(database.query, viewer.id, courseId, previousId ? [content.id, previousId] : [content.id])
  const canManage = canManageCourse(viewer, course.instructorId)
  if (!study) return { outcome: course.status === 'published' || canManage ? 'not-enrolled' : 'not-found' }
  const { enrollment, completed } = study
  const reason = { pace: course.pace, grantedAt: enrollment.grantedAt, now: clock.now(), isCompleted: (id: string) => completed.has(id) }
  const closure = canManage ? null : lessonClosure(content, previousId, reason)
  return closure ? { outcome: 'closed', closure } : { outcome: 'open', type: content.type }
}

/** Completes a lesson in the transaction of its result. Nothing happens without an active enrolment, or when the lesson is completed already. */
export async function completeByResult(
  tx: Tx,
  { catalog, emitEvent }: { catalog: Catalog; emitEvent: EmitEvent },
  { userId, courseId, contentId }: LessonAddress & { userId: string },
  now: Date,
): Promise<void> {
  const key = { userId, courseId }
  if (!(await lockEnrollmentForUpdate(tx, key))) return
  const { lessons } = await catalog.readStudyPlan(courseId, tx)
  const known = await readCompletionChanges(tx, key)
  const before = known[contentId]
  if (before?.completed || !lessons.some(({ id }) => id === contentId)) return
  await applyCompletionChanges(tx, key, known, { [contentId]: { completed: true, markedAt: momentAfter(before, now) } })
  await saveProgress(tx, { emitEvent }, key, lessons, { lastContentId: contentId, lastAccessedAt: now }, { uncompleted: false, now })
}
