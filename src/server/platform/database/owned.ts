import { and, asc, eq, getTableColumns, gt, sql, type SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Database } from './database.ts'
import type { Tx } from './driver.ts'
import { rowPages } from './row-pages.ts'

/** Personal data of a domain: exported for people, and erased with their account. */
export type PersonalData = {
  /** Key in the export. */
  name: string
  /** All stored data of this user, as plain data; what grows without bound as pages of it (`rowPages`). */
  export(userId: string): Promise<unknown>
  /** The name of a part whose erasure deletes what this one has to find first. */
  erasedBefore?: string
  /** The part of it that is said beside its tables. */
  tables?: Readonly<Record<string, Owned>>
  /** Erases the user's data, or anonymizes it where the law requires keeping it. */
  erase(tx: Tx, user: { id: string; email: string }): Promise<void>
}

/** The rows of a table that belong to one person each. */
export type Owned = {
  table: PgTable
  owner: PgColumn
  /** Null: they say nothing that another table does not say. */
  pages: ((database: Database, userId: string) => AsyncGenerator<unknown[]>) | null
  isDeleted: boolean
}

type Column<Table extends PgTable> = keyof Table['$inferSelect'] & string

/**
 * Says beside a table whose its rows are, what of a row its owner gets, and what becomes of it with the account: the rows are deleted, or
 * the domain does it by hand, which includes rows that another row takes along.
 */
export function owned<Table extends PgTable, const Shown extends Column<Table> = never>(
  table: Table,
  {
    owner,
    key,
    export: shown,
    where,
    present,
    onErase,
  }: {
    owner: Column<Table>
    /** No two rows of a person share it. */
    key: Column<Table> | SQL
    /** Empty: they say nothing that another table does not say. */
    export: readonly Shown[]
    where?: SQL
    present?: (row: Pick<Table['$inferSelect'], Shown>) => unknown
    onErase: 'delete' | 'by hand'
  },
): Owned {
  const columns = getTableColumns(table) as Record<string, PgColumn>
  const columnOf = (name: string): PgColumn => {
    const column = columns[name]
    if (!column) throw new Error(`There is no column ${name}`)
    return column
  }
  type Row = { shown: Pick<Table['$inferSelect'], Shown>; ownKey: string }
  const isOwn = (userId: string) => and(eq(columnOf(owner), userId), where)
  const position = typeof key === 'string' ? sql<string>`${columnOf(key)}` : key
  const selected = { shown: Object.fromEntries(shown.map((name) => [name, columnOf(name)])), ownKey: position }
  return {
    table,
    owner: columnOf(owner),
    isDeleted: onErase === 'delete',
    pages:
      shown.length === 0
        ? null
        : (database, userId) =>
            rowPages(
              ({ ownKey }: Row) => ownKey,
              async (after, limit) =>
                (await database.query
                  .select(selected)
                  .from(table as PgTable)
                  .where(and(isOwn(userId), after === null ? undefined : gt(position, after)))
                  .orderBy(asc(position))
                  .limit(limit)) as unknown as Row[],
              (row) => (present ? present(row.shown) : row.shown),
            ),
  }
}

type More = {
  erasedBefore?: string
  /** Everything that is not rows of one table. */
  export?: (userId: string) => Promise<Record<string, unknown>>
  /** Before the rows are deleted. */
  erase?: PersonalData['erase']
}

/** Exports and erases what tables say of themselves, by its name in the export; rows are deleted in this order. */
export const personalDataOf = (
  database: Database,
  name: string,
  tables: Record<string, Owned>,
  { erasedBefore, export: exportMore, erase }: More = {},
): PersonalData => ({
  name,
  tables,
  ...(erasedBefore !== undefined && { erasedBefore }),
  export: async (userId) => ({
    ...Object.fromEntries(Object.entries(tables).map(([part, { pages }]) => [part, pages?.(database, userId)])),
    ...(await exportMore?.(userId)),
  }),
  async erase(tx, user) {
    await erase?.(tx, user)
    for (const { table, owner, isDeleted } of Object.values(tables))
      if (isDeleted) await tx.delete(table).where(eq(owner, user.id))
  },
})
