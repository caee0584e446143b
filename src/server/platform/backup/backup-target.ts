import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { openDatabase, restoringFolder, type Database } from '#server/platform/database/index.ts'
import { lockFolder } from '#server/platform/folder-lock.ts'
import { besideData, makeFolder, makePrivate } from '#server/platform/private-folder.ts'
import { BackupFailure } from './failure.ts'
import type { Place } from './backup-source.ts'

/** An empty place that is being filled. Until `finish`, the product does not start on it. */
export type Target = {
  database: Database
  /** The folder of the files beside the database until `finish`. */
  dataDir: string
  /** Stores a file beside the database. */
  writeFile(name: string, bytes: Buffer): Promise<void>
  /** Closes the database and opens the place for the product. */
  finish(): Promise<void>
  /** Leaves the place unfinished. */
  abandon(): Promise<void>
}

/** True when the files in the data folder belong to the installation that is moved. */
type TargetOptions = { filesStay?: boolean }

/** Throws BackupFailure for a place that holds data. A place in which an earlier restore was interrupted counts as empty. */
export async function assertEmpty(
  { dataDir, databaseUrl }: Place,
  { filesStay = false }: TargetOptions = {},
): Promise<void> {
  const entries = await readdir(dataDir).catch((error: NodeJS.ErrnoException): string[] => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const interrupted = entries.includes(restoringFolder) && !entries.includes('database')
  const found = entries.find((name) => !besideData.test(name))
  if (!databaseUrl && found && !interrupted)
    throw new BackupFailure(`${dataDir} is not empty (${found}): set DATA_DIR to a new folder`)
  if (!databaseUrl) return
  const isUnfinished = await withPostgres(databaseUrl, assertEmptyDatabase)
  const files = entries.find((name) => /^(outbox|payment-sandbox\..*)$/.test(name))
  if (files && !filesStay && !isUnfinished)
    throw new BackupFailure(`${dataDir} holds files of another installation (${files}): set DATA_DIR to a new folder`)
}

async function withPostgres<Result>(
  databaseUrl: string,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const database = await openDatabase({ databaseUrl })
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

type Relations = { marker: string | null; tables: string[] }

async function readRelations(database: Database): Promise<Relations> {
  const session = await database.openSession()
  try {
    const rows = await session.query<{ name: string }>(
      `select quote_ident(c.relname) as name from pg_class c where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p', 'v', 'm')
       and not exists (select 1 from pg_depend d where d.objid = c.oid and d.deptype = 'e') order by 1`,
    )
    const tables = rows.map(({ name }) => name)
    return { tables, marker: tables.find((name) => name === 'unfinished_restore') ?? null }
  } finally {
    await session.close()
  }
}

/** True when an earlier restore into it was interrupted. */
async function assertEmptyDatabase(database: Database): Promise<boolean> {
  const { marker, tables } = await readRelations(database)
  if (!marker && tables.length > 0)
    throw new BackupFailure(`the database of DATABASE_URL is not empty (${tables[0]}): create a new one`)
  return marker !== null
}

/** Opens an empty place, and removes what an interrupted restore left there. */
export async function openTarget(place: Place, options?: TargetOptions): Promise<Target> {
  await assertEmpty(place, options)
  return place.databaseUrl ? openPostgresTarget(place.databaseUrl, place.dataDir) : openEmbeddedTarget(place.dataDir)
}

/** Everything is made in a folder of its own, and moved to its place at the end, the database last. */
async function openEmbeddedTarget(dataDir: string): Promise<Target> {
  await makePrivate(dataDir)
  const unlock = lockFolder(dataDir)
  const folder = join(dataDir, restoringFolder)
  try {
    await rm(folder, { recursive: true, force: true })
    await mkdir(folder, { mode: 0o700 })
    const database = await openDatabase({ dataDir: folder })
    return {
      database,
      dataDir: folder,
      writeFile: (name, bytes) => writePrivate(join(folder, name), bytes),
      async finish() {
        await database.close()
        const entries = (await readdir(folder)).filter((name) => !/^lock\.sqlite|^database$/.test(name))
        for (const name of [...entries, 'database']) {
          await rm(join(dataDir, name), { recursive: true, force: true })
          await rename(join(folder, name), join(dataDir, name))
        }
        await rm(folder, { recursive: true })
        unlock()
      },
      async abandon() {
        await database.close()
        unlock()
      },
    }
  } catch (error) {
    unlock()
    throw error
  }
}

async function openPostgresTarget(databaseUrl: string, dataDir: string): Promise<Target> {
  await makePrivate(dataDir)
  const database = await openDatabase({ databaseUrl })
  const session = await database.openSession()
  const close = async () => {
    await session.close()
    await database.close()
  }
  try {
    // Held by this connection until the end.
    const [lock] = await session.query<{ free: boolean }>(
      `select pg_try_advisory_lock(hashtextextended('cendaki-restore', 0)) as free`,
    )
    if (!lock?.free) throw new BackupFailure('another restore into this database is running')
    const { marker, tables } = await readRelations(database)
    if (marker) await dropAll(database, tables)
    await session.run('create table if not exists unfinished_restore (note text)')
    return {
      database,
      dataDir,
      writeFile: (name, bytes) => writePrivate(join(dataDir, name), bytes),
      async finish() {
        await session.run('drop table unfinished_restore')
        await close()
      },
      abandon: close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

async function dropAll(database: Database, tables: readonly string[]): Promise<void> {
  for (const name of tables.filter((table) => table !== 'unfinished_restore'))
    await database.runScript(`drop table if exists ${name} cascade`)
  const session = await database.openSession()
  try {
    const functions = await session.query<{ signature: string }>(
      `select p.oid::regprocedure::text as signature from pg_proc p where p.pronamespace = current_schema()::regnamespace
       and not exists (select 1 from pg_depend d where d.objid = p.oid and d.deptype = 'e')`,
    )
    for (const { signature } of functions) await session.run(`drop function if exists ${signature} cascade`)
  } finally {
    await session.close()
  }
}

async function writePrivate(path: string, bytes: Buffer): Promise<void> {
  await makeFolder(dirname(resolve(path)))
  await writeFile(path, bytes, { mode: 0o600, flush: true })
}
