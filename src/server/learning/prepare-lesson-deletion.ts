import { and, eq, inArray } from 'drizzle-orm'
import type { Database } from '#server/database/index.ts'
import { enrollments } from './tables.ts'

export type LessonKey = { courseId: string; contentId: string }

const batchLength = 1000

/**
 * Before a lesson is deleted: it is no longer where its students continue, in short transactions. The deletion itself would change all these rows in one, and the
 * enrolment of every such student would be locked for seconds. Rows that are being changed are left to the deletion.
 */
export async function clearLastLesson({ query }: Database, { courseId, contentId }: LessonKey): Promise<void> {
  for (;;) {
    // In no order: sorting would read all the other rows in each batch. Locked rows are skipped, so nothing waits.
    const batch = query
      .select({ userId: enrollments.userId })
      .from(enrollments)
      .where(eq(enrollments.lastContentId, contentId))
      .limit(batchLength)
      .for('update', { skipLocked: true })
    const cleared = await query
      .update(enrollments)
      .set({ lastContentId: null })
      .where(and(eq(enrollments.courseId, courseId), inArray(enrollments.userId, batch)))
      .returning({ userId: enrollments.userId })
    if (cleared.length < batchLength) return
  }
}
