import { and, eq, isNotNull } from 'drizzle-orm'
import type { Question } from '#contract/assessment/quiz.ts'
import { score } from '#contract/assessment/quiz-scoring.ts'
import { findOwnLesson, type LessonKey } from '#server/catalog/index.ts'
import type { Tx } from '#server/platform/database/index.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import type { AssessmentDeps } from '#server/assessment/deps.ts'
import { findQuiz } from '#server/assessment/authoring/edit-quiz.ts'
import { partIdsOf, questionsOf, type Layout } from './layout.ts'
import { quizAttempts, quizRevisions, type AttemptRow } from '#server/assessment/tables.ts'

/** Makes every submitted attempt at a quiz due to be scored again with its questions as they are now. Returns their number; null for a quiz of others. */
export async function requestRescore(
  { database, audit, clock }: AssessmentDeps,
  staff: Viewer,
  key: LessonKey,
): Promise<number | null> {
  return database.transaction(async (tx) => {
    const lesson = await findOwnLesson(tx, staff, key)
    if (lesson?.type !== 'quiz') return null
    const due = await tx
      .update(quizAttempts)
      .set({ dueAt: clock.now() })
      .where(and(eq(quizAttempts.lessonId, lesson.id), isNotNull(quizAttempts.submittedAt)))
      .returning({ id: quizAttempts.id })
    const details = { title: lesson.title, courseId: key.courseId, attempts: due.length }
    await audit.record(tx, {
      actorId: staff.id,
      action: 'quiz.rescored',
      subjectKind: 'content',
      subjectId: lesson.id,
      details,
    })
    return due.length
  })
}

/**
 * Scores a submitted attempt again. Nobody loses a pass, and a pass that is new completes the lesson. Questions that were deleted since are
 * scored as they were. The locks are taken in the order of opening an attempt.
 */
export async function rescoreAttempt(
  tx: Tx,
  deps: AssessmentDeps,
  { id, lessonId }: Pick<AttemptRow, 'id' | 'lessonId'>,
): Promise<void> {
  const now = await findQuiz(tx, lessonId, 'share')
  const [row] = await tx
    .select({ attempt: quizAttempts, questions: quizRevisions.questions })
    .from(quizAttempts)
    .innerJoin(quizRevisions, eq(quizRevisions.id, quizAttempts.revisionId))
    .where(and(eq(quizAttempts.id, id), isNotNull(quizAttempts.submittedAt)))
    .for('update', { of: quizAttempts })
  if (!row || !now) return
  const { attempt } = row
  const current = new Map(now.questions.map((question) => [question._id, question]))
  const questions = questionsOf(attempt.layout, row.questions).map((question) => current.get(question._id) ?? question)
  const { points, percent, passed } = score(questions, attempt.answers, now.quiz.passPercent)
  const isCurrent = attempt.layout.every((entry) => current.has(entry.id))
  await tx
    .update(quizAttempts)
    .set({
      points,
      percent,
      passed: passed || attempt.passed,
      passPercent: now.quiz.passPercent,
      dueAt: null,
      ...(isCurrent ? { revisionId: now.quiz.revisionId, layout: relayout(attempt.layout, current) } : {}),
    })
    .where(eq(quizAttempts.id, id))
  if (passed && !attempt.passed) await deps.learning.completeByResult(tx, attempt)
  if (percent !== attempt.percent) await tellStudent(tx, deps, attempt, percent)
}

async function tellStudent(
  tx: Tx,
  { catalog, notify }: AssessmentDeps,
  { userId, courseId, lessonId }: AttemptRow,
  percent: number,
): Promise<void> {
  const course = await catalog.findCourse(courseId, tx)
  const lessonTitle = (await catalog.findLessonTitles([lessonId], { tx })).get(lessonId)
  if (!course || lessonTitle === undefined) return
  await notify(tx, {
    kind: 'quiz-rescored',
    userId,
    data: { courseId, courseTitle: course.title, lessonId, lessonTitle, percent },
  })
}

/** The parts that a question has now, in the order that the student saw as far as possible. */
const relayout = (layout: Layout, questions: ReadonlyMap<string, Question>): Layout =>
  layout.map(({ id, parts, ...entry }) => {
    const question = questions.get(id)
    const now = question ? partIdsOf(question) : []
    return {
      ...entry,
      id,
      parts: [...parts.filter((part) => now.includes(part)), ...now.filter((part) => !parts.includes(part))],
    }
  })
