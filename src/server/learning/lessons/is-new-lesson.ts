import type { LessonSummaryRow } from '#server/catalog/index.ts'
import type { Enrollment } from '#server/learning/enrolment/enroll.ts'

/** Whether a lesson was added after this student finished the course, and waits to be completed. */
export const isNewLesson = ({ finishedAt }: Enrollment, { id, createdAt }: LessonSummaryRow, completed: ReadonlySet<string>): boolean =>
  finishedAt !== null && createdAt >= finishedAt && !completed.has(id)
