/** The failures inside a failure, the cause before what followed from it. */
function* failuresIn(error: unknown): Generator<unknown> {
  if (error instanceof SuppressedError) {
    // The suppressed failure came first: the other one happened while its resources were closed.
    yield* failuresIn(error.suppressed)
    yield* failuresIn(error.error)
  } else if (error instanceof AggregateError) for (const each of error.errors) yield* failuresIn(each)
  else {
    if (error instanceof Error && error.cause !== undefined) yield* failuresIn(error.cause)
    yield error
  }
}

const describe = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error))

/** A failed benchmark as text: the innermost cause and its call first, then what followed from it. */
export const describeFailure = (error: unknown): string => [...failuresIn(error)].map(describe).join('\nfollowed by: ')
