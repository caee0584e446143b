import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { drizzle } from 'drizzle-orm/pglite'
import type { Driver, Queryable } from './database.ts'
import { lockFolder } from '#server/folder-lock.ts'

/** A data folder as one file, to start further databases from without migrating again. */
export type Snapshot = Blob | File

/** PostgreSQL inside this process. `dataDir` null keeps everything in memory. */
export async function openEmbedded(dataDir: string | null, snapshot?: Snapshot): Promise<Driver & { takeSnapshot(): Promise<Snapshot> }> {
  let release = () => {}
  if (dataDir !== null) {
    await mkdir(dataDir, { recursive: true })
    release = lockFolder(dataDir)
  }
  const client = await PGlite.create({
    ...(dataDir === null ? {} : { dataDir: join(dataDir, 'database') }),
    ...(snapshot ? { loadDataDir: snapshot } : {}),
    extensions: { pg_trgm },
  })
  const db = drizzle(client)
  return {
    kind: 'embedded',
    drizzle: db as unknown as Queryable,
    runScript: async (sqlText) => void (await client.exec(sqlText)),
    transaction: (work) => db.transaction((tx) => work(tx as unknown as Queryable)),
    // One process, one connection: there is nobody else to hear from.
    listen: async () => {},
    takeSnapshot: () => client.dumpDataDir('none'),
    async close() {
      await client.close()
      release()
    },
  }
}
