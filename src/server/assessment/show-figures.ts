import { and, desc, eq, isNotNull } from 'drizzle-orm'
import type { QuestionFigures } from '#contract/assessment/quiz-results.ts'
import { findOwnLesson, type LessonKey } from '#server/catalog/index.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import type { AssessmentDeps } from './deps.ts'
import { findQuiz } from './edit-quiz.ts'
import { quizAttempts } from './tables.ts'
import { questionFigures } from './question-figures.ts'

const maximumAttemptsRead = 2_000
/** Bounds the time of a call: of attempts with many questions fewer are read. */
const maximumAnswersRead = 200_000
const minimumAttempts = 200

/** Figures of all questions over the latest submitted attempts; null for a quiz of others. */
export async function showFigures(
  { database }: AssessmentDeps,
  staff: Viewer,
  key: LessonKey,
): Promise<{ attempts: number; questions: QuestionFigures[] } | null> {
  const lesson = await findOwnLesson(database.query, staff, key, 'edit')
  if (lesson?.type !== 'quiz') return null
  const questions = (await findQuiz(database.query, lesson.id))?.questions ?? []
  const limit = Math.min(
    maximumAttemptsRead,
    Math.max(minimumAttempts, Math.floor(maximumAnswersRead / Math.max(1, questions.length))),
  )
  const rows = await database.query
    .select({ layout: quizAttempts.layout, answers: quizAttempts.answers })
    .from(quizAttempts)
    .where(and(eq(quizAttempts.lessonId, lesson.id), isNotNull(quizAttempts.submittedAt)))
    .orderBy(desc(quizAttempts.submittedAt), desc(quizAttempts.id))
    .limit(limit)
  const attempts = rows.map(({ layout, answers }) => ({ questionIds: layout.map(({ id }) => id), answers }))
  return { attempts: attempts.length, questions: questionFigures(questions, attempts) }
}
