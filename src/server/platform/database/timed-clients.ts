import type { PGlite } from '@electric-sql/pglite'
import type { QueryConfig, QueryResult } from 'pg'
import type { SlowQueryLimit } from './driver.ts'

// Drizzle reports the start of a query, not its end, so it is given clients that observe their queries.

/** The part of a client of pg that Drizzle calls. */
export type QueryClient = { query(config: QueryConfig, values: unknown[]): Promise<QueryResult> }
/** The part of PGlite that Drizzle calls. */
type EmbeddedClient = Pick<PGlite, 'query' | 'transaction'>

/** Notifies of a query that took long, whether or not it failed. */
async function timed<Result>(
  query: () => Promise<Result>,
  text: string,
  { overMs, notify }: SlowQueryLimit,
): Promise<Result> {
  const began = performance.now()
  try {
    return await query()
  } finally {
    const ms = performance.now() - began
    if (ms > overMs) notify({ text, ms: Math.round(ms) })
  }
}

export const timedPostgres = (client: QueryClient, limit: SlowQueryLimit): QueryClient => ({
  query: (config, values) => timed(() => client.query(config, values), config.text, limit),
})

export function timedEmbedded(client: EmbeddedClient, limit: SlowQueryLimit): EmbeddedClient {
  const queryOf =
    (target: Pick<PGlite, 'query'>): PGlite['query'] =>
    (text, ...rest) =>
      timed(() => target.query(text, ...rest), text, limit)
  return {
    query: queryOf(client),
    transaction: (work) => client.transaction((tx) => work({ ...tx, query: queryOf(tx) })),
  }
}
