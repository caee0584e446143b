import { AsyncLocalStorage } from 'node:async_hooks'
import type { Driver, Queryable, SlowQueryLimit, Tx } from './driver.ts'
import type { Snapshot } from './engines/embedded.ts'
import type { PostgresOptions } from './engines/postgres.ts'

export type Database = Omit<Driver, 'drizzle' | 'prepared' | 'transaction'> & {
  /** For queries outside a transaction. Throws inside one: the single connection of the embedded database would deadlock. */
  readonly query: Queryable
  /**
   * Like `query`, for frequent calls: each connection of PostgreSQL caches their plans, which saves planning and a round trip. Only for
   * statements whose text is always the same, as every text stays prepared until the connection closes.
   */
  readonly prepared: Queryable
  /** Commits when `work` resolves, rolls back when it throws. */
  transaction<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result>
  /** Runs once the transaction has committed; never if it rolled back. */
  afterCommit(tx: Tx, callback: () => void): void
}

function withTransactionRules(driver: Driver): Database {
  const current = new AsyncLocalStorage<{ isOpen: boolean }>()
  const callbacks = new WeakMap<Queryable, (() => void)[]>()

  function rejectInsideTransaction(what: string) {
    if (current.getStore()?.isOpen)
      throw new Error(`${what} inside an open transaction: pass the transaction along instead`)
  }

  return {
    kind: driver.kind,
    runScript: (sqlText, options) => driver.runScript(sqlText, options),
    listen: (channel, onPayload, onReconnect) => driver.listen(channel, onPayload, onReconnect),
    openSession: () => driver.openSession(),
    copyFiles: driver.copyFiles,
    upkeep: () => driver.upkeep(),
    close: () => driver.close(),
    get query() {
      rejectInsideTransaction('database.query')
      return driver.drizzle
    },
    get prepared() {
      rejectInsideTransaction('database.prepared')
      return driver.prepared
    },
    async transaction(work) {
      rejectInsideTransaction('database.transaction')
      const onCommit: (() => void)[] = []
      const state = { isOpen: true }
      try {
        const result = await current.run(state, () =>
          driver.transaction((tx) => {
            callbacks.set(tx, onCommit)
            return work(tx)
          }),
        )
        state.isOpen = false
        for (const callback of onCommit) callback()
        return result
      } finally {
        state.isOpen = false
      }
    },
    afterCommit(tx, callback) {
      const onCommit = callbacks.get(tx)
      if (!onCommit) throw new Error('afterCommit needs a transaction from database.transaction()')
      onCommit.push(callback)
    },
  }
}

/** Opens PostgreSQL by URL, or the embedded database in a folder, which is created if missing (from the snapshot, if given). */
type Where = (
  | ({ databaseUrl: string } & PostgresOptions)
  | { dataDir: string; snapshot?: Snapshot; onPanic?: (error: Error) => void }
) & {
  slowQueries?: SlowQueryLimit
}
export async function openDatabase(where: Where): Promise<Database> {
  // Only the code of one of them is loaded.
  if ('databaseUrl' in where)
    return withTransactionRules(await (await import('./engines/postgres.ts')).openPostgres(where.databaseUrl, where))
  return withTransactionRules(await (await import('./engines/embedded.ts')).openEmbedded(where.dataDir, where))
}

/** An embedded database in memory, optionally from a snapshot (for tests and benchmarks). */
export async function openTemporaryDatabase(
  snapshot?: Snapshot,
): Promise<Database & { takeSnapshot(): Promise<Snapshot> }> {
  const { openEmbedded } = await import('./engines/embedded.ts')
  const driver = await openEmbedded(null, snapshot ? { snapshot } : {})
  return Object.assign(withTransactionRules(driver), { takeSnapshot: driver.takeSnapshot })
}
