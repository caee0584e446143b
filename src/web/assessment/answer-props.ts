import type { AttemptQuestion } from '#contract/assessment/quiz-attempts.ts'
import type { AnswerValue } from '#contract/assessment/quiz-values.ts'

/** Shared by the controls of every type of question. */
export type AnswerProps = {
  question: AttemptQuestion
  value: AnswerValue | undefined
  isLocked: boolean
  onChange: (value: AnswerValue | undefined) => void
  /** The id of the element with the question, which names the controls. */
  labelledBy: string
}
