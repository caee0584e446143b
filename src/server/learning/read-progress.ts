import { and, eq } from 'drizzle-orm'
import { percentDone } from '#contract/kit/format/percent.ts'
import type { Progress } from '#contract/learning/learning.ts'
import type { LessonSummaryRow } from '#server/catalog/index.ts'
import type { Queryable } from '#server/platform/database/index.ts'
import type { Enrollment } from './memberships.ts'
import { completions } from './tables.ts'

/** How far a student is. Lessons that are not among these, such as drafts, do not count. */
export async function readProgress(
  queryable: Queryable,
  enrollment: Enrollment,
  lessons: readonly LessonSummaryRow[],
): Promise<Progress> {
  const rows = await queryable
    .select({ lessonId: completions.lessonId })
    .from(completions)
    .where(and(eq(completions.userId, enrollment.userId), eq(completions.courseId, enrollment.courseId)))
  const completed = new Set(rows.map((row) => row.lessonId))
  const completedLessonIds = lessons.filter((lesson) => completed.has(lesson.id)).map((lesson) => lesson.id)
  const last = lessons.find(({ id }) => id === enrollment.lastLessonId)
  return {
    percent: percentDone(completedLessonIds.length, lessons.length),
    completedContentIds: completedLessonIds,
    lastContentId: last?.id ?? null,
  }
}
