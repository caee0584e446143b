import { and, count, desc, eq, max, sql } from 'drizzle-orm'
import type { QuizStart } from '#contract/assessment/quiz-attempts.ts'
import type { LessonKey } from '#server/catalog/index.ts'
import type { NotOpen } from '#server/learning/index.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import { refused } from '#server/platform/outcomes.ts'
import type { AssessmentDeps } from '#server/assessment/deps.ts'
import { resultOf } from './present-attempt.ts'
import { quizAttempts, quizzes } from '#server/assessment/tables.ts'

const maximumAttemptsRead = 50

/** The settings of a quiz, without its questions, and the student's attempts. */
export async function showStart(
  { database, learning }: AssessmentDeps,
  viewer: Viewer,
  key: LessonKey,
): Promise<{ outcome: 'shown'; start: QuizStart } | NotOpen> {
  const study = await learning.findLessonToStudy(key, viewer)
  if (study.outcome !== 'open') return study
  if (study.type !== 'quiz') return refused('not-found')
  const [quiz] = await database.query.select().from(quizzes).where(eq(quizzes.lessonId, key.lessonId))
  const mine = and(eq(quizAttempts.userId, viewer.id), eq(quizAttempts.lessonId, key.lessonId))
  const [figures] = await database.query
    .select({
      made: count(),
      percent: max(quizAttempts.percent),
      passed: sql<boolean | null>`bool_or(${quizAttempts.passed})`,
    })
    .from(quizAttempts)
    .where(mine)
  const { id, number, startedAt, deadline, submittedAt, percent, passed } = quizAttempts
  const attempts = await database.query
    .select({ id, number, startedAt, deadline, submittedAt, percent, passed })
    .from(quizAttempts)
    .where(mine)
    .orderBy(desc(quizAttempts.number))
    .limit(maximumAttemptsRead)
  const start = {
    questionCount: Math.min(quiz?.draw ?? Infinity, quiz?.questionCount ?? 0),
    passPercent: quiz?.passPercent ?? 70,
    timeLimitMinutes: quiz?.timeLimitMinutes ?? null,
    showAnswers: quiz?.showAnswers ?? 'after-attempt',
    attemptsLeft: quiz && quiz.maximumAttempts > 0 ? Math.max(0, quiz.maximumAttempts - (figures?.made ?? 0)) : null,
    best: resultOf({ percent: figures?.percent ?? null, passed: figures?.passed ?? null }),
    attempts: attempts.map((attempt) => ({
      _id: attempt.id,
      number: attempt.number,
      startedAt: attempt.startedAt.toISOString(),
      deadline: attempt.deadline?.toISOString() ?? null,
      submittedAt: attempt.submittedAt?.toISOString() ?? null,
      result: resultOf(attempt),
    })),
  }
  return { outcome: 'shown', start }
}
