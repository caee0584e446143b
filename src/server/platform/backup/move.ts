import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { listMigrations, migrate } from '#server/platform/database/index.ts'
import { createDigest, listTables, quotedColumns, quotedTable, type TableDigest } from './database-tables.ts'
import { BackupFailure, describeFileFailure } from './failure.ts'
import { loadTables } from './load-tables.ts'
import { assertSameRows, withSession } from './restore.ts'
import { openStoppedSource, type Place } from './backup-source.ts'
import { openTarget } from './backup-target.ts'
import { listStoredFiles } from './write-backup.ts'

export type MoveOptions = { from: Place; to: Place; onProgress: (what: string) => void }

/**
 * Copies a stopped installation into an empty place and compares every row. Resolves with the number of rows; the source is not
 * changed. Throws BackupFailure; then the target says that it is unfinished.
 */
export async function move({ from, to, onProgress }: MoveOptions): Promise<number> {
  const source = await openStoppedSource(from)
  try {
    const applied = await source.session.query<{ name: string; sha256: string }>(
      `select name, sha256 from schema_migrations order by name collate "C"`,
    )
    const own = new Map((await listMigrations()).map(({ name, sha256 }) => [name, sha256]))
    const unknown = applied.find(({ name, sha256 }) => own.get(name) !== sha256)
    if (unknown)
      throw new BackupFailure(
        `the data has migration ${unknown.name}, which this version does not have: move it with that version`,
      )
    const target = await openTarget(to, { filesStay: to.databaseUrl !== null })
    try {
      onProgress('creating the tables')
      await migrate(target.database, { upTo: applied.at(-1)?.name ?? '', isRestore: true })
      const digests: Record<string, TableDigest> = {}
      await withSession(target.database, async (session) => {
        const tables = await listTables(source.session)
        await loadTables(session, tables, async (copyIn) => {
          for (const table of tables) {
            const digest = createDigest()
            for await (const rows of source.session.copyOut(quotedTable(table), quotedColumns(table))) {
              digest.add(rows)
              await copyIn(table.name, rows)
            }
            digests[table.name] = digest.read()
            if (digest.read().rows > 0) onProgress(`${table.name}: ${digest.read().rows.toLocaleString('en')} rows`)
          }
        })
        await source.endSnapshot()
        onProgress('comparing every row')
        await assertSameRows(session, { tables: digests })
      })
      // On PostgreSQL they stay in the data folder, which both places use.
      if (!to.databaseUrl)
        for (const name of await listStoredFiles(from.dataDir))
          await target.writeFile(name, await readFile(join(from.dataDir, name)))
      await migrate(target.database, { isRestore: true })
      await target.finish()
      return Object.values(digests).reduce((sum, { rows }) => sum + rows, 0)
    } catch (error) {
      await target.abandon().catch(() => {})
      throw error
    }
  } catch (error) {
    throw describeFileFailure(error, to.databaseUrl ? 'the database' : to.dataDir)
  } finally {
    await source.close()
  }
}
