import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Question } from '#contract/assessment/quiz.ts'
import type { QuizResult } from '#contract/assessment/quiz-attempts.ts'
import { score } from '#contract/assessment/quiz-scoring.ts'
import type { Queryable, Tx } from '#server/platform/database/index.ts'
import type { AssessmentDeps } from '#server/assessment/deps.ts'
import { questionsOf } from './layout.ts'
import { quizAttempts, quizRevisions, type AttemptRow } from '#server/assessment/tables.ts'

export type Score = QuizResult & { points: Record<string, number>; submittedAt: Date }

/** The score of an open attempt from its stored answers. An attempt whose time is over ended then, also when it is scored later. */
export function scoreOf(
  { layout, answers, passPercent, deadline }: AttemptRow,
  questions: readonly Question[],
  now: Date,
): Score {
  return {
    ...score(questionsOf(layout, questions), answers, passPercent),
    submittedAt: deadline && deadline < now ? deadline : now,
  }
}

/** False when the attempt was submitted meanwhile, or has newer answers than those that were scored. */
export async function storeScore(
  queryable: Queryable,
  { id, seq }: AttemptRow,
  { percent, passed, points, submittedAt }: Score,
): Promise<boolean> {
  const stored = await queryable
    .update(quizAttempts)
    .set({ submittedAt, percent, passed, points, dueAt: null })
    .where(and(eq(quizAttempts.id, id), eq(quizAttempts.seq, seq), isNull(quizAttempts.submittedAt)))
    .returning({ id: quizAttempts.id })
  return stored.length > 0
}

/** Scores an attempt once, and completes the lesson when it is passed, in one transaction. An attempt that is scored keeps its result. */
export async function scoreAttempt(tx: Tx, { clock, learning }: AssessmentDeps, attemptId: string): Promise<void> {
  const [row] = await tx
    .select({ attempt: quizAttempts, questions: quizRevisions.questions })
    .from(quizAttempts)
    .innerJoin(quizRevisions, eq(quizRevisions.id, quizAttempts.revisionId))
    .where(and(eq(quizAttempts.id, attemptId), isNull(quizAttempts.submittedAt)))
    .for('update', { of: quizAttempts })
  if (!row) return
  const result = scoreOf(row.attempt, row.questions, clock.now())
  await storeScore(tx, row.attempt, result)
  if (result.passed) await learning.completeByResult(tx, row.attempt)
}

/** True when the student passed this quiz in any attempt. */
export const hasPassed = sql<boolean>`exists (
  select 1 from quiz_attempts as others
  where others.user_id = ${quizAttempts.userId} and others.content_id = ${quizAttempts.lessonId} and others.passed)`

export const isOwnAttempt = (userId: string, attemptId: string) =>
  and(eq(quizAttempts.id, attemptId), eq(quizAttempts.userId, userId))
