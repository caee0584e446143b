import { and, asc, eq, isNotNull, max } from 'drizzle-orm'
import type { Question } from '#contract/assessment/quiz.ts'
import { score } from '#contract/assessment/quiz-scoring.ts'
import { findOwnLesson, type LessonKey } from '#server/catalog/index.ts'
import type { Tx } from '#server/platform/database/index.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import type { AssessmentDeps } from '#server/assessment/deps.ts'
import { findQuiz } from '#server/assessment/edit-quiz.ts'
import { partIdsOf, questionsOf, type Layout } from './layout.ts'
import { quizAttempts, quizRevisions, type AttemptRow } from '#server/assessment/tables.ts'

/** Makes every submitted attempt at a quiz due to be scored again with its questions as they are now. Returns their number; null for a quiz of others. */
export async function requestRescore(
  { database, audit, clock }: AssessmentDeps,
  staff: Viewer,
  key: LessonKey,
): Promise<number | null> {
  return database.transaction(async (tx) => {
    const lesson = await findOwnLesson(tx, staff, key, 'edit')
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
      subjectId: lesson.id,
      details,
    })
    return due.length
  })
}

/**
 * Scores the submitted attempts of a student at a quiz again that are due: together, so that the student is told once. Nobody loses a pass,
 * and a pass that is new completes the lesson. The locks are taken in the order of opening an attempt.
 */
export async function rescoreAttempts(
  tx: Tx,
  deps: AssessmentDeps,
  { userId, lessonId }: Pick<AttemptRow, 'userId' | 'lessonId'>,
): Promise<void> {
  const now = await findQuiz(tx, lessonId, 'share')
  const isSubmitted = and(
    eq(quizAttempts.userId, userId),
    eq(quizAttempts.lessonId, lessonId),
    isNotNull(quizAttempts.submittedAt),
  )
  const due = await tx
    .select({ attempt: quizAttempts, questions: quizRevisions.questions })
    .from(quizAttempts)
    .innerJoin(quizRevisions, eq(quizRevisions.id, quizAttempts.revisionId))
    .where(and(isSubmitted, isNotNull(quizAttempts.dueAt)))
    .orderBy(asc(quizAttempts.id))
    .for('update', { of: quizAttempts })
  const [first] = due
  if (!first || !now) return
  const findBest = async () => {
    const [row] = await tx
      .select({ best: max(quizAttempts.percent) })
      .from(quizAttempts)
      .where(isSubmitted)
    return row?.best ?? null
  }
  const before = await findBest()
  let passes = false
  for (const row of due) passes = (await rescoreAttempt(tx, now, row)) || passes
  if (passes) await deps.learning.completeByResult(tx, first.attempt)
  const best = await findBest()
  if (best !== null && best !== before) await tellStudent(tx, deps, first.attempt, best)
}

type Scored = { attempt: AttemptRow; questions: readonly Question[] }
type CurrentQuiz = NonNullable<Awaited<ReturnType<typeof findQuiz>>>

/** Questions that were deleted since are scored as they were. Returns whether the attempt passes and did not before. */
async function rescoreAttempt(tx: Tx, now: CurrentQuiz, { attempt, questions: asked }: Scored): Promise<boolean> {
  const current = new Map(now.questions.map((question) => [question._id, question]))
  const questions = questionsOf(attempt.layout, asked).map((question) => current.get(question._id) ?? question)
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
    .where(eq(quizAttempts.id, attempt.id))
  return passed && !attempt.passed
}

/** Tells whoever can still see it of the best percentage, which is the mark that the student sees everywhere. */
async function tellStudent(
  tx: Tx,
  { catalog, learning, notify }: AssessmentDeps,
  { userId, courseId, lessonId }: AttemptRow,
  percent: number,
): Promise<void> {
  if (!(await learning.isEnrolled(userId, courseId, tx))) return
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
