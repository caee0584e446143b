import { and, eq, sql } from 'drizzle-orm'
import type { QuizResult } from '#contract/quiz-attempts.ts'
import { score } from '#contract/quiz-scoring.ts'
import type { Tx } from '#server/database/index.ts'
import type { AssessmentDeps } from './deps.ts'
import { questionsOf } from './layout.ts'
import { resultOf } from './present-attempt.ts'
import { quizAttempts, quizRevisions } from './tables.ts'

/**
 * Scores an attempt once, from its stored answers, and completes the lesson when it is passed, in one transaction. An attempt that is scored
 * keeps its result; null when it does not exist.
 */
export async function scoreAttempt(tx: Tx, { clock, learning }: AssessmentDeps, attemptId: string): Promise<QuizResult | null> {
  const [row] = await tx
    .select({ attempt: quizAttempts, questions: quizRevisions.questions })
    .from(quizAttempts)
    .innerJoin(quizRevisions, eq(quizRevisions.id, quizAttempts.revisionId))
    .where(eq(quizAttempts.id, attemptId))
    .for('update', { of: quizAttempts })
  if (!row) return null
  const { attempt } = row
  const known = resultOf(attempt)
  if (known) return known
  const now = clock.now()
  const { points, percent, passed } = score(questionsOf(attempt.layout, row.questions), attempt.answers, attempt.passPercent)
  // An attempt whose time is over ended then, also when it is scored later.
  const submittedAt = attempt.deadline && attempt.deadline < now ? attempt.deadline : now
  await tx.update(quizAttempts).set({ submittedAt, percent, passed, points, dueAt: null }).where(eq(quizAttempts.id, attempt.id))
  if (passed) await learning.completeByResult(tx, attempt)
  return { percent, passed }
}

/** Whether the student passed this quiz in any attempt. */
export const hasPassed = sql<boolean>`exists (
  select 1 from quiz_attempts as others
  where others.user_id = ${quizAttempts.userId} and others.content_id = ${quizAttempts.contentId} and others.passed)`

export const isOwnAttempt = (userId: string, attemptId: string) => and(eq(quizAttempts.id, attemptId), eq(quizAttempts.userId, userId))
