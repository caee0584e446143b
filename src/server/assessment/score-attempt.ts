import { and, eq, sql, type SQL } from 'drizzle-orm'
import type { Question } from '#contract/quiz.ts'
import type { QuizResult } from '#contract/quiz-attempts.ts'
import { score } from '#contract/quiz-scoring.ts'
import type { Tx } from '#server/database/index.ts'
import type { AssessmentDeps } from './deps.ts'
import { questionsOf } from './layout.ts'
import { resultOf } from './present-attempt.ts'
import { quizAttempts, quizRevisions, type AttemptRow } from './tables.ts'

/** An attempt with its questions, locked until the transaction ends; null when there is none. */
export async function lockAttempt(tx: Tx, { learning }: Pick<AssessmentDeps, 'learning'>, which: SQL | undefined) {
  const [row] = await tx
    .select({
      attempt: quizAttempts,
      questions: quizRevisions.questions,
      isEnrolled: learning.enrollmentSql.isActive(quizAttempts.userId, quizAttempts.courseId),
    })
    .from(quizAttempts)
    .innerJoin(quizRevisions, eq(quizRevisions.id, quizAttempts.revisionId))
    .where(which)
    .for('update', { of: quizAttempts })
  return row ?? null
}

/**
 * Scores a locked attempt once, from its stored answers, and completes the lesson when it is passed, in one transaction. An attempt that is
 * scored keeps its result.
 */
export async function scoreLocked(
  tx: Tx,
  { clock, learning }: AssessmentDeps,
  { attempt, questions }: { attempt: AttemptRow; questions: readonly Question[] },
): Promise<QuizResult> {
  const known = resultOf(attempt)
  if (known) return known
  const now = clock.now()
  const { points, percent, passed } = score(questionsOf(attempt.layout, questions), attempt.answers, attempt.passPercent)
  // An attempt whose time is over ended then, also when it is scored later.
  const submittedAt = attempt.deadline && attempt.deadline < now ? attempt.deadline : now
  await tx.update(quizAttempts).set({ submittedAt, percent, passed, points, dueAt: null }).where(eq(quizAttempts.id, attempt.id))
  if (passed) await learning.completeByResult(tx, attempt)
  return { percent, passed }
}

/** The same for an attempt by its id; null when it does not exist. */
export async function scoreAttempt(tx: Tx, deps: AssessmentDeps, attemptId: string): Promise<QuizResult | null> {
  const row = await lockAttempt(tx, deps, eq(quizAttempts.id, attemptId))
  return row && scoreLocked(tx, deps, row)
}

/** Whether the student passed this quiz in any attempt. */
export const hasPassed = sql<boolean>`exists (
  select 1 from quiz_attempts as others
  where others.user_id = ${quizAttempts.userId} and others.content_id = ${quizAttempts.contentId} and others.passed)`

export const isOwnAttempt = (userId: string, attemptId: string) => and(eq(quizAttempts.id, attemptId), eq(quizAttempts.userId, userId))
