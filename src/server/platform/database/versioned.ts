import { and, eq, sql, type SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { refused, type Outcome, type Refusal } from '#server/platform/outcomes.ts'
import type { Tx } from './driver.ts'

type VersionedTable = PgTable & { id: PgColumn; version: PgColumn }
type Row<Table extends PgTable> = Table['$inferSelect']
type Columns<Table extends PgTable> = Partial<Table['$inferInsert']> & { outcome?: never }

/** True when another save came since the version that this one started from; one without a version is saved unconditionally. */
export const isStale = (before: { version: number } | null | undefined, version: number | undefined): boolean =>
  version !== undefined && version !== (before?.version ?? 0)

/**
 * Saves a row that counts its versions: locks it, refuses a save that started from an earlier one, and counts this one. `change` says the
 * new columns, or why they are refused. What follows from the save is in the same transaction, with the rows before and after.
 */
export async function saveVersioned<Table extends VersionedTable, Change extends Columns<Table> | Outcome>(
  tx: Tx,
  table: Table,
  { id, version, where }: { id: string; version?: number | undefined; where?: SQL | undefined },
  change: (before: Row<Table>) => Change | Promise<Change>,
): Promise<
  | { outcome: 'saved'; before: Row<Table>; after: Row<Table> }
  | Extract<Change, Outcome>
  | Refusal<'not-found' | 'stale'>
> {
  const isThis = and(eq(table.id, id), where)
  const [before] = (await tx
    .select()
    .from(table as PgTable)
    .where(isThis)
    .for('update')) as Row<Table>[]
  if (!before) return refused('not-found')
  if (isStale(before as { version: number }, version)) return refused('stale')
  const columns = await change(before)
  if ('outcome' in columns) return columns as Extract<Change, Outcome>
  const [after] = (await tx
    .update(table as PgTable)
    .set({ ...columns, version: sql`${table.version} + 1` })
    .where(isThis)
    .returning()) as Row<Table>[]
  if (!after) throw new Error('The locked row does not exist')
  return { outcome: 'saved', before, after }
}
