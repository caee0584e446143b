import type { LessonKey } from '#server/catalog/index.ts'
import type { Tx } from '#server/platform/database/index.ts'
import type { CertificateDeps } from '#server/learning/certificates/deps.ts'
import { writeCompletionChanges, timeAfter, readCompletionChanges } from './completion-changes.ts'
import { lockEnrollmentForUpdate } from '#server/learning/enrolment/enroll.ts'
import { saveProgress } from './progress.ts'

/**
 * Completes a lesson in the transaction of its result. Nothing happens when it is completed already. While the enrolment is revoked, or
 * the lesson a draft, the completion is stored only: it counts once that changes, and what follows from it when the student opens a lesson then.
 */
export async function completeByResult(
  tx: Tx,
  deps: CertificateDeps,
  { userId, courseId, lessonId }: LessonKey & { userId: string },
): Promise<void> {
  const { catalog, clock } = deps
  const key = { userId, courseId }
  const now = clock.now()
  const enrollment = await lockEnrollmentForUpdate(tx, key, { alsoRevoked: true })
  if (!enrollment) return
  const { lessons } = await catalog.readStudyPlan(tx, courseId)
  const known = await readCompletionChanges(tx, key)
  const before = known[lessonId]
  if (before?.completed) return
  const isShown = lessons.some(({ id }) => id === lessonId)
  await writeCompletionChanges(tx, key, {
    known,
    incoming: { [lessonId]: { completed: true, markedAt: timeAfter(before, now) } },
  })
  if (isShown && enrollment.revokedAt === null)
    await saveProgress(tx, deps, {
      key,
      lessons,
      position: { lastLessonId: lessonId, lastAccessedAt: now },
      uncompleted: false,
      now,
    })
}
