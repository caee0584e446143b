import type { SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Tx } from '#server/platform/database/index.ts'

export type Row<Table extends PgTable> = Table['$inferSelect']
type Key<Table extends PgTable> = keyof Row<Table> & string
/** New values of the row of a job, or it is deleted; null: the work stored it itself. */
export type Stored<Table extends PgTable> = Partial<Row<Table>> | 'delete' | null

type Waiting<Table extends PgTable> = {
  /** In logs and metrics: `mails`. */
  name: string
  /** The rows of a domain are its jobs: there is no second list of them. */
  table: Table
  id: Key<Table>
  /** Condition: the row waits, whether due or not. As literals, as in its partial index. */
  isWaiting?: SQL
  /** Condition beside `isWaiting`: the row is due. */
  isDue: (now: Date) => SQL | undefined
  orderBy: readonly (PgColumn | SQL)[]
  /** When it was noted, and when it is due: what was noted before the clock was set back is due now, or it would wait until the clock is there again. */
  noted?: { at: Key<Table>; dueAt: Key<Table> }
  /** Adds rows that should wait and are missing. */
  prepare?: (now: Date) => Promise<void>
}

/**
 * Work in one transaction, which locks its row meanwhile: it happens exactly once. After a crash or a failure the row is as before, and due.
 * Limits of statements are its deadline.
 */
export type LockedKind<Table extends PgTable> = Waiting<Table> & {
  perform(tx: Tx, row: Row<Table>): Promise<Stored<Table>>
}

/** Pauses after the first, second … failure, after the last of which it is given up; or always the same pause, without an end. */
type Retries<Table extends PgTable> = { attempts: Key<Table>; delaysMs: readonly number[] } | { everyMs: number }

/**
 * Work outside a transaction, such as a call of another server. The row is leased meanwhile: it is due again if the process ends, so the work
 * happens at least once. The time until which a lease lasts is also what shows whose lease it is.
 */
export type LeasedKind<Table extends PgTable, Result = unknown, Shared = unknown> = Waiting<Table> & {
  /** The column that a lease, and the pause after a failure, moves. */
  dueAt: Key<Table>
  /** The row is due this long after that column, which then says when it was tried last. */
  dueAfterMs?: number
  /** Also the deadline of one piece of work: the row is tried again after it. */
  leaseMs: number
  /** Rows leased together, and how many of them are worked on at the same time. */
  batch: number
  atOnce: number
  /** Parts of a batch with a condition of their own, in turn. By default one. */
  parts?: (now: Date) => readonly { where: SQL; orderBy: readonly (PgColumn | SQL)[]; limit: number }[]
  /** Rows of one lane wait for each other and for those of no other lane. */
  lanes?: { column: Key<Table>; list: (now: Date) => Promise<string[]> }
  /** Rows of a batch that are worked on one after another. */
  inTurn?: (row: Row<Table>) => string
  /** Asked before each attempt: it is the turn of the row, later, or never, when the row is deleted. By default now. */
  turnOf?: (row: Row<Table>) => Promise<'now' | 'never' | { afterMs: number }>
  /** Counts starts instead of failures: for work that can end the process. */
  starts?: Key<Table>
  retries: Retries<Table>
  /** Varies a pause by up to as much, so that what failed together is not tried again together. */
  jitterPercent?: number
  /** Condition: the row is still as it was read, such as not sent again by hand. */
  isSame?: (row: Row<Table>) => SQL | undefined
  /** Reads once for each batch what all of it needs. */
  share?: () => Promise<Shared>
  send(row: Row<Table>, shared: Shared): Promise<Result>
  done(row: Row<Table>, result: Result): Stored<Table>
  isPermanent?: (error: unknown) => boolean
  /** Stored with each failure. */
  failed?: (row: Row<Table>, error: unknown, reason: string) => Partial<Row<Table>>
  givenUp?: (row: Row<Table>, reason: string) => Stored<Table>
  /** Happens in the transaction that stores the outcome, before it. */
  also?: (tx: Tx, row: Row<Table>, outcome: Outcome<Result>) => Promise<void>
  counted?: (outcome: 'sent' | 'failed' | 'given-up') => void
  /** Logged beside the id of the row. */
  logged?: (row: Row<Table>) => Record<string, unknown>
  /** Personal data that must not reach the log. */
  hidden?: (row: Row<Table>) => string
}

export type Outcome<Result = unknown> =
  | { state: 'done'; result: Result }
  | { state: 'failed'; error: unknown; reason: string; isGivenUp: boolean }

/** One kind of job, whatever its rows are. */
export type Job = {
  name: string
  isDue(now: Date): SQL
  /** Adds rows that are missing, and makes due what was noted before the clock was set back. */
  prepare(now: Date): Promise<void>
  /** The lanes with something due; one without a name for a kind that has none. */
  listLanes(now: Date): Promise<(string | null)[]>
  /** Works on what is due for a while, and returns how many rows failed in a way that nobody expected. */
  run(lane: string | null, isStopping: () => boolean): Promise<number>
}

/** No run takes longer, plus one piece of work: the next look goes on. A shutdown waits for it. */
export const runMs = 8_000
