import type { PGlite } from '@electric-sql/pglite'
import type postgres from 'postgres'
import { startQuerySpan } from '#server/platform/tracing/index.ts'
import type { SlowQueryLimit } from './driver.ts'

// Drizzle reports the start of a query, not its end, so its client is wrapped.

type AnyFunction = (...parameters: unknown[]) => unknown

/** Observes a query: its span in a trace, and a notice when it took long, whether or not it failed. */
function timed<Pending extends PromiseLike<unknown>>(pending: Pending, text: string, { overMs, notify }: SlowQueryLimit): Pending {
  const began = performance.now()
  const endSpan = startQuerySpan(text)
  const end = (error?: unknown) => {
    endSpan(error)
    const ms = performance.now() - began
    if (ms > overMs) notify({ text, ms: Math.round(ms) })
  }
  void pending.then(() => end(), end)
  return pending
}

/** The same client, with other functions in the place of some. */
export const withFunctions = <Client extends object>(client: Client, functions: Record<string, AnyFunction>): Client =>
  new Proxy(client, {
    get(target, name) {
      const own = typeof name === 'string' ? functions[name] : undefined
      if (own) return own
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? (value as AnyFunction).bind(target) : value
    },
  })

export function timedPostgres<Client extends Pick<postgres.Sql, 'unsafe'>>(client: Client, limit: SlowQueryLimit): Client {
  const inTransaction = (name: string) => (work: unknown) => {
    const begin = Reflect.get(client, name) as AnyFunction
    return begin.call(client, (tx: postgres.TransactionSql) => (work as AnyFunction)(timedPostgres(tx, limit)))
  }
  return withFunctions(client, {
    // A query of this library may still be configured after it was started, until the next turn.
    unsafe: (text, ...rest) => timed((client.unsafe as AnyFunction)(text, ...rest) as PromiseLike<unknown>, String(text), limit),
    begin: inTransaction('begin'),
    savepoint: inTransaction('savepoint'),
  })
}

type EmbeddedClient = Pick<PGlite, 'query'>

export function timedEmbedded(client: PGlite, limit: SlowQueryLimit): PGlite {
  const query =
    (target: EmbeddedClient): AnyFunction =>
    (text, ...rest) =>
      timed((target.query as AnyFunction).call(target, text, ...rest) as PromiseLike<unknown>, String(text), limit)
  return withFunctions(client, {
    query: query(client),
    transaction: (work) => client.transaction((tx) => (work as AnyFunction)(withFunctions(tx, { query: query(tx) })) as Promise<unknown>),
  })
}
