import { and, eq, gte, inArray, isNull, sql } from 'drizzle-orm'
import type { Catalog } from '#server/catalog/index.ts'
import type { EmitEvent } from '#server/integrations/webhooks/index.ts'
import { completions, enrollments } from '#server/learning/tables.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/index.ts'

type Deps = { database: Database; catalog: Catalog; clock: Clock; emitEvent: EmitEvent }

const finishedAtOnce = 1000

/**
 * After lessons of a course were deleted or became drafts: who has completed all that are left has finished it now. In short transactions,
 * and after the one of the change, because a course may have very many students.
 */
export async function finishCompleted(deps: Deps, courseId: string): Promise<void> {
  while ((await finishBatch(deps, courseId)) === finishedAtOnce);
}

/** Returns how many enrolments were looked at. */
async function finishBatch({ database, catalog, clock, emitEvent }: Deps, courseId: string): Promise<number> {
  return database.transaction(async (tx) => {
    const { length } = await catalog.listLessonSummaries(courseId, tx)
    if (length === 0) return 0
    const completed = sql`(select count(*) from ${completions} where ${completions.userId} = ${enrollments.userId}
      and ${completions.courseId} = ${enrollments.courseId} and ${catalog.isShownSql(completions.lessonId)})`
    const hasCompletedAll = and(
      eq(enrollments.courseId, courseId),
      isNull(enrollments.revokedAt),
      isNull(enrollments.finishedAt),
      // Never less than the real number, and in an index.
      gte(enrollments.completedLessons, length),
      eq(completed, length),
    )
    const found = await tx
      .select({ userId: enrollments.userId })
      .from(enrollments)
      .where(hasCompletedAll)
      .limit(finishedAtOnce)
      .for('update')
    const ids = found.map(({ userId }) => userId)
    // A completion may have been taken back before the rows were locked.
    const finished = await tx
      .update(enrollments)
      .set({ finishedAt: clock.now() })
      .where(and(hasCompletedAll, inArray(enrollments.userId, ids)))
      .returning({ userId: enrollments.userId })
    for (const { userId } of finished)
      await emitEvent(tx, { type: 'course.finished', data: { studentId: userId, courseId } })
    return found.length
  })
}
