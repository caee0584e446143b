import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'

type Result<Row> = { rows: Row[] }
/** Both drivers return this from `execute`. */
interface DriverResult extends PgQueryResultHKT {
  type: Result<this['row']>
}
export type Queryable = PgDatabase<DriverResult, Record<string, never>>
declare const openTransaction: unique symbol
/** A queryable inside a transaction. Functions that must run in a transaction take this type. */
export type Tx = Queryable & { readonly [openTransaction]?: true }

export type OnQuery = (text: string, values: unknown[]) => void

/** A query that took longer than a limit, from when it was sent, waiting for a connection included. The text has no values. */
export type SlowQuery = { text: string; ms: number }
/** `notify` is called in the asynchronous context of the query. */
export type SlowQueryLimit = { overMs: number; notify: (query: SlowQuery) => void }

/** Implemented by both drivers. `withTransactionRules` of `database.ts` adds the rules of transactions. */
export type Driver = {
  kind: 'embedded' | 'postgres'
  drizzle: Queryable
  /** The same database; each connection caches the plans of its statements. The same as `drizzle` where that is not possible. */
  prepared: Queryable
  /** Runs SQL text with one or more statements as one transaction (migrations). A lock that takes longer to get fails it. */
  runScript(sqlText: string, options?: { lockTimeoutMs?: number }): Promise<void>
  transaction<Result>(work: (tx: Queryable) => Promise<Result>): Promise<Result>
  /** Calls `onPayload` for each notification, and `onReconnect` when notifications may have been missed. */
  listen(channel: string, onPayload: (payload: string) => void, onReconnect: () => void): Promise<void>
  /** A connection for copying whole tables. On the embedded database it is the only connection: nothing else may run meanwhile. */
  openSession(): Promise<Session>
  /** Copies the database's files into a new folder, as of one moment: queries wait meanwhile. Null where the files belong to a server. */
  copyFiles: ((folder: string) => Promise<void>) | null
  /** Vacuums and analyzes tables that changed a lot. To be called regularly. */
  upkeep(): Promise<void>
  close(): Promise<void>
}

/**
 * One connection without a statement timeout. Equal values have equal text on every session, of both databases, so that rows can be
 * compared. Rows are in PostgreSQL's COPY text format, one line per row.
 */
export type Session = {
  query<Row extends Record<string, unknown>>(sqlText: string, values?: readonly (string | number)[]): Promise<Row[]>
  /** Runs one or more statements. */
  run(sqlText: string): Promise<void>
  /** Chunks of whole rows. `table` and `columns` are quoted by the caller. */
  copyOut(table: string, columns: string): AsyncIterable<Buffer>
  copyIn(table: string, columns: string, rows: Buffer): Promise<void>
  close(): Promise<void>
}

/** Settings on which the text of a value depends. */
export const sessionSettings = `set timezone = 'UTC'; set datestyle = 'ISO, YMD'; set intervalstyle = 'iso_8601'; set extra_float_digits = 1; set bytea_output = 'hex'`

/** A rule across tables: its name, and a query for the rows that violate it. */
export type Invariant = readonly [name: string, query: string]
