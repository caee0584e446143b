import { newId } from '#server/platform/new-id.ts'
import { and, eq, inArray, ne, notExists, sql } from 'drizzle-orm'
import {
  maximumQuestions,
  quizSettings,
  type Question,
  type QuestionInput,
  type QuizInput,
  type QuizSettings,
} from '#contract/assessment/quiz.ts'
import type { StaffQuiz } from '#contract/assessment/quiz-authoring.ts'
import { findOwnLesson, type LessonKey, type LessonRow } from '#server/catalog/index.ts'
import { type Queryable, type Tx, isStale } from '#server/platform/database/index.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import { invalidInput, refused, type InvalidInput, type Refusal } from '#server/platform/outcomes.ts'
import { cleanUserQuestions } from './clean-in-worker.ts'
import { idsOf } from './clean-questions.ts'
import type { AssessmentDeps } from './deps.ts'
import { quizAttempts, quizRevisions, quizzes, type QuizRow } from './tables.ts'

type StoredQuiz = { quiz: QuizRow; questions: Question[] }

/** The quiz as it is saved now; null before the first save. */
export async function findQuiz(
  queryable: Queryable,
  lessonId: string,
  lock: 'update' | 'share' | null = null,
): Promise<StoredQuiz | null> {
  const query = queryable
    .select({ quiz: quizzes, questions: quizRevisions.questions })
    .from(quizzes)
    .innerJoin(quizRevisions, eq(quizRevisions.id, quizzes.revisionId))
    .where(eq(quizzes.lessonId, lessonId))
  const [row] = lock ? await query.for(lock, { of: quizzes }) : await query
  return row ?? null
}

function presentQuiz(lesson: LessonRow, stored: StoredQuiz | null): StaffQuiz {
  return {
    contentId: lesson.id,
    title: lesson.title,
    chapterId: lesson.chapterId,
    settings: quizSettings.parse(stored?.quiz ?? {}),
    questions: stored?.questions ?? [],
    version: stored?.quiz.version ?? 0,
    updatedAt: stored?.quiz.updatedAt.toISOString() ?? null,
  }
}

export async function showQuiz({ database }: AssessmentDeps, staff: Viewer, key: LessonKey): Promise<StaffQuiz | null> {
  const lesson = await findOwnLesson(database.query, staff, key, 'teach')
  return lesson?.type === 'quiz' ? presentQuiz(lesson, await findQuiz(database.query, lesson.id)) : null
}

type Saved = { outcome: 'saved'; quiz: StaffQuiz }

/** Replaces the questions and settings. Open attempts keep the questions that they were opened with. */
export async function saveQuiz(
  { database, clock }: AssessmentDeps,
  staff: Viewer,
  { key, version, settings, questions: inputs }: QuizInput & { version: number } & { key: LessonKey },
): Promise<Saved | Refusal<'not-found' | 'stale'> | InvalidInput> {
  // Before anything is locked, because it may take a while. The ids are those of the same version.
  const own = await findOwnLesson(database.query, staff, key, 'edit')
  if (own?.type !== 'quiz') return refused('not-found')
  const known = await findQuiz(database.query, own.id)
  if (isStale(known?.quiz, version)) return refused('stale')
  const cleaned = await cleanUserQuestions(staff.id, { inputs, known: idsOf(known?.questions ?? []) })
  if ('errors' in cleaned) return invalidInput(cleaned.errors)
  const { questions } = cleaned
  return database.transaction(async (tx) => {
    // The lock on the lesson makes two first saves run one after the other. An attempt that is opened holds the quiz and refers to the lesson.
    const lesson = await findOwnLesson(tx, staff, key, 'edit', { lock: 'change' })
    if (lesson?.type !== 'quiz') return refused('not-found')
    const before = await findQuiz(tx, lesson.id, 'update')
    if (isStale(before?.quiz, version)) return refused('stale')
    const now = clock.now()
    const isSame = before !== null && JSON.stringify(before.questions) === JSON.stringify(questions)
    const revisionId = isSame ? before.quiz.revisionId : await addRevision(tx, lesson.id, questions, now)
    const values = {
      ...settings,
      lessonId: lesson.id,
      revisionId,
      version: version + 1,
      questionCount: questions.length,
      savedBy: staff.id,
      updatedAt: now,
    }
    const [quiz] = await tx
      .insert(quizzes)
      .values(values)
      .onConflictDoUpdate({ target: quizzes.lessonId, set: values })
      .returning()
    if (!quiz) throw new Error('The saved quiz was not returned')
    if (!isSame) await deleteUnusedRevisions(tx, quiz)
    return { outcome: 'saved', quiz: presentQuiz(lesson, { quiz, questions }) }
  })
}

/** With clean questions. */
export type NewQuiz = { lessonId: string; savedBy: string | null; settings: QuizSettings; questions: Question[] }

/** The first save of a quiz that its caller has just made a lesson for. */
export async function addQuiz(
  tx: Tx,
  { clock }: Pick<AssessmentDeps, 'clock'>,
  { lessonId, savedBy, settings, questions }: NewQuiz,
): Promise<void> {
  const now = clock.now()
  const revisionId = await addRevision(tx, lessonId, questions, now)
  await tx
    .insert(quizzes)
    .values({ ...settings, lessonId, revisionId, version: 1, questionCount: questions.length, savedBy, updatedAt: now })
}

/** Adds questions at the end of a quiz, whatever version it has. */
export async function addQuestions(
  deps: AssessmentDeps,
  staff: Viewer,
  { key, added }: { key: LessonKey; added: readonly QuestionInput[] },
): Promise<Saved | Refusal<'not-found'> | InvalidInput> {
  const quiz = await showQuiz(deps, staff, key)
  if (!quiz) return refused('not-found')
  const questions = [...quiz.questions, ...added]
  if (questions.length > maximumQuestions)
    return invalidInput({ file: `Maksimal ${maximumQuestions} soal dalam satu kuis` })
  const saved = await saveQuiz(deps, staff, { key, version: quiz.version, settings: quiz.settings, questions })
  // Another teacher saved in between.
  return saved.outcome === 'stale' ? addQuestions(deps, staff, { key, added }) : saved
}

async function addRevision(tx: Tx, lessonId: string, questions: Question[], now: Date): Promise<string> {
  const id = newId()
  await tx.insert(quizRevisions).values({ id, lessonId, questions, createdAt: now })
  return id
}

/** The caller must hold the lock of the quiz, which opening an attempt takes, too. */
async function deleteUnusedRevisions(tx: Tx, { lessonId, revisionId }: QuizRow): Promise<void> {
  const attempts = tx
    .select({ one: sql`1` })
    .from(quizAttempts)
    .where(eq(quizAttempts.revisionId, quizRevisions.id))
  await tx
    .delete(quizRevisions)
    .where(and(eq(quizRevisions.lessonId, lessonId), ne(quizRevisions.id, revisionId), notExists(attempts)))
}

/** The number of questions of each quiz. A quiz that was never saved has no entry. */
export async function countQuestions(queryable: Queryable, lessonIds: readonly string[]): Promise<Map<string, number>> {
  if (lessonIds.length === 0) return new Map()
  const rows = await queryable
    .select({ lessonId: quizzes.lessonId, questionCount: quizzes.questionCount })
    .from(quizzes)
    .where(inArray(quizzes.lessonId, [...lessonIds]))
  return new Map(rows.map(({ lessonId, questionCount }) => [lessonId, questionCount]))
}

/** Copies the quiz of a lesson to the lesson of a copied course. Ids may stay: they are only compared within a quiz. */
export async function copyQuiz(tx: Tx, { from, to, now }: { from: string; to: string; now: Date }): Promise<void> {
  const source = await findQuiz(tx, from)
  if (!source) return
  const revisionId = await addRevision(tx, to, source.questions, now)
  await tx.insert(quizzes).values({ ...source.quiz, lessonId: to, revisionId, version: 1, updatedAt: now })
}
