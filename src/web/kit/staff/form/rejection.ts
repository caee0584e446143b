import { failureCode, fieldErrors } from '#contract/client.ts'

export type SaveFailure = { text: string; isStale: boolean }

type Options = {
  isField: (name: string) => boolean
  failureText: (error: unknown) => string
  /** True when the form can restore what was typed over a newer version. */
  isRestorable: boolean
}

/** Splits the messages of a rejected save: beside its fields, in the form (`failure`; null when the fields say it all), and in other words to the page. */
export function readRejection(
  error: unknown,
  { isField, failureText, isRestorable }: Options,
): { fields: { name: string; message: string }[]; failure: SaveFailure | null; text: string } {
  const rejected = Object.entries(fieldErrors(error))
  // Errors outside this form's fields.
  const others = rejected.flatMap(([name, message]) => (isField(name) ? [] : [message.replace(/\.?$/, '.')]))
  const text = rejected.length === 0 ? failureText(error) : others.join(' ')
  return {
    fields: rejected.flatMap(([name, message]) => (isField(name) ? [{ name, message }] : [])),
    failure: text || rejected.length === 0 ? { text, isStale: isRestorable && failureCode(error) === 'STALE' } : null,
    text: text || failureText(error),
  }
}
