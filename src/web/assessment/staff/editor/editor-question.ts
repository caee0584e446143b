import type { Question, QuestionType } from '#contract/assessment/quiz.ts'

/** A question in the editor. Numbers may hold what was typed, which the schema rejects. */
export type EditorQuestion = Question

export const typeLabels: Record<QuestionType, string> = {
  one: 'Satu jawaban',
  several: 'Beberapa jawaban',
  boolean: 'Benar/salah',
  text: 'Isian singkat',
  number: 'Angka',
  order: 'Urutan',
  pairs: 'Pasangan',
}

let lastId = 0
/** Identifies a part until the server gives it an id. The time keeps ids apart from those of a restored draft. */
const localId = (): string => `baru-${Date.now().toString(36)}-${++lastId}`

export const newOption = (isCorrect = false) => ({ _id: localId(), text: '', isCorrect, feedback: '' })
export const newItem = () => ({ _id: localId(), text: '' })
export const newPair = () => ({ leftId: localId(), left: '', rightId: localId(), right: '' })

/** A question of this type, to be filled in. */
export function newQuestion(type: QuestionType): EditorQuestion {
  const common = { _id: localId(), text: '', points: 1, feedback: '' }
  switch (type) {
    case 'one':
    case 'several':
      return { ...common, type, options: [newOption(true), newOption()] }
    case 'boolean':
      return { ...common, type, answer: true, trueFeedback: '', falseFeedback: '' }
    case 'text':
      return { ...common, type, accepted: [''] }
    case 'number':
      // Empty until it is typed; the schema asks for it.
      return { ...common, type, answer: '' as unknown as number, tolerance: 0 }
    case 'order':
      return { ...common, type, items: [newItem(), newItem()] }
    case 'pairs':
      return { ...common, type, pairs: [newPair(), newPair()] }
  }
}

const idKeys = new Set(['_id', 'leftId', 'rightId'])

/** The same questions with other ids. */
export function withIds<Value>(value: Value, rename: (id: string) => string): Value {
  if (Array.isArray(value)) return value.map((entry) => withIds(entry, rename)) as Value
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, entry]) => [
    key,
    idKeys.has(key) ? rename(entry as string) : withIds(entry, rename),
  ])
  return Object.fromEntries(entries) as Value
}

export const duplicate = (question: EditorQuestion): EditorQuestion => withIds(question, localId)

/** The ids of questions and parts, in order. */
export function listIds(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(listIds)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value)
    .toSorted(([one], [other]) => one.localeCompare(other))
    .flatMap(([key, entry]) => (idKeys.has(key) ? [entry as string] : listIds(entry)))
}
