import { isAnswered, type AnswerValue, type Question } from '#contract/quiz.ts'
import type { Attempt, AttemptQuestion, QuizResult, Solution } from '#contract/quiz-attempts.ts'
import { shareRight } from '#contract/quiz-scoring.ts'
import { highlightCode } from '#server/rich-text/index.ts'
import { questionsOf } from './layout.ts'
import type { AttemptRow } from './tables.ts'

export function resultOf({ percent, passed }: Pick<AttemptRow, 'percent' | 'passed'>): QuizResult | null {
  return percent === null || passed === null ? null : { percent, passed }
}

/** What decides whether solutions are shown. `showAnswers` is the setting of the quiz now; an open attempt keeps its own. */
type Visibility = { showAnswers: AttemptRow['showAnswers']; hasPassed: boolean }

/** Whether the student may see the solution of a question: the only place that decides it. */
export function showsSolution(attempt: AttemptRow, questionId: string, { showAnswers, hasPassed }: Visibility): boolean {
  if (attempt.submittedAt === null) return attempt.showAnswers === 'after-question' && isAnswered(attempt.answers[questionId])
  if (showAnswers === 'never') return false
  return showAnswers !== 'after-pass' || hasPassed
}

export function solutionOf(question: Question, value: AnswerValue | undefined): Solution {
  const points = Math.round(shareRight(question, value) * question.points * 100) / 100
  const feedback = highlightCode(question.feedback)
  const shown = (entries: [string, string][]) => Object.fromEntries(entries.filter(([, text]) => text !== '').map(([id, text]) => [id, highlightCode(text)]))
  switch (question.type) {
    case 'one':
    case 'several': {
      const right = question.options.filter(({ isCorrect }) => isCorrect).map(({ _id }) => _id)
      const correct = question.type === 'one' ? (right[0] ?? '') : right
      return { points, correct, feedback, optionFeedback: shown(question.options.map(({ _id, feedback: text }) => [_id, text])) }
    }
    case 'boolean':
      return {
        points,
        correct: question.answer,
        feedback,
        optionFeedback: shown([
          ['true', question.trueFeedback],
          ['false', question.falseFeedback],
        ]),
      }
    case 'text':
      return { points, correct: question.accepted, feedback, optionFeedback: {} }
    case 'number':
      return { points, correct: question.answer, tolerance: question.tolerance, feedback, optionFeedback: {} }
    case 'order':
      return { points, correct: question.items.map(({ _id }) => _id), feedback, optionFeedback: {} }
    case 'pairs':
      return { points, correct: Object.fromEntries(question.pairs.map(({ leftId, rightId }) => [leftId, rightId])), feedback, optionFeedback: {} }
  }
}

/** The solutions of an attempt that its student may see, by question id. */
export function solutionsOf(attempt: AttemptRow, questions: readonly Question[], visibility: Visibility): Record<string, Solution> {
  const visible = questionsOf(attempt.layout, questions).filter(({ _id }) => showsSolution(attempt, _id, visibility))
  return Object.fromEntries(visible.map((question) => [question._id, solutionOf(question, attempt.answers[question._id])]))
}

export function presentAttempt(attempt: AttemptRow, questions: readonly Question[], visibility: Visibility, now: Date): Attempt {
  const solutions = solutionsOf(attempt, questions, visibility)
  const partsOf = new Map(attempt.layout.map(({ id, parts }) => [id, parts]))
  return {
    _id: attempt.id,
    courseId: attempt.courseId,
    contentId: attempt.contentId,
    number: attempt.number,
    startedAt: attempt.startedAt.toISOString(),
    deadline: attempt.deadline?.toISOString() ?? null,
    now: now.toISOString(),
    submittedAt: attempt.submittedAt?.toISOString() ?? null,
    passPercent: attempt.passPercent,
    showAnswers: attempt.submittedAt === null ? attempt.showAnswers : visibility.showAnswers,
    questions: questionsOf(attempt.layout, questions).map((question) => {
      const solution = solutions[question._id]
      return { ...presentQuestion(question, partsOf.get(question._id) ?? []), ...(solution ? { solution } : {}) }
    }),
    answers: { ...attempt.answers },
    seq: attempt.seq,
    result: resultOf(attempt),
  }
}

function presentQuestion(question: Question, order: readonly string[]): AttemptQuestion {
  const { _id, type, points } = question
  const text = highlightCode(question.text)
  const inOrder = (parts: readonly { _id: string; text: string }[]) => {
    const texts = new Map(parts.map((part) => [part._id, part.text]))
    return order.map((id) => ({ _id: id, text: highlightCode(texts.get(id) ?? '') }))
  }
  switch (question.type) {
    case 'one':
    case 'several':
      return { _id, type, points, text, options: inOrder(question.options) }
    case 'order':
      return { _id, type, points, text, items: inOrder(question.items) }
    case 'pairs':
      return {
        _id,
        type,
        points,
        text,
        lefts: question.pairs.map(({ leftId, left }) => ({ _id: leftId, text: highlightCode(left) })),
        rights: inOrder(question.pairs.map(({ rightId, right }) => ({ _id: rightId, text: right }))),
      }
    default:
      return { _id, type, points, text }
  }
}
