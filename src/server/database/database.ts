import { AsyncLocalStorage } from 'node:async_hooks'
import type { PgDatabase } from 'drizzle-orm/pg-core'
import { openEmbedded, type Snapshot } from './embedded.ts'
import { openPostgres } from './postgres.ts'

// The two drivers answer alike through Drizzle; `any` stands for the driver's own raw result type, which nobody here reads.
// oxlint-disable-next-line no-explicit-any
export type Queryable = PgDatabase<any, Record<string, never>>
declare const openTransaction: unique symbol
/** A queryable inside a transaction. Functions that must run in one ask for this type. */
export type Transaction = Queryable & { readonly [openTransaction]?: true }

/** What a driver brings; the rest of the database's promises are added here, once. */
export type Driver = {
  kind: 'embedded' | 'postgres'
  drizzle: Queryable
  /** Runs SQL text that may hold several statements (migrations). */
  runScript(sqlText: string): Promise<void>
  transaction<Result>(work: (tx: Queryable) => Promise<Result>): Promise<Result>
  /** Calls back for each notification; `onReconnect` whenever some may have been missed. */
  listen(channel: string, onPayload: (payload: string) => void, onReconnect: () => void): Promise<void>
  /** Clears away what updates and deletions left, and counts anew what the planner goes by, in the tables that changed much. To be called now and then. */
  upkeep(): Promise<void>
  close(): Promise<void>
}

export type Database = Omit<Driver, 'drizzle' | 'transaction'> & {
  /** For queries outside a transaction. Throws inside one: the embedded database has a single connection and would wait for itself. */
  readonly query: Queryable
  /** Commits when `work` resolves, rolls back when it throws. */
  transaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result>
  /** Runs once the transaction has committed; never if it rolled back. */
  afterCommit(tx: Transaction, callback: () => void): void
}

type OpenTransaction = { open: boolean }

function withPromises(driver: Driver): Database {
  const current = new AsyncLocalStorage<OpenTransaction>()
  const callbacks = new WeakMap<Queryable, (() => void)[]>()

  function refuseInsideTransaction(what: string) {
    if (current.getStore()?.open) throw new Error(`${what} inside an open transaction: pass the transaction along instead`)
  }

  return {
    kind: driver.kind,
    runScript: (sqlText) => driver.runScript(sqlText),
    listen: (channel, onPayload, onReconnect) => driver.listen(channel, onPayload, onReconnect),
    upkeep: () => driver.upkeep(),
    close: () => driver.close(),
    get query() {
      refuseInsideTransaction('database.query')
      return driver.drizzle
    },
    async transaction(work) {
      refuseInsideTransaction('database.transaction')
      const afterwards: (() => void)[] = []
      const state: OpenTransaction = { open: true }
      try {
        const result = await current.run(state, () =>
          driver.transaction((tx) => {
            callbacks.set(tx, afterwards)
            return work(tx)
          }),
        )
        state.open = false
        for (const callback of afterwards) callback()
        return result
      } finally {
        state.open = false
      }
    },
    afterCommit(tx, callback) {
      const afterwards = callbacks.get(tx)
      if (!afterwards) throw new Error('afterCommit needs the transaction that database.transaction() handed out')
      afterwards.push(callback)
    },
  }
}

/** Opens PostgreSQL when an address is given, else the embedded database in a folder (created when missing, then from the snapshot if there is one). */
export async function openDatabase(where: { databaseUrl: string } | { dataDir: string; snapshot?: Snapshot }): Promise<Database> {
  return withPromises('databaseUrl' in where ? openPostgres(where.databaseUrl) : await openEmbedded(where.dataDir, where.snapshot))
}

/** An embedded database in memory, optionally from a snapshot of a migrated one (tests, and the page renderer's bench). */
export async function openTemporaryDatabase(snapshot?: Snapshot): Promise<Database & { takeSnapshot(): Promise<Snapshot> }> {
  const driver = await openEmbedded(null, snapshot)
  return Object.assign(withPromises(driver), { takeSnapshot: driver.takeSnapshot })
}
