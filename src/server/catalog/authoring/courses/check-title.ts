import { describeUndrawable } from '#server/catalog/index.ts'
import { invalidInput, type InvalidInput } from '#server/platform/outcomes.ts'

/** Null for a title that can be drawn. */
export async function checkTitle(title: unknown): Promise<InvalidInput | null> {
  const message = typeof title === 'string' ? await describeUndrawable(title) : null
  return message ? invalidInput({ title: message }) : null
}
