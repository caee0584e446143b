import { and, eq, inArray, sql } from 'drizzle-orm'
import type { LessonKey } from '#server/catalog/index.ts'
import type { Database, Tx } from '#server/platform/database/index.ts'
import {
  completionChanges,
  completions,
  enrollments,
  lessonNotes,
  lessonPositions,
  studyDays,
} from '#server/learning/tables.ts'

/** Deleted before their lesson: they have a row for each of its students. */
export const progressTables = [completions, completionChanges, lessonPositions, lessonNotes] as const

const clearedAtOnce = 1000
/** Far below the statement timeout. Each batch passes over the rows that were deleted before it, so small ones would cost more. */
const deletedAtOnce = 50_000

/**
 * Before a lesson is deleted: it is no longer where its students continue, in short transactions. The deletion itself would change all these rows in one, and the
 * enrolment of every such student would be locked for seconds. Rows that are being changed are left to the deletion.
 */
export async function clearLastLesson(
  { database: { query } }: { database: Database },
  { courseId, lessonId }: LessonKey,
): Promise<void> {
  for (;;) {
    // In no order: sorting would read all the other rows in each batch. Locked rows are skipped, so nothing waits.
    const batch = query
      .select({ userId: enrollments.userId })
      .from(enrollments)
      .where(eq(enrollments.lastLessonId, lessonId))
      .limit(clearedAtOnce)
      .for('update', { skipLocked: true })
    const cleared = await query
      .update(enrollments)
      .set({ lastLessonId: null })
      .where(and(eq(enrollments.courseId, courseId), inArray(enrollments.userId, batch)))
      .returning({ userId: enrollments.userId })
    if (cleared.length < clearedAtOnce) return
  }
}

/**
 * Deletes what students did in a lesson, in the transaction that deletes it and marked it as being deleted. Foreign keys would delete it in one statement,
 * which a lesson with half a million students does not finish before the statement timeout. The days of the completions
 * stay: only the student takes a day of study back. `limit` is the number of rows a statement deletes.
 */
export async function deleteLessonProgress(tx: Tx, { lessonId }: LessonKey, limit = deletedAtOnce): Promise<void> {
  for (const table of progressTables) {
    // In one order, in all statements together, so that deletions of two lessons wait for each other's days in no circle. Materialized:
    // an index that has this order would be read with the rows of all lessons.
    const rows = sql`array(
      with own as materialized (select ctid, user_id from ${table} where ${table.lessonId} = ${lessonId})
      select ctid from own order by user_id limit ${limit})`
    const [returned, keepDays] =
      table === completions
        ? [
            sql`user_id, completed_at`,
            sql`, kept as (insert into ${studyDays} select distinct user_id, jakarta_day(completed_at) from deleted order by 1, 2 on conflict do nothing)`,
          ]
        : [sql`1`, sql``]
    let deleted: number | undefined
    do {
      const { rows: counted } = await tx.execute<{ count: number }>(sql`
        with deleted as (delete from ${table} where ctid = any(${rows}) returning ${returned})${keepDays}
        select count(*)::integer as count from deleted`)
      deleted = counted[0]?.count
    } while (deleted === limit)
  }
}
