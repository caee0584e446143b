import { sameText } from '#contract/kit/text/same-text.ts'
import type { Question } from './quiz.ts'
import type { Answers, AnswerValue } from './quiz-values.ts'

// Scoring is pure, so that the server and the preview of the editor give the same result.

/** Letter case, spaces, quotes, dashes, and how accents are encoded do not matter. */
export const normalizeText = sameText

/** True when a number is within the tolerance, both ends included also where floating point cannot represent them. */
export function isWithin(value: number, { answer, tolerance }: { answer: number; tolerance: number }): boolean {
  if (!Number.isFinite(value)) return false
  const slack = 4 * Number.EPSILON * Math.max(Math.abs(value), Math.abs(answer), tolerance)
  return Math.abs(value - answer) <= tolerance + slack
}

const idsOf = (value: AnswerValue): readonly string[] =>
  Array.isArray(value) ? [...new Set((value as readonly unknown[]).map(String))] : []

/** The share of a question that is right, from 0 to 1. A value of another type, and ids that do not exist, are wrong. */
export function shareRight(question: Question, value: AnswerValue | undefined): number {
  if (value === undefined) return 0
  switch (question.type) {
    case 'one':
      return question.options.some(({ _id, isCorrect }) => isCorrect && _id === value) ? 1 : 0
    case 'several': {
      // A wrong choice takes away a right one, so that choosing everything earns nothing more.
      const chosen = new Set(idsOf(value))
      const right = question.options.filter(({ isCorrect }) => isCorrect)
      const hits = right.filter(({ _id }) => chosen.has(_id)).length
      return Math.max(0, hits - (chosen.size - hits)) / right.length
    }
    case 'boolean':
      return value === question.answer ? 1 : 0
    case 'text':
      return typeof value === 'string' &&
        question.accepted.some((accepted) => normalizeText(accepted) === normalizeText(value))
        ? 1
        : 0
    case 'number':
      return typeof value === 'number' && [question, ...(question.others ?? [])].some((right) => isWithin(value, right))
        ? 1
        : 0
    case 'order': {
      // Items with the same text may change places.
      const texts = new Map(question.items.map(({ _id, text }) => [_id, text]))
      const ids = idsOf(value)
      return (
        question.items.filter(({ text }, index) => texts.get(ids[index] ?? '') === text).length / question.items.length
      )
    }
    case 'pairs': {
      const { pairs } = question
      if (typeof value !== 'object' || Array.isArray(value)) return 0
      const chosen = value as Readonly<Record<string, string>>
      const texts = new Map(pairs.map(({ rightId, right }) => [rightId, right]))
      return (
        pairs.filter(({ leftId, right }) => Object.hasOwn(chosen, leftId) && texts.get(chosen[leftId] ?? '') === right)
          .length / pairs.length
      )
    }
  }
}

export type Score = {
  /** Earned points by question id. */ points: Record<string, number>
  percent: number
  passed: boolean
}

/** Points are rounded to hundredths, and the percentage of all points to whole percent; 0 % for no questions. A quiz is passed by the rounded percentage. */
export function score(questions: readonly Question[], answers: Answers, passPercent: number): Score {
  const earned = questions.map((question): [string, number] => [
    question._id,
    Math.round(
      shareRight(question, Object.hasOwn(answers, question._id) ? answers[question._id] : undefined) *
        question.points *
        100,
    ) / 100,
  ])
  const total = questions.reduce((sum, { points }) => sum + points, 0)
  const hundredths = earned.reduce((sum, [, points]) => sum + Math.round(points * 100), 0)
  const percent = total === 0 ? 0 : Math.round(hundredths / total)
  return { points: Object.fromEntries(earned), percent, passed: total > 0 && percent >= passPercent }
}
