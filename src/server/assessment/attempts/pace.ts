import { and, desc, eq, sql, type SQL } from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/pg-core'
import { tooManyRequests, type TooManyRequests } from '#server/platform/outcomes.ts'
import { quizAttempts } from '#server/assessment/tables.ts'
import { attemptsAtAllQuizzes, attemptsAtOneQuiz } from '#server/assessment/limits.ts'

type Earlier = { earlierHere: Date | string | null; earlierAnywhere: Date | string | null }

/**
 * When the attempts began that the limits look back to: part of the query that reads the last attempt. Their numbers are unique, so that concurrent
 * calls cannot exceed the limit of a quiz.
 */
export function earlierAttempts(userId: string, lessonId: string) {
  const mine = eq(quizAttempts.userId, userId)
  const here = new QueryBuilder()
    .select({ startedAt: quizAttempts.startedAt })
    .from(quizAttempts)
    .where(and(mine, eq(quizAttempts.lessonId, lessonId)))
    .orderBy(desc(quizAttempts.number))
    .offset(attemptsAtOneQuiz.times - 1)
    .limit(1)
  const anywhere = new QueryBuilder()
    .select({ startedAt: quizAttempts.startedAt })
    .from(quizAttempts)
    .where(mine)
    .orderBy(desc(quizAttempts.startedAt))
    .offset(attemptsAtAllQuizzes.times - 1)
    .limit(1)
  const instant = (query: SQL) => sql<Date | string | null>`(${query})`
  return { earlierHere: instant(sql`${here}`), earlierAnywhere: instant(sql`${anywhere}`) }
}

/** How long to wait before another attempt; null when one may be opened now. */
export function findTooMany(earlier: Earlier | undefined, now: Date): TooManyRequests | null {
  const waits = [
    waitMs(earlier?.earlierHere, attemptsAtOneQuiz.perMs, now),
    waitMs(earlier?.earlierAnywhere, attemptsAtAllQuizzes.perMs, now),
  ]
  const longest = Math.max(...waits)
  return longest > 0 ? tooManyRequests({ retryAfterSeconds: Math.ceil(longest / 1000) }) : null
}

const waitMs = (earlier: Date | string | null | undefined, perMs: number, now: Date): number =>
  earlier ? new Date(earlier).getTime() + perMs - now.getTime() : 0
