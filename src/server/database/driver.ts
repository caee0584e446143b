import type { PgDatabase } from 'drizzle-orm/pg-core'

// Both drivers share this Drizzle type; `any` is the driver's raw result type, which is not used.
// oxlint-disable-next-line no-explicit-any
export type Queryable = PgDatabase<any, Record<string, never>>
declare const openTransaction: unique symbol
/** A queryable inside a transaction. Functions that must run in a transaction take this type. */
export type Tx = Queryable & { readonly [openTransaction]?: true }

/** What a driver implements. The transaction rules are added once, below. */
export type Driver = {
  kind: 'embedded' | 'postgres'
  drizzle: Queryable
  /** Runs SQL text with one or more statements (migrations). */
  runScript(sqlText: string): Promise<void>
  transaction<Result>(work: (tx: Queryable) => Promise<Result>): Promise<Result>
  /** Calls `onPayload` for each notification, and `onReconnect` when notifications may have been missed. */
  listen(channel: string, onPayload: (payload: string) => void, onReconnect: () => void): Promise<void>
  /** Vacuums and analyzes tables that changed a lot. To be called regularly. */
  upkeep(): Promise<void>
  close(): Promise<void>
}
