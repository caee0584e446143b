import { and, eq } from 'drizzle-orm'
import { addedAt, type LessonSummaryRow } from '#server/catalog/index.ts'
import type { CertificateDeps } from '#server/learning/certificates/deps.ts'
import { issueForFinishedPaths } from '#server/learning/certificates/path-certificate.ts'
import type { Enrollment } from '#server/learning/memberships.ts'
import { enrollments } from '#server/learning/tables.ts'
import type { Tx } from '#server/platform/database/index.ts'

type Studied = { lessons: readonly LessonSummaryRow[]; completed: ReadonlySet<string>; uncompleted: boolean }

/**
 * A finished course stays finished when lessons are added later, and when those are uncompleted. Uncompleting a lesson that was completed
 * to finish it undoes the finish, until all such lessons are completed again: then it is back with its date.
 */
export async function saveFinish(
  tx: Tx,
  deps: CertificateDeps,
  { enrollment, lessons, completed, uncompleted, now }: Studied & { enrollment: Enrollment; now: Date },
): Promise<void> {
  const { userId, courseId, finishedAt, undoneFinishAt } = enrollment
  const save = (finish: Pick<Enrollment, 'finishedAt' | 'undoneFinishAt'>) =>
    tx
      .update(enrollments)
      .set(finish)
      .where(and(eq(enrollments.userId, userId), eq(enrollments.courseId, courseId)))
  if (finishedAt) {
    if (uncompleted && !areCompleted(lessonsOf(finishedAt, lessons), completed, { ifNone: true }))
      await save({ finishedAt: null, undoneFinishAt: finishedAt })
    return
  }
  const isBack = undoneFinishAt && areCompleted(lessonsOf(undoneFinishAt, lessons), completed, { ifNone: false })
  if (!isBack && !areCompleted(lessons, completed, { ifNone: false })) return
  await save({ finishedAt: undoneFinishAt ?? now, undoneFinishAt: null })
  if (!undoneFinishAt) await deps.emitEvent(tx, { type: 'course.finished', data: { studentId: userId, courseId } })
  await issueForFinishedPaths(tx, deps, { userId, courseId })
}

/** The lessons that a finish was based on, as far as they still exist. */
const lessonsOf = (finish: Date, lessons: readonly LessonSummaryRow[]) =>
  lessons.filter((lesson) => addedAt(lesson) <= finish)

const areCompleted = (
  lessons: readonly LessonSummaryRow[],
  completed: ReadonlySet<string>,
  { ifNone }: { ifNone: boolean },
): boolean => (lessons.length === 0 ? ifNone : lessons.every(({ id }) => completed.has(id)))
