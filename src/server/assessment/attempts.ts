import { randomUUIDv7 } from 'node:crypto'
import { and, desc, eq, isNull, lt, sql, type SQL } from 'drizzle-orm'
import type { Answers, Question } from '#contract/quiz.ts'
import { isAnswered } from '#contract/quiz.ts'
import type { Attempt, QuizResult, SavedAnswers } from '#contract/quiz-attempts.ts'
import type { Tx } from '#server/database/index.ts'
import type { Viewer } from '#server/http/index.ts'
import type { StudyOutcome } from '#server/learning/index.ts'
import type { AssessmentDeps } from './deps.ts'
import { findQuiz } from './edit-quiz.ts'
import { makeLayout } from './layout.ts'
import { presentAttempt, solutionsOf } from './present-attempt.ts'
import { hasPassed, isOwnAttempt, lockAttempt, scoreAttempt, scoreLocked } from './score-attempt.ts'
import { quizAttempts, quizRevisions, quizzes, type AttemptRow } from './tables.ts'

/** Answers given in time count when they arrive this much later. */
export const graceMs = 10_000

type QuizAddress = { courseId: string; contentId: string }
type NotOpen = Exclude<StudyOutcome, { outcome: 'open' }>

/** The open attempt of a student; a new one if there is none. */
export async function openAttempt(deps: AssessmentDeps, address: QuizAddress, viewer: Viewer): Promise<Attempt | NotOpen | 'used-up' | 'empty'> {
  const study = await deps.learning.findLessonToStudy(address, viewer)
  if (study.outcome !== 'open') return study
  if (study.type !== 'quiz') return { outcome: 'not-found' }
  // A concurrent call may open the attempt first; it is found then.
  for (let tries = 0; tries < 3; tries++) {
    const opened = await deps.database.transaction((tx) => findOrInsert(tx, deps, address, viewer.id))
    if (opened !== 'repeat') return opened
  }
  throw new Error('The open attempt was neither found nor inserted')
}

async function findOrInsert(tx: Tx, deps: AssessmentDeps, address: QuizAddress, userId: string): Promise<Attempt | 'used-up' | 'empty' | 'repeat'> {
  const now = deps.clock.now()
  const stored = await findQuiz(tx, address.contentId, 'share')
  if (!stored) return 'empty'
  const { quiz } = stored
  const [last] = await tx
    .select({ attempt: quizAttempts, questions: quizRevisions.questions })
    .from(quizAttempts)
    .innerJoin(quizRevisions, eq(quizRevisions.id, quizAttempts.revisionId))
    .where(and(eq(quizAttempts.userId, userId), eq(quizAttempts.contentId, address.contentId)))
    .orderBy(desc(quizAttempts.number))
    .limit(1)
  if (last && last.attempt.submittedAt === null) {
    if (!isOver(last.attempt, now)) return presentAttempt(last.attempt, last.questions, { showAnswers: quiz.showAnswers, hasPassed: false }, now)
    await scoreAttempt(tx, deps, last.attempt.id)
  }
  const number = (last?.attempt.number ?? 0) + 1
  if (quiz.maximumAttempts > 0 && number > quiz.maximumAttempts) return 'used-up'
  if (quiz.questionCount === 0) return 'empty'
  const deadline = quiz.timeLimitMinutes === null ? null : new Date(now.getTime() + quiz.timeLimitMinutes * 60_000)
  const [opened] = await tx
    .insert(quizAttempts)
    .values({
      id: randomUUIDv7(),
      userId,
      ...address,
      number,
      revisionId: quiz.revisionId,
      layout: makeLayout(stored.questions, quiz),
      passPercent: quiz.passPercent,
      showAnswers: quiz.showAnswers,
      answers: {},
      seq: 0,
      startedAt: now,
      deadline,
      dueAt: deadline && new Date(deadline.getTime() + graceMs),
    })
    .onConflictDoNothing()
    .returning()
  return opened ? presentAttempt(opened, stored.questions, { showAnswers: quiz.showAnswers, hasPassed: false }, now) : 'repeat'
}

const isOver = ({ deadline }: AttemptRow, now: Date): boolean => deadline !== null && now.getTime() > deadline.getTime() + graceMs

type OwnAttempt = { userId: string; attemptId: string }

/** The questions where a condition holds, else none: they may be large, and saving needs them for solutions only. */
const questionsIf = (condition: SQL) => sql<Question[]>`case when ${condition} then ${quizRevisions.questions} else '[]' end`

/** The attempt with what decides about its solutions, in one query. */
async function findAttempt({ database, learning }: AssessmentDeps, { userId, attemptId }: OwnAttempt, needsQuestions = sql`true`) {
  const [row] = await database.query
    .select({
      attempt: quizAttempts,
      questions: questionsIf(needsQuestions),
      showAnswers: quizzes.showAnswers,
      hasPassed,
      isEnrolled: learning.enrollmentSql.isActive(quizAttempts.userId, quizAttempts.courseId),
    })
    .from(quizAttempts)
    .innerJoin(quizRevisions, eq(quizRevisions.id, quizAttempts.revisionId))
    .innerJoin(quizzes, eq(quizzes.contentId, quizAttempts.contentId))
    .where(isOwnAttempt(userId, attemptId))
  if (!row) return 'not-found' as const
  return row.isEnrolled ? row : ('not-enrolled' as const)
}

export async function showAttempt(deps: AssessmentDeps, own: OwnAttempt): Promise<Attempt | 'not-found' | 'not-enrolled'> {
  let found = await findAttempt(deps, own)
  if (typeof found === 'string') return found
  const now = deps.clock.now()
  if (found.attempt.submittedAt === null && isOver(found.attempt, now)) {
    await deps.database.transaction((tx) => scoreAttempt(tx, deps, own.attemptId))
    found = await findAttempt(deps, own)
    if (typeof found === 'string') return found
  }
  return presentAttempt(found.attempt, found.questions, found, now)
}

type SaveOutcome = SavedAnswers | 'not-found' | 'not-enrolled' | 'over' | { unknown: string }

/**
 * Stores all answers of an open attempt, unless newer ones are stored. With `after-question`, an answer whose solution was shown stays.
 * One query to read and one to write.
 */
export async function saveAnswers(deps: AssessmentDeps, own: OwnAttempt, { answers, seq }: { answers: Answers; seq: number }): Promise<SaveOutcome> {
  const showsSolutions = sql`${quizAttempts.showAnswers} = 'after-question'`
  const found = await findAttempt(deps, own, showsSolutions)
  if (typeof found === 'string') return found
  const now = deps.clock.now()
  const ids = new Set(found.attempt.layout.map(({ id }) => id))
  const unknown = Object.keys(answers).find((id) => !ids.has(id))
  if (unknown !== undefined) return { unknown }
  const present = (attempt: AttemptRow): SavedAnswers => ({
    answers: { ...attempt.answers },
    seq: attempt.seq,
    solutions: solutionsOf(attempt, found.questions, found),
  })
  if (found.attempt.submittedAt !== null || isOver(found.attempt, now)) return 'over'
  if (seq <= found.attempt.seq) return present(found.attempt)
  const given = JSON.stringify(Object.fromEntries(Object.entries(answers).filter(([, value]) => isAnswered(value))))
  const [saved] = await deps.database.query
    .update(quizAttempts)
    .set({
      answers: sql`case when ${quizAttempts.showAnswers} = 'after-question' then ${given}::jsonb || ${quizAttempts.answers} else ${given}::jsonb end`,
      seq,
    })
    .where(and(isOwnAttempt(own.userId, own.attemptId), isNull(quizAttempts.submittedAt), lt(quizAttempts.seq, seq)))
    .returning()
  if (saved) return present(saved)
  // Another call stored newer answers or submitted the attempt in between.
  const after = await findAttempt(deps, own, showsSolutions)
  if (typeof after === 'string') return after
  return after.attempt.submittedAt === null ? present(after.attempt) : 'over'
}

/** Scores the attempt once; later calls return the same. */
export async function submitAttempt(deps: AssessmentDeps, own: OwnAttempt): Promise<QuizResult | 'not-found' | 'not-enrolled'> {
  return deps.database.transaction(async (tx) => {
    const mine = await lockAttempt(tx, deps, isOwnAttempt(own.userId, own.attemptId))
    if (!mine) return 'not-found'
    return mine.isEnrolled ? scoreLocked(tx, deps, mine) : 'not-enrolled'
  })
}
