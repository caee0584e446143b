import { and, notInArray } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { isDatabaseUnavailable } from '#server/platform/database/index.ts'
import { createFailureLog } from '#server/platform/observing/index.ts'
import { runMs, type Job, type LockedKind, type Row } from './kind.ts'
import { rowsOf, type JobDeps } from './rows.ts'

/** A run ends here: what fails so often fails for a reason of its own. */
const failuresPerRun = 20

export function lockedJob<Table extends PgTable>(deps: JobDeps, kind: LockedKind<Table>): Job {
  const { database, clock, log } = deps
  const logFailure = createFailureLog(log, clock)
  const rows = rowsOf(kind, deps)

  return {
    name: kind.name,
    isDue: rows.exists,
    prepare: rows.prepare,
    listLanes: async () => [null],
    async run(_lane, isStopping) {
      const began = performance.now()
      const failed: unknown[] = []
      while (failed.length < failuresPerRun && performance.now() - began < runMs && !isStopping()) {
        let current: Row<Table> | undefined
        try {
          await database.transaction(async (tx) => {
            const [row] = (await tx
              .select()
              .from(kind.table as PgTable)
              .where(and(rows.isDue(clock.now()), failed.length > 0 ? notInArray(rows.id, failed) : undefined))
              .orderBy(...kind.orderBy)
              .limit(1)
              .for('update', { skipLocked: true })) as Row<Table>[]
            if (!row) return
            current = row
            await rows.store(tx, rows.isThis(row), await kind.perform(tx, row))
          })
        } catch (error) {
          // Without the database all further work would fail, too.
          if (current === undefined || isDatabaseUnavailable(error)) throw error
          failed.push(current[kind.id])
          logFailure(error, { job: kind.name, id: current[kind.id] }, 'a job failed and will be tried again')
          continue
        }
        if (current === undefined) break
      }
      return failed.length
    },
  }
}
