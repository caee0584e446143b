import { randomInt } from 'node:crypto'
import type { Question, QuestionType, QuizSettings } from '#contract/assessment/quiz.ts'

/**
 * The questions of an attempt in their order. `parts` are the options, items or right sides in the order that the student sees. Attempts that were
 * opened before answers were checked by it have no `type`.
 */
export type Layout = { id: string; type?: QuestionType; parts: string[] }[]

function shuffled<Item>(items: readonly Item[]): Item[] {
  const copy = [...items]
  for (let last = copy.length - 1; last > 0; last--) {
    const other = randomInt(last + 1)
    const [a, b] = [copy[last] as Item, copy[other] as Item]
    copy[last] = b
    copy[other] = a
  }
  return copy
}

/** Draws and orders the questions of a new attempt. Items to order and right sides of pairs are always shuffled. */
export function makeLayout(
  questions: readonly Question[],
  { draw, shuffleQuestions, shuffleOptions }: Pick<QuizSettings, 'draw' | 'shuffleQuestions' | 'shuffleOptions'>,
): Layout {
  const drawn = draw === null || draw >= questions.length ? null : new Set(shuffled(questions).slice(0, draw))
  const chosen = drawn ? questions.filter((question) => drawn.has(question)) : questions
  return (shuffleQuestions ? shuffled(chosen) : chosen).map((question) => ({
    id: question._id,
    type: question.type,
    parts: partsOf(question, shuffleOptions),
  }))
}

function partsOf(question: Question, shuffleOptions: boolean): string[] {
  const ids = partIdsOf(question)
  const isFixed = (question.type === 'one' || question.type === 'several') && !shuffleOptions
  return isFixed ? ids : shuffled(ids)
}

/** The ids of what a student arranges or chooses from: options, items, or right sides of pairs. */
export function partIdsOf(question: Question): string[] {
  switch (question.type) {
    case 'one':
    case 'several':
      return question.options.map(({ _id }) => _id)
    case 'order':
      return question.items.map(({ _id }) => _id)
    case 'pairs':
      return question.pairs.map(({ rightId }) => rightId)
    default:
      return []
  }
}

/** The questions of an attempt in their order. */
export function questionsOf(layout: Layout, questions: readonly Question[]): Question[] {
  const byId = new Map(questions.map((question) => [question._id, question]))
  return layout.flatMap(({ id }) => byId.get(id) ?? [])
}
