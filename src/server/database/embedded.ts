import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { drizzle } from 'drizzle-orm/pglite'
import type { Driver, Queryable } from './driver.ts'
import { lockFolder } from '#server/folder-lock.ts'
import { makePrivate } from '#server/private-folder.ts'
import { PrivateFiles } from './private-files.ts'

/** A data folder as one file: new databases start from it without running migrations. */
export type Snapshot = Blob | File

/** PostgreSQL inside this process. `dataDir` null keeps everything in memory. */
export async function openEmbedded(dataDir: string | null, snapshot?: Snapshot): Promise<Driver & { takeSnapshot(): Promise<Snapshot> }> {
  const folder = dataDir === null ? null : join(dataDir, 'database')
  let release = () => {}
  if (dataDir !== null && folder !== null) {
    await makePrivate(dataDir)
    release = lockFolder(dataDir)
    await mkdir(folder, { recursive: true, mode: 0o700 })
  }
  const client = await PGlite.create({
    ...(folder === null ? {} : { fs: new PrivateFiles(folder) }),
    ...(snapshot ? { loadDataDir: snapshot } : {}),
    extensions: { pg_trgm },
  })
  const db = drizzle(client)
  return {
    kind: 'embedded',
    drizzle: db as unknown as Queryable,
    runScript: async (sqlText) => void (await client.exec(sqlText)),
    transaction: (work) => db.transaction((tx) => work(tx as unknown as Queryable)),
    // There are no other processes to receive notifications from.
    listen: async () => {},
    upkeep: () => vacuumChanged(client),
    takeSnapshot: () => client.dumpDataDir('none'),
    async close() {
      await client.close()
      release()
    },
  }
}

// Thresholds of PostgreSQL's autovacuum, which the embedded database cannot run. Statistics cover this process only; a table
// that was never analyzed has a negative reltuples.
const fewRows = 50
const deadShare = 0.2
const changedShare = 0.1

async function vacuumChanged(client: PGlite): Promise<void> {
  // Recent statistics may not be flushed yet.
  await client.query('select pg_stat_force_next_flush()')
  const { rows } = await client.query<{ name: string }>(
    `select relid::regclass::text as name from pg_stat_user_tables join pg_class on pg_class.oid = relid
      where n_dead_tup > $1 + $2 * greatest(reltuples, 0) or n_mod_since_analyze > $1 + $3 * greatest(reltuples, 0)
        or (reltuples < 0 and pg_relation_size(relid) > 0)`,
    [fewRows, deadShare, changedShare],
  )
  // One statement per table, so that a concurrent query waits for one table at most.
  for (const { name } of rows) await client.exec(`vacuum (analyze) ${name}`)
}
