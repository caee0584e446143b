import type { AttemptQuestion, Solution } from './quiz-attempts.ts'
import { shareRight } from './quiz-scoring.ts'
import type { Question } from './quiz.ts'
import type { AnswerValue } from './quiz-values.ts'

// The student's view of a question, for the server and for the preview of the editor.

/** Changes stored HTML to shown HTML, such as with highlighted code. */
type Show = (html: string) => string

/** A question without its answer. `order` are the ids of its options, items or right sides as this student sees them. */
export function questionView(question: Question, order: readonly string[], show: Show): AttemptQuestion {
  const { _id, type, points } = question
  const text = show(question.text)
  const inOrder = (parts: readonly { _id: string; text: string }[]) => {
    const texts = new Map(parts.map((part) => [part._id, part.text]))
    return order.map((id) => ({ _id: id, text: show(texts.get(id) ?? '') }))
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
        lefts: question.pairs.map(({ leftId, left }) => ({ _id: leftId, text: show(left) })),
        rights: inOrder(question.pairs.map(({ rightId, right }) => ({ _id: rightId, text: right }))),
      }
    default:
      return { _id, type, points, text }
  }
}

/** The right answer of a question with its feedback, and what this answer earned. */
export function solutionView(question: Question, value: AnswerValue | undefined, show: Show): Solution {
  const points = Math.round(shareRight(question, value) * question.points * 100) / 100
  const feedback = show(question.feedback)
  const shown = (entries: [string, string][]) =>
    Object.fromEntries(entries.filter(([, text]) => text !== '').map(([id, text]) => [id, show(text)]))
  const common = { points, feedback, optionFeedback: {} }
  switch (question.type) {
    case 'one':
    case 'several': {
      const right = question.options.filter(({ isCorrect }) => isCorrect).map(({ _id }) => _id)
      const correct = question.type === 'one' ? (right[0] ?? '') : right
      return {
        ...common,
        correct,
        optionFeedback: shown(question.options.map((option) => [option._id, option.feedback])),
      }
    }
    case 'boolean': {
      const feedbacks: [string, string][] = [
        ['true', question.trueFeedback],
        ['false', question.falseFeedback],
      ]
      return { ...common, correct: question.answer, optionFeedback: shown(feedbacks) }
    }
    case 'text':
      return { ...common, correct: question.accepted }
    case 'number':
      return {
        ...common,
        correct: question.answer,
        tolerance: question.tolerance,
        ...(question.others?.length ? { others: question.others } : {}),
      }
    case 'order':
      return { ...common, correct: question.items.map(({ _id }) => _id) }
    case 'pairs':
      return { ...common, correct: Object.fromEntries(question.pairs.map(({ leftId, rightId }) => [leftId, rightId])) }
  }
}
