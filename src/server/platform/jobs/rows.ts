import type { Logger } from 'pino'
import { and, eq, getTableColumns, gt, sql, type SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { latestNoted, type Clock } from '#server/platform/clock.ts'
import type { Database, Queryable } from '#server/platform/database/index.ts'
import type { LeasedKind, LockedKind, Row, Stored } from './kind.ts'

export type JobDeps = { database: Database; clock: Clock; log: Logger }

type Kind<Table extends PgTable> = LockedKind<Table> | LeasedKind<Table>

/** Statements on rows that both kinds share. */
export function rowsOf<Table extends PgTable>(kind: Kind<Table>, { database }: Pick<JobDeps, 'database'>) {
  const { table } = kind
  const columns = getTableColumns(table) as Record<string, PgColumn>
  const column = (key: string): PgColumn => {
    const found = columns[key]
    if (!found) throw new Error(`${kind.name} has no column ${key}`)
    return found
  }
  const id = column(kind.id)
  const isThis = (row: Row<Table>): SQL => eq(id, row[kind.id])
  const isDue = (now: Date): SQL | undefined => and(kind.isWaiting, kind.isDue(now))

  return {
    column,
    id,
    isThis,
    isDue,
    async store(queryable: Queryable, where: SQL | undefined, stored: Stored<Table>): Promise<boolean> {
      if (stored === null) return true
      const rows =
        stored === 'delete'
          ? await queryable
              .delete(table as PgTable)
              .where(where)
              .returning({ id })
          : await queryable
              .update(table as PgTable)
              .set(stored)
              .where(where)
              .returning({ id })
      return rows.length > 0
    },
    exists: (now: Date): SQL => sql`exists (select 1 from ${table} where ${isDue(now)})`,
    async prepare(now: Date): Promise<void> {
      await kind.prepare?.(now)
      if (!kind.noted) return
      const { at, dueAt } = kind.noted
      await database.query
        .update(table as PgTable)
        .set({ [at]: now, [dueAt]: now })
        .where(and(kind.isWaiting, gt(column(at), latestNoted(now))))
    },
  }
}
