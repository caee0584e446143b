import { canManageCourse } from '#server/catalog/index.ts'
import { and, desc, eq, sql } from 'drizzle-orm'
import type { StudentResults } from '#contract/assessment/quiz-results.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import { submissions } from '#server/assessment/assignments/tables.ts'
import type { AssessmentDeps } from './deps.ts'
import { quizAttempts } from './tables.ts'

type Key = { courseId: string; studentId: string }

/** Null for a course of others, and for who is not enrolled. */
export async function showStudentResults(
  { database, catalog, learning }: AssessmentDeps,
  staff: Viewer,
  key: Key,
): Promise<StudentResults | null> {
  const { courseId, studentId } = key
  const course = await catalog.findCourse(courseId)
  if (!course || !canManageCourse(staff, course, 'edit') || !(await learning.isEnrolled(studentId, courseId)))
    return null
  const ofStudent = (table: typeof quizAttempts | typeof submissions) =>
    and(eq(table.userId, studentId), eq(table.courseId, courseId))
  const quizzes = await database.query
    .select({
      contentId: quizAttempts.lessonId,
      attempts: sql<number>`count(*)::int`,
      bestPercent: sql<number | null>`max(${quizAttempts.percent})::int`,
      passed: sql<boolean>`coalesce(bool_or(${quizAttempts.passed}), false)`,
      lastAt: sql<string>`to_json(max(coalesce(${quizAttempts.submittedAt}, ${quizAttempts.startedAt})))#>>'{}'`,
    })
    .from(quizAttempts)
    .where(ofStudent(quizAttempts))
    .groupBy(quizAttempts.lessonId)
  const latest = await database.query
    .selectDistinctOn([submissions.lessonId])
    .from(submissions)
    .where(ofStudent(submissions))
    .orderBy(submissions.lessonId, desc(submissions.number))
  return {
    quizzes: quizzes.map((quiz) => ({ ...quiz, lastAt: new Date(quiz.lastAt).toISOString() })),
    assignments: latest.map(({ id, lessonId, number, status, submittedAt, earnedPoints, maximumPoints }) => ({
      contentId: lessonId,
      submissionId: id,
      number,
      status,
      submittedAt: submittedAt.toISOString(),
      points: earnedPoints,
      maximumPoints,
    })),
  }
}
