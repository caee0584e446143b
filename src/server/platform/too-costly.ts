/** Too many expensive requests at once: the response is 503. */
export class Overloaded extends Error {
  override name = 'Overloaded'
}

/** A text of a user takes its parser longer, or needs more memory, than any text that people write: the response is 422, beside its field. */
export class TextTooCostly extends Error {
  override name = 'TextTooCostly'
  /** The field of the input; null where the caller says what is wrong in another way. */
  field: string | null = null
}

/** For `catch`: the result for a text that a limit ended. Other errors stay. */
export const ifTooCostly =
  <Value>(value: Value) =>
  (error: unknown): Value => {
    if (error instanceof TextTooCostly) return value
    throw error
  }

/** Names the field of the input that a text is in. */
export async function inField<Result>(field: string, work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    if (error instanceof TextTooCostly) error.field = field
    throw error
  }
}
