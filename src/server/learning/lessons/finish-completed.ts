import { and, eq, gte, inArray, isNotNull, isNull, sql, type SQL } from 'drizzle-orm'
import { addedAt, type Catalog, type LessonSummaryRow } from '#server/catalog/index.ts'
import type { CertificateDeps } from '#server/learning/certificates/deps.ts'
import { issueForFinishedPaths } from '#server/learning/certificates/path-certificate.ts'
import { completions, enrollments } from '#server/learning/tables.ts'

const finishedAtOnce = 1000

/**
 * After lessons of a course were deleted or became drafts: who has completed all that are left has finished it now, and a finish that was
 * undone is back where only its uncompleted lessons are gone. In short transactions, and after the one of the change, because a course may
 * have very many students.
 */
export async function finishCompleted(deps: CertificateDeps, courseId: string): Promise<void> {
  for (const hasDone of [hasCompletedAll, hasCompletedUndone])
    while ((await finishBatch(deps, courseId, hasDone)) === finishedAtOnce);
}

type HasDone = (lessons: readonly LessonSummaryRow[], catalog: Catalog) => SQL | undefined

const hasCompletedAll: HasDone = ({ length }, catalog) => {
  const completed = sql`(select count(*) from ${completions} where ${completions.userId} = ${enrollments.userId}
    and ${completions.courseId} = ${enrollments.courseId} and ${catalog.isShownSql(completions.lessonId)})`
  // Never less than the real number, and in an index.
  return and(gte(enrollments.completedLessons, length), eq(completed, length))
}

/** All lessons that an undone finish was based on, of which at least one is left. */
const hasCompletedUndone: HasDone = (lessons) => {
  const added = sql`unnest(
    string_to_array(${lessons.map(({ id }) => id).join(',')}, ',')::uuid[],
    string_to_array(${lessons.map((lesson) => addedAt(lesson).toISOString()).join(',')}, ',')::timestamptz[]
  ) as lesson (id, added_at)`
  const isCompleted = sql`exists (select from ${completions} where ${completions.userId} = ${enrollments.userId} and ${completions.lessonId} = lesson.id)`
  return and(
    isNotNull(enrollments.undoneFinishAt),
    sql`coalesce((select bool_and(${isCompleted}) from ${added} where lesson.added_at <= ${enrollments.undoneFinishAt}), false)`,
  )
}

/** Returns how many enrolments were looked at. */
async function finishBatch(deps: CertificateDeps, courseId: string, hasDone: HasDone): Promise<number> {
  const { database, catalog, clock, emitEvent } = deps
  return database.transaction(async (tx) => {
    const lessons = await catalog.listLessonSummaries(courseId, tx)
    if (lessons.length === 0) return 0
    const isDone = and(
      eq(enrollments.courseId, courseId),
      isNull(enrollments.revokedAt),
      isNull(enrollments.finishedAt),
      hasDone(lessons, catalog),
    )
    const found = await tx
      .select({ userId: enrollments.userId, undoneFinishAt: enrollments.undoneFinishAt })
      .from(enrollments)
      .where(isDone)
      .limit(finishedAtOnce)
      .for('update')
    // A completion may have been taken back before the rows were locked.
    const ids = found.map(({ userId }) => userId)
    const now = clock.now().toISOString()
    const finished = await tx
      .update(enrollments)
      .set({
        finishedAt: sql`coalesce(${enrollments.undoneFinishAt}, ${now}::timestamptz)`,
        undoneFinishAt: null,
      })
      .where(and(isDone, inArray(enrollments.userId, ids)))
      .returning({ userId: enrollments.userId })
    const undone = new Set(found.flatMap(({ userId, undoneFinishAt }) => (undoneFinishAt ? [userId] : [])))
    for (const { userId } of finished) {
      if (!undone.has(userId)) await emitEvent(tx, { type: 'course.finished', data: { studentId: userId, courseId } })
      await issueForFinishedPaths(tx, deps, { userId, courseId })
    }
    return found.length
  })
}
