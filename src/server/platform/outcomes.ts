import { tooManyMessage } from '#contract/kit/format/wait.ts'

// How a use case says what came of it, and how a route answers: one tagged union, and the contract's errors by the same names.

/** `data` is what the declared error of that name has; `message` replaces its sentence. */
export type Outcome = { outcome: string }
export type Refusal<Name extends string> = Name extends string ? { outcome: Name } : never
/** An error with sentences for fields. */
export type FieldRefusal<Name extends string> = Name extends string
  ? { outcome: Name; data: { errors: Record<string, string> } }
  : never
export type InvalidInput = FieldRefusal<'invalid-input'>
export type TooManyRequests = { outcome: 'too-many-requests'; data: { retryAfterSeconds: number }; message: string }

/** By the path of the field. */
export const refusedFields = <const Name extends string>(outcome: Name, errors: Record<string, string>) =>
  ({ outcome, data: { errors } }) as FieldRefusal<Name>
export const invalidInput = (errors: Record<string, string>): InvalidInput => refusedFields('invalid-input', errors)
/** `limit`: a sentence that names it. */
export const tooManyRequests = (
  { retryAfterSeconds }: { retryAfterSeconds: number },
  limit?: string,
): TooManyRequests => ({
  outcome: 'too-many-requests',
  data: { retryAfterSeconds },
  message: tooManyMessage(retryAfterSeconds, limit),
})
export const refused = <const Name extends string>(outcome: Name): { outcome: Name } => ({ outcome })

/** NOT_FOUND → 'not-found' */
type Dashed<Name extends string> = Name extends `${infer Head}_${infer Rest}`
  ? `${Lowercase<Head>}-${Dashed<Rest>}`
  : Lowercase<Name>
type MakeError = (...options: never[]) => { data: unknown }
/** Forbids data for an error without any, because whatever an outcome carries there would be sent. */
type NoData = { data?: never }
type DataOf<Make> = Make extends (...options: never[]) => { data: infer Data }
  ? unknown extends Data
    ? NoData
    : undefined extends Data
      ? NoData
      : { data: Data }
  : never
export type Declared<Errors> = {
  [Name in keyof Errors & string]: { outcome: Dashed<Name> } & DataOf<Errors[Name]>
}[keyof Errors & string]
/** The outcomes that are neither wanted nor declared as errors of the endpoint: none, or the call does not compile. */
type Forgotten<Result, Errors, Wanted> = Exclude<Exclude<Result, { outcome: Wanted }>, Declared<Errors>>

/**
 * The outcome when it is a wanted one. Every other one must have the name of an error that the endpoint declares, with its data, which is
 * thrown: 'not-found' is NOT_FOUND.
 */
export function accept<Result extends Outcome, Errors extends object, Wanted extends Result['outcome']>(
  result: Result,
  errors: Errors &
    ([Forgotten<Result, Errors, Wanted>] extends [never] ? unknown : { forgotten: Forgotten<Result, Errors, Wanted> }),
  ...wanted: Wanted[]
): Extract<Result, { outcome: Wanted }> {
  if ((wanted as string[]).includes(result.outcome)) return result as Extract<Result, { outcome: Wanted }>
  const { outcome, data, message } = result as Outcome & { data?: unknown; message?: string }
  const name = outcome.replaceAll('-', '_').toUpperCase()
  const make = (errors as Record<string, MakeError | undefined>)[name]
  if (!make) throw new Error(`The outcome ${outcome} has no error ${name}`)
  throw make({ data, ...(message === undefined ? {} : { message }) } as never)
}

/** The outcome of a call that nothing stands against, such as one of the demo: any other is a defect. */
export function mustBe<Result extends Outcome, Wanted extends Result['outcome']>(
  result: Result,
  wanted: Wanted,
): Extract<Result, { outcome: Wanted }> {
  if (result.outcome !== wanted) throw new Error(`The outcome is not ${wanted}: ${JSON.stringify(result)}`)
  return result as Extract<Result, { outcome: Wanted }>
}

/** Unwraps; null is the error NOT_FOUND, with this sentence or its own: whatever does not exist, or not for this person. */
export function found<Value>(
  value: Value,
  errors: { NOT_FOUND(options: { message?: string }): Error },
  message?: string,
): NonNullable<Value> {
  if (value === null || value === undefined) throw errors.NOT_FOUND(message === undefined ? {} : { message })
  return value
}
