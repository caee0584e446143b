import { isAnswered, type Question } from '#contract/assessment/quiz.ts'
import type { Attempt, QuizResult, Solution } from '#contract/assessment/quiz-attempts.ts'
import { questionView, solutionView } from '#contract/assessment/quiz-view.ts'
import { questionsOf } from './layout.ts'
import type { AttemptRow } from '#server/assessment/tables.ts'

export function resultOf({ percent, passed }: Pick<AttemptRow, 'percent' | 'passed'>): QuizResult | null {
  return percent === null || passed === null ? null : { percent, passed }
}

/** Decides whether solutions are shown. `showAnswers` is the setting of the quiz now; an open attempt keeps its own. */
type Visibility = { showAnswers: AttemptRow['showAnswers']; hasPassed: boolean }

/** Changes stored HTML to shown HTML. */
type Show = (html: string) => string

/** True when the student may see the solution of a question: the only place that decides it. */
function showsSolution(attempt: AttemptRow, questionId: string, { showAnswers, hasPassed }: Visibility): boolean {
  if (attempt.submittedAt === null)
    return attempt.showAnswers === 'after-question' && isAnswered(attempt.answers[questionId])
  if (showAnswers === 'never') return false
  return showAnswers !== 'after-pass' || hasPassed
}

/** All texts of questions, for what shows them. */
export const textsOf = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : typeof value === 'object' && value ? Object.values(value).flatMap(textsOf) : []

/** The solutions of an attempt that its student may see, by question id. */
export function solutionsOf(
  attempt: AttemptRow,
  questions: readonly Question[],
  visibility: Visibility,
  show: Show,
): Record<string, Solution> {
  const visible = questionsOf(attempt.layout, questions).filter(({ _id }) => showsSolution(attempt, _id, visibility))
  return Object.fromEntries(
    visible.map((question) => [question._id, solutionView(question, attempt.answers[question._id], show)]),
  )
}

export function presentAttempt(
  attempt: AttemptRow,
  questions: readonly Question[],
  visibility: Visibility,
  { now, show }: { now: Date; show: Show },
): Attempt {
  const solutions = solutionsOf(attempt, questions, visibility, show)
  const partsOf = new Map(attempt.layout.map(({ id, parts }) => [id, parts]))
  return {
    _id: attempt.id,
    courseId: attempt.courseId,
    contentId: attempt.lessonId,
    number: attempt.number,
    startedAt: attempt.startedAt.toISOString(),
    deadline: attempt.deadline?.toISOString() ?? null,
    now: now.toISOString(),
    submittedAt: attempt.submittedAt?.toISOString() ?? null,
    passPercent: attempt.passPercent,
    showAnswers: attempt.submittedAt === null ? attempt.showAnswers : visibility.showAnswers,
    questions: questionsOf(attempt.layout, questions).map((question) => {
      const solution = solutions[question._id]
      return {
        ...questionView(question, partsOf.get(question._id) ?? [], show),
        ...(solution ? { solution } : {}),
      }
    }),
    answers: { ...attempt.answers },
    seq: attempt.seq,
    result: resultOf(attempt),
  }
}
