import { ok } from '#contract/kit/endpoint.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import { accept, found, type Declared, type Outcome } from '#server/platform/outcomes.ts'

// Routes that only call a use case: its answer is the response, and the sentence of a success is the `successDescription` of the endpoint.

/** Null is the error NOT_FOUND, with its own sentence or this one. */
export const orNotFound = (message?: string) => ({ kind: 'found', message }) as const
/** The use case answers one page of a list: its rows, and the paging data. */
export const asPage = { kind: 'page' } as const

type OrNotFound = ReturnType<typeof orNotFound>
type AsPage = typeof asPage
/** The name of the wanted outcome, one of the two above, or nothing for a value as it is. */
type How = string | OrNotFound | AsPage | undefined

type Endpoint = { '~orpc': { route: { successDescription?: string } }; handler(handler: never): unknown }
type HandlerOf<E extends Endpoint> = Extract<Parameters<E['handler']>[0], (options: never) => unknown>
type OptionsOf<E extends Endpoint> = Parameters<HandlerOf<E>>[0] & { input: unknown; errors: object }
type Input<E extends Endpoint> = OptionsOf<E>['input']
type ResponseOf<E extends Endpoint> = Awaited<ReturnType<HandlerOf<E>>>
type Data<E extends Endpoint> = ResponseOf<E> extends { data: infer Value } ? Value : never
type Paging<E extends Endpoint> = ResponseOf<E> extends { meta: infer Meta } ? Omit<Meta, 'page' | 'limit'> : never

/** The answers that the endpoint declares: a wanted outcome carries the data of the response as its only part, all others are errors. */
type Answer<E extends Endpoint, H extends How> = H extends string
  ? ({ outcome: H } & { [Part in string]: Data<E> | H }) | Declared<OptionsOf<E>['errors']>
  : H extends OrNotFound
    ? Data<E> | null | undefined
    : H extends AsPage
      ? { rows: Data<E> } & Paging<E>
      : null extends Data<E>
        ? Data<E> | void
        : Data<E>

type Served = { input: unknown; errors: object; context: { viewer(): Viewer } }

function respond(result: unknown, how: How, { input, errors }: Served, message: string | undefined) {
  const say = (data: unknown) => (message === undefined ? ok(data) : ok(data, message))
  if (how === undefined) return say(result ?? null)
  if (typeof how === 'string') {
    const { outcome: _, ...parts } = accept(result as Outcome, errors as never, how as never) as Outcome
    const [data = null, ...others] = Object.values(parts)
    if (others.length > 0) throw new Error(`The outcome ${how} carries several parts`)
    return say(data)
  }
  if (how.kind === 'found') return say(found(result, errors as never, how.message))
  const { rows, ...meta } = result as { rows: unknown }
  const { page, limit } = input as { page: number; limit: number }
  return { ...say(rows), meta: { page, limit, ...meta } }
}

function handle<E extends Endpoint>(endpoint: E, call: (served: Served) => Promise<unknown>, how: How) {
  const message = endpoint['~orpc'].route.successDescription
  const handler = async (served: Served) => respond(await call(served), how, served, message)
  return endpoint.handler(handler as never) as ReturnType<E['handler']>
}

/** Serves a use case that asks who calls. */
export function serve<E extends Endpoint, const H extends How = undefined>(
  endpoint: E,
  useCase: (viewer: Viewer, input: Input<E>) => Promise<Answer<E, NoInfer<H>>>,
  how?: H,
): ReturnType<E['handler']> {
  return handle(endpoint, ({ context, input }) => useCase(context.viewer(), input as Input<E>), how)
}

/** Serves a use case whose answer is the same for every caller. */
export function answer<E extends Endpoint, const H extends How = undefined>(
  endpoint: E,
  useCase: (input: Input<E>) => Promise<Answer<E, NoInfer<H>>>,
  how?: H,
): ReturnType<E['handler']> {
  return handle(endpoint, ({ input }) => useCase(input as Input<E>), how)
}
