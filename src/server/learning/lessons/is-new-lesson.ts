import { addedAt, type LessonSummaryRow } from '#server/catalog/index.ts'
import type { Enrollment } from '#server/learning/memberships.ts'

/** True when a lesson was added after this student finished the course, and waits to be completed. */
export const isNewLesson = (
  { finishedAt }: Enrollment,
  lesson: LessonSummaryRow,
  completed: ReadonlySet<string>,
): boolean => finishedAt !== null && addedAt(lesson) >= finishedAt && !completed.has(lesson.id)
