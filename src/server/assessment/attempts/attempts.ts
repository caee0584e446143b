import { newId } from '#server/platform/new-id.ts'
import { isUuid } from '#contract/kit/uuid.ts'
import { and, desc, eq, getTableColumns, isNull, lt, sql, type SQL } from 'drizzle-orm'
import { alias, QueryBuilder, type PgColumn } from 'drizzle-orm/pg-core'
import { minuteMs } from '#contract/kit/durations.ts'
import type { Answers, Question } from '#contract/assessment/quiz.ts'
import { isAnswered } from '#contract/assessment/quiz.ts'
import type { Attempt, QuizResult, SavedAnswers } from '#contract/assessment/quiz-attempts.ts'
import type { LessonKey } from '#server/catalog/index.ts'
import type { NotOpen } from '#server/learning/index.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import {
  invalidInput,
  refused,
  type InvalidInput,
  type Refusal,
  type TooManyRequests,
} from '#server/platform/outcomes.ts'
import type { AssessmentDeps } from '#server/assessment/deps.ts'
import { findWrongAnswer } from './answer-shape.ts'
import { makeLayout } from './layout.ts'
import { earlierAttempts, findTooMany } from './pace.ts'
import { codePainter } from '#server/platform/code-colours/index.ts'
import { presentAttempt, resultOf, solutionsOf, textsOf } from './present-attempt.ts'
import { hasPassed, isOwnAttempt, scoreAttempt, scoreOf, storeScore } from './score-attempt.ts'
import { quizAttempts, quizRevisions, quizzes, type AttemptRow, type QuizRow } from '#server/assessment/tables.ts'
import { lateAnswerMs, mostAttempts } from '#server/assessment/limits.ts'

type OpenOutcome =
  | { outcome: 'opened'; attempt: Attempt }
  | NotOpen
  | Refusal<'attempts-used-up' | 'quiz-empty'>
  | TooManyRequests

/** The open attempt of a student; a new one if there is none. Usually one statement to read and one to insert. */
export async function openAttempt(deps: AssessmentDeps, viewer: Viewer, key: LessonKey): Promise<OpenOutcome> {
  for (let tries = 0; tries < maximumTries; tries++) {
    const found = await findToOpen(deps, key, viewer)
    const study = deps.learning.decideStudy(viewer, { lessonId: key.lessonId, study: found?.study })
    if (study.outcome !== 'open') return study
    if (study.type !== 'quiz') return refused('not-found')
    const now = deps.clock.now()
    const { quiz, questions, last } = found ?? {}
    if (!quiz || !questions) return refused('quiz-empty')
    const show = await codePainter(deps, viewer.id, textsOf(questions))
    const opened = (attempt: AttemptRow): OpenOutcome => ({
      outcome: 'opened',
      attempt: presentAttempt(attempt, questions, { showAnswers: quiz.showAnswers, hasPassed: false }, { now, show }),
    })
    if (last?.submittedAt === null) {
      if (!isOver(last, now)) return opened(last)
      await deps.database.transaction((tx) => scoreAttempt(tx, deps, last.id))
      continue
    }
    const number = (last?.number ?? 0) + 1
    if (number > (quiz.maximumAttempts || mostAttempts)) return refused('attempts-used-up')
    const tooMany = findTooMany(found, now)
    if (tooMany) return tooMany
    if (quiz.questionCount === 0) return refused('quiz-empty')
    const attempt = newAttempt({ userId: viewer.id, ...key, number }, { quiz, questions }, now)
    if (await insertAttempt(deps, attempt, quiz.version)) return opened(attempt)
  }
  throw new Error('The open attempt was neither found nor inserted')
}

/** A concurrent call opens the attempt, or a save changes the quiz, between reading and inserting; then both are repeated. */
const maximumTries = 5

/** The student's access to the lesson, the quiz, and the last attempt. `questions` are those of that attempt while it is open, else those of the quiz now. */
async function findToOpen({ database, learning }: AssessmentDeps, key: LessonKey, viewer: Viewer) {
  const study = learning.studySql(key, viewer)
  const ofLast = alias(quizRevisions, 'revision_of_last')
  const mine = and(eq(quizAttempts.userId, viewer.id), eq(quizAttempts.lessonId, key.lessonId))
  const last = new QueryBuilder()
    .select()
    .from(quizAttempts)
    .where(mine)
    .orderBy(desc(quizAttempts.number))
    .limit(1)
    .as('last')
  const earlier = earlierAttempts(viewer.id, key.lessonId)
  const isOpen = sql`${last.id} is not null and ${last.submittedAt} is null`
  const [row] = await database.prepared
    .select({
      study: study._.selectedFields,
      quiz: quizzes,
      questions: sql<
        Question[] | null
      >`case when ${isOpen} then ${ofLast.questions} else ${quizRevisions.questions} end`,
      last: last._.selectedFields,
      ...earlier,
    })
    .from(study)
    .leftJoin(quizzes, eq(quizzes.lessonId, key.lessonId))
    .leftJoin(quizRevisions, eq(quizRevisions.id, quizzes.revisionId))
    .leftJoin(last, sql`true`)
    .leftJoin(ofLast, eq(ofLast.id, last.revisionId))
  return row
}

type AttemptKey = Pick<AttemptRow, 'userId' | 'courseId' | 'lessonId' | 'number'>

/** A new attempt at the quiz as it is now. It is not stored yet. */
function newAttempt(
  key: AttemptKey,
  { quiz, questions }: { quiz: QuizRow; questions: Question[] },
  now: Date,
): AttemptRow {
  const deadline = quiz.timeLimitMinutes === null ? null : new Date(now.getTime() + quiz.timeLimitMinutes * minuteMs)
  return {
    ...key,
    id: newId(),
    revisionId: quiz.revisionId,
    layout: makeLayout(questions, quiz),
    passPercent: quiz.passPercent,
    showAnswers: quiz.showAnswers,
    answers: {},
    seq: 0,
    startedAt: now,
    deadline,
    deadlineToldAt: null,
    dueAt: deadline && new Date(deadline.getTime() + lateAnswerMs),
    submittedAt: null,
    percent: null,
    passed: null,
    points: null,
  }
}

/**
 * Inserts the attempt if the quiz still has this version. False when it was saved meanwhile, or when the student has opened an attempt. The lock
 * on the quiz makes a save, which deletes unused revisions, wait until the revision of this attempt is used.
 */
async function insertAttempt({ database }: AssessmentDeps, attempt: AttemptRow, quizVersion: number): Promise<boolean> {
  const columns = Object.entries(getTableColumns(quizAttempts)) as [keyof AttemptRow, PgColumn][]
  const values = columns.map(
    ([name, column]) => sql`${sql.param(attempt[name], column)}::${sql.raw(column.getSQLType())}`,
  )
  const isUnchanged = and(eq(quizzes.lessonId, attempt.lessonId), eq(quizzes.version, quizVersion))
  const inserted = await database.prepared
    .insert(quizAttempts)
    .select(sql`select ${sql.join(values, sql`, `)} from ${quizzes} where ${isUnchanged} for share`)
    .onConflictDoNothing()
    .returning({ id: quizAttempts.id })
  return inserted.length > 0
}

const isOver = ({ deadline }: AttemptRow, now: Date): boolean =>
  deadline !== null && now.getTime() > deadline.getTime() + lateAnswerMs

type OwnAttempt = { userId: string; attemptId: string }

/** The questions where a condition holds, else none: they may be large, and saving needs them for solutions only. */
const questionsIf = (condition: SQL) =>
  sql<Question[]>`case when ${condition} then ${quizRevisions.questions} else '[]' end`

/** The attempt with what decides about its solutions, in one query. */
async function findAttempt(
  { database, learning }: AssessmentDeps,
  { userId, attemptId }: OwnAttempt,
  needsQuestions = sql`true`,
) {
  const [row] = await database.prepared
    .select({
      attempt: quizAttempts,
      questions: questionsIf(needsQuestions),
      showAnswers: quizzes.showAnswers,
      hasPassed,
      isEnrolled: learning.enrollmentSql.isActive(quizAttempts.userId, quizAttempts.courseId),
    })
    .from(quizAttempts)
    .innerJoin(quizRevisions, eq(quizRevisions.id, quizAttempts.revisionId))
    .innerJoin(quizzes, eq(quizzes.lessonId, quizAttempts.lessonId))
    .where(isOwnAttempt(userId, attemptId))
  if (!row) return refused('not-found')
  return row.isEnrolled ? { outcome: 'found' as const, ...row } : refused('not-enrolled')
}

type NotMine = Refusal<'not-found' | 'not-enrolled'>

export async function showAttempt(
  deps: AssessmentDeps,
  own: OwnAttempt,
): Promise<{ outcome: 'shown'; attempt: Attempt } | NotMine> {
  let found = await findAttempt(deps, own)
  if (found.outcome !== 'found') return found
  const now = deps.clock.now()
  if (found.attempt.submittedAt === null && isOver(found.attempt, now)) {
    await deps.database.transaction((tx) => scoreAttempt(tx, deps, own.attemptId))
    found = await findAttempt(deps, own)
    if (found.outcome !== 'found') return found
  }
  const show = await codePainter(deps, own.userId, textsOf(found.questions))
  return { outcome: 'shown', attempt: presentAttempt(found.attempt, found.questions, found, { now, show }) }
}

/** Asked before many answers are read. */
export async function ownsAttempt({ database }: AssessmentDeps, userId: string, attemptId: string): Promise<boolean> {
  if (!isUuid(attemptId)) return false
  const [row] = await database.query
    .select({ id: quizAttempts.id })
    .from(quizAttempts)
    .where(isOwnAttempt(userId, attemptId))
  return row !== undefined
}

type SaveOutcome = { outcome: 'saved'; saved: SavedAnswers } | NotMine | Refusal<'attempt-over'> | InvalidInput

/**
 * Stores all answers of an open attempt, unless newer ones are stored. With `after-question`, an answer whose solution was shown stays.
 * One query to read and one to write, unless another call writes in between.
 */
export async function saveAnswers(
  deps: AssessmentDeps,
  own: OwnAttempt,
  { answers, seq }: { answers: Answers; seq: number },
): Promise<SaveOutcome> {
  const showsSolutions = sql`${quizAttempts.showAnswers} = 'after-question'`
  const found = await findAttempt(deps, own, showsSolutions)
  if (found.outcome !== 'found') return found
  const now = deps.clock.now()
  const wrong = findWrongAnswer(found.attempt.layout, answers)
  if (wrong) return invalidInput({ answers: wrong })
  const show = await codePainter(deps, own.userId, textsOf(found.questions))
  const present = (attempt: AttemptRow): SaveOutcome => ({
    outcome: 'saved',
    saved: {
      answers: { ...attempt.answers },
      seq: attempt.seq,
      solutions: solutionsOf(attempt, found.questions, found, show),
    },
  })
  if (found.attempt.submittedAt !== null || isOver(found.attempt, now)) return refused('attempt-over')
  if (seq <= found.attempt.seq) return present(found.attempt)
  const given = JSON.stringify(Object.fromEntries(Object.entries(answers).filter(([, value]) => isAnswered(value))))
  const [saved] = await deps.database.prepared
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
  if (after.outcome !== 'found') return after
  return after.attempt.submittedAt === null ? present(after.attempt) : refused('attempt-over')
}

/**
 * Scores the attempt once; later calls return the same. One query to read and one to write, and those that complete the lesson when it is
 * passed, in one transaction.
 */
export async function submitAttempt(
  deps: AssessmentDeps,
  own: OwnAttempt,
): Promise<{ outcome: 'scored'; result: QuizResult } | NotMine> {
  for (let tries = 0; tries < maximumTries; tries++) {
    const found = await findAttempt(deps, own)
    if (found.outcome !== 'found') return found
    const { attempt, questions } = found
    const known = resultOf(attempt)
    if (known) return { outcome: 'scored', result: known }
    const result = scoreOf(attempt, questions, deps.clock.now())
    const isStored = result.passed
      ? await deps.database.transaction(async (tx) => {
          const wasOpen = await storeScore(tx, attempt, result)
          if (wasOpen) await deps.learning.completeByResult(tx, attempt)
          return wasOpen
        })
      : await storeScore(deps.database.prepared, attempt, result)
    if (isStored) return { outcome: 'scored', result: { percent: result.percent, passed: result.passed } }
  }
  throw new Error('The answers of the attempt kept changing while it was submitted')
}
