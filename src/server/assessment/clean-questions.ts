import { randomBytes } from 'node:crypto'
import { isEmptyHtml } from '#contract/catalog/lesson-input.ts'
import type { Question, QuestionInput } from '#contract/assessment/quiz.ts'
import { mapQuestionHtml } from './question-html.ts'
import { cleanHtml, mapPictures, numberPictures } from '#server/platform/rich-text/index.ts'

const newId = (): string => randomBytes(9).toString('base64url')

/** All ids of stored questions and their parts. */
export function idsOf(questions: readonly Question[]): Set<string> {
  const ids = questions.flatMap((question) => {
    if (question.type === 'one' || question.type === 'several')
      return [question._id, ...question.options.map(({ _id }) => _id)]
    if (question.type === 'order') return [question._id, ...question.items.map(({ _id }) => _id)]
    if (question.type === 'pairs')
      return [question._id, ...question.pairs.flatMap(({ leftId, rightId }) => [leftId, rightId])]
    return [question._id]
  })
  return new Set(ids)
}

export type Cleaned = { questions: Question[] } | { errors: Record<string, string> }

export type QuestionsToClean = { inputs: readonly QuestionInput[]; known: ReadonlySet<string> }

/**
 * Questions with clean HTML. An id is kept when it is one of `known` and used once; every other part gets a random one, because the ids of
 * a caller may reveal the right order. `errors` names the fields of which cleaning left nothing.
 */
export function cleanQuestions({ inputs, known }: QuestionsToClean): Cleaned {
  const used = new Set<string>()
  const errors: Record<string, string> = {}
  function keepId(id: string | undefined): string {
    const kept = id !== undefined && known.has(id) && !used.has(id) ? id : newId()
    used.add(kept)
    return kept
  }
  function clean(html: string, field: string, missing: string): string {
    const cleaned = cleanHtml(html)
    if (isEmptyHtml(cleaned)) errors[field] = missing
    return cleaned
  }
  const missingOption = 'Isi pilihan ini'

  const questions = inputs.map((input, index): Question => {
    const at = `questions.${index}`
    const common = {
      _id: keepId(input._id),
      text: clean(input.text, `${at}.text`, 'Tulis soalnya'),
      points: input.points,
      feedback: cleanHtml(input.feedback),
    }
    switch (input.type) {
      case 'one':
      case 'several': {
        const options = input.options.map(({ _id, text, isCorrect, feedback }, part) => ({
          _id: keepId(_id),
          text: clean(text, `${at}.options.${part}.text`, missingOption),
          isCorrect,
          feedback: cleanHtml(feedback),
        }))
        for (const [part, { text }] of options.entries()) {
          const same = options.findIndex((other) => other.text === text)
          if (input.options[same]?.text !== input.options[part]?.text)
            errors[`${at}.options.${part}.text`] ??= 'Pilihan ini menjadi sama dengan pilihan lain'
        }
        return { ...common, type: input.type, options }
      }
      case 'boolean':
        return {
          ...common,
          type: 'boolean',
          answer: input.answer,
          trueFeedback: cleanHtml(input.trueFeedback),
          falseFeedback: cleanHtml(input.falseFeedback),
        }
      case 'text':
        return { ...common, type: 'text', accepted: input.accepted }
      case 'number':
        return {
          ...common,
          type: 'number',
          answer: input.answer,
          tolerance: input.tolerance,
          ...(input.others?.length ? { others: input.others } : {}),
        }
      case 'order': {
        const items = input.items.map(({ _id, text }, part) => ({
          _id: keepId(_id),
          text: clean(text, `${at}.items.${part}.text`, missingOption),
        }))
        return { ...common, type: 'order', items }
      }
      case 'pairs': {
        const pairs = input.pairs.map(({ leftId, left, rightId, right }, part) => ({
          leftId: keepId(leftId),
          left: clean(left, `${at}.pairs.${part}.left`, missingOption),
          rightId: keepId(rightId),
          right: clean(right, `${at}.pairs.${part}.right`, missingOption),
        }))
        return { ...common, type: 'pairs', pairs }
      }
    }
  })
  return Object.keys(errors).length > 0 ? { errors } : { questions }
}

/** The same, of questions whose pictures are not stored yet: they are numbers of `references`. */
export function cleanQuestionsWithPictures(inputs: readonly QuestionInput[]): {
  cleaned: Cleaned
  references: string[]
} {
  const { references, map } = numberPictures()
  const numbered = inputs.map((input) => mapQuestionHtml(input, (html) => mapPictures(html, map)))
  return { cleaned: cleanQuestions({ inputs: numbered, known: new Set() }), references }
}

/** Questions of our own, such as those of the demo, which are complete. */
export function cleanOwnQuestions(inputs: readonly QuestionInput[]): Question[] {
  const cleaned = cleanQuestions({ inputs, known: new Set() })
  if ('errors' in cleaned)
    throw new Error(`Questions of a quiz are incomplete: ${Object.keys(cleaned.errors).join(', ')}`)
  return cleaned.questions
}
