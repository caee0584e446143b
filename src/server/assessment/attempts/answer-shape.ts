import { isAnswered, type Answers, type AnswerValue } from '#contract/assessment/quiz.ts'
import type { Layout } from './layout.ts'

/** Rejects answers that no page sends: for another question, or of another shape. Null for all others. */
export function findWrongAnswer(layout: Layout, answers: Answers): string | null {
  const entries = new Map(layout.map((entry) => [entry.id, entry]))
  for (const [id, value] of Object.entries(answers)) {
    const entry = entries.get(id)
    if (!entry) return 'Jawaban ini bukan untuk soal di percobaan ini'
    if (isAnswered(value) && !fits(entry, value)) return 'Bentuk jawaban ini tidak sesuai dengan soalnya'
  }
  return null
}

function fits({ type, parts }: Layout[number], value: AnswerValue): boolean {
  const isPart = (id: unknown) => typeof id === 'string' && parts.includes(id)
  switch (type) {
    case 'one':
      return isPart(value)
    case 'boolean':
    case 'number':
      return typeof value === type
    case 'text':
      return typeof value === 'string'
    case 'several':
    case 'order':
      return Array.isArray(value) && value.every(isPart) && new Set(value).size === value.length
    case 'pairs':
      return (
        typeof value === 'object' &&
        !Array.isArray(value) &&
        Object.keys(value).length <= parts.length &&
        Object.values(value).every(isPart)
      )
    default:
      return true
  }
}
