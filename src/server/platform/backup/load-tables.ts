import type { Session } from '#server/platform/database/index.ts'
import { listTables, quotedColumns, quotedTable, type CopiedTable } from './database-tables.ts'
import { BackupFailure } from './failure.ts'

/** Adds rows in COPY's text format to a table. */
export type CopyIn = (table: string, rows: Buffer) => Promise<void>
type ForeignKey = { table: string; name: string; definition: string }

/**
 * Fills empty tables with the rows of others, in one transaction. Foreign keys are checked at its end, and triggers do not run:
 * what they once wrote is among the rows. Throws BackupFailure when the tables have other columns.
 */
export async function loadTables(
  session: Session,
  tables: readonly CopiedTable[],
  load: (copyIn: CopyIn) => Promise<void>,
): Promise<void> {
  const own = await listTables(session)
  assertSameColumns(own, tables)
  const byName = new Map(own.map((table) => [table.name, table]))
  const names = own.map(quotedTable)
  await session.run('begin')
  try {
    const foreignKeys = await session.query<ForeignKey>(
      `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
       from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace`,
    )
    for (const { table, name } of foreignKeys) await session.run(`alter table ${table} drop constraint ${name}`)
    for (const table of names) await session.run(`alter table ${table} disable trigger user`)
    // Migrations insert rows of their own.
    await session.run(`truncate ${names.join(', ')}`)
    await load(async (name, rows) => {
      const table = byName.get(name)
      if (!table) throw new BackupFailure(`the backup contains rows of an unknown table ${name}`)
      await session.copyIn(quotedTable(table), quotedColumns(table), rows)
    })
    for (const { table, name, definition } of foreignKeys)
      await session.run(`alter table ${table} add constraint ${name} ${definition}`)
    for (const table of names) await session.run(`alter table ${table} enable trigger user`)
    await session.run('commit')
  } catch (error) {
    await session.run('rollback').catch(() => {})
    throw error
  }
  await session.run('analyze')
}

const described = (tables: readonly CopiedTable[]): string[] =>
  tables.map(({ name, columns }) => `${name} (${[...columns].sort().join(', ')})`).sort()

function assertSameColumns(own: readonly CopiedTable[], given: readonly CopiedTable[]): void {
  const [ours, theirs] = [described(own), described(given)]
  const different = ours.find((line) => !theirs.includes(line)) ?? theirs.find((line) => !ours.includes(line))
  if (different) throw new BackupFailure(`the tables differ although their migrations are the same: ${different}`)
}
