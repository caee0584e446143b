const htmlFields = new Set(['text', 'feedback', 'trueFeedback', 'falseFeedback', 'left', 'right'])

/** A question with every HTML text of it changed. */
export function mapQuestionHtml<Question>(question: Question, change: (html: string) => string): Question {
  const map = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(map)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value).map(([name, part]) => [
        name,
        typeof part === 'string' && htmlFields.has(name) ? change(part) : map(part),
      ]),
    )
  }
  return map(question) as Question
}
