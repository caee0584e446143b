import { hasVisibleText } from '#contract/kit/text/visible-text.ts'

// Enum values and types of quizzes, separate from the schemas, so that the player need not load those.

export const questionTypes = ['one', 'several', 'boolean', 'text', 'number', 'order', 'pairs'] as const
export type QuestionType = (typeof questionTypes)[number]

export const maximumQuestions = 500

/** When a student sees the right answers, feedback and points. */
export const showAnswers = ['after-question', 'after-attempt', 'after-pass', 'never'] as const
export type ShowAnswers = (typeof showAnswers)[number]

/** A student's answer: an option id, option ids, true or false, a text, a number, ids in order, or right ids by left id. */
export type AnswerValue = string | number | boolean | readonly string[] | Readonly<Record<string, string>>
export type Answers = Readonly<Record<string, AnswerValue>>

/** An answer that is empty counts as none. */
export function isAnswered(value: AnswerValue | null | undefined): value is AnswerValue {
  if (value === null || value === undefined) return false
  if (typeof value === 'string') return hasVisibleText(value)
  return typeof value !== 'object' || Object.keys(value).length > 0
}
