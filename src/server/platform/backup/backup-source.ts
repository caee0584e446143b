import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { openDatabase, rejectUnfinishedRestore, type Database, type Session } from '#server/platform/database/index.ts'
import { FolderInUse } from '#server/platform/folder-lock.ts'
import { connectToProduct } from './control-socket.ts'
import { BackupFailure } from './failure.ts'
import { recordBackup, type BackupRun } from './backup-runs.ts'

export type Place = { dataDir: string; databaseUrl: string | null }

export type OpenSource = {
  kind: 'embedded' | 'postgres'
  session: Session
  /** Nothing is read from the snapshot afterwards. */
  endSnapshot(): Promise<void>
  /** Stores a backup of this installation for its system page. */
  record(run: BackupRun): Promise<void>
  close(): Promise<void>
}

/** True when there is an embedded database in this data folder. */
export const hasDatabase = async (dataDir: string): Promise<boolean> =>
  (await access(join(dataDir, 'database', 'PG_VERSION')).catch(() => 'missing')) !== 'missing'

/** Opens an installation for reading a snapshot of it, whether or not the product is running. Throws BackupFailure. */
export async function openSource({ dataDir, databaseUrl }: Place): Promise<OpenSource> {
  if (databaseUrl) return openPostgresSource(databaseUrl)
  if (!(await hasDatabase(dataDir))) throw new BackupFailure(`there is no database in ${dataDir}`)
  try {
    const database = await openDatabase({ dataDir })
    return await openEmbeddedSource(database, (run) => recordBackup(database, run))
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw error
  }
  return openRunningSource(dataDir)
}

/** Opens an installation whose product is stopped: what it would write later could not be carried along. Throws BackupFailure. */
export async function openStoppedSource({ dataDir, databaseUrl }: Place): Promise<OpenSource> {
  if (!databaseUrl && !(await hasDatabase(dataDir))) throw new BackupFailure(`there is no database in ${dataDir}`)
  if (!databaseUrl) {
    const database = await openDatabase({ dataDir })
    return openEmbeddedSource(database, async () => {})
  }
  const source = await openPostgresSource(databaseUrl)
  // The connection that a running product always has. A pooler keeps others open under its name after it has ended.
  const [product] = await source.session.query<{ name: string }>(
    `select application_name as name from pg_stat_activity where datname = current_database() and application_name = 'cendaki-listen'`,
  )
  if (!product) return source
  await source.close()
  throw new BackupFailure('the product is running on this database: stop it first')
}

async function openEmbeddedSource(
  database: Database,
  record: OpenSource['record'],
  whenClosed: () => Promise<void> = async () => {},
): Promise<OpenSource> {
  const session = await database.openSession()
  return {
    kind: 'embedded',
    session,
    // Nothing else uses the files.
    endSnapshot: async () => {},
    record,
    async close() {
      await database.close()
      await whenClosed()
    },
  }
}

/** The running product copies its files within one moment; this process reads the copy. */
async function openRunningSource(dataDir: string): Promise<OpenSource> {
  const product = await connectToProduct(dataDir)
  try {
    const database = await openDatabase({ dataDir: await product.copy() })
    return await openEmbeddedSource(database, product.record, product.close)
  } catch (error) {
    await product.close()
    throw error
  }
}

/** One read-only transaction sees one snapshot; the product goes on writing. */
async function openPostgresSource(databaseUrl: string): Promise<OpenSource> {
  const database = await openDatabase({ databaseUrl })
  await rejectUnfinishedRestore(database.query).catch(async (error: unknown) => {
    await database.close()
    throw error
  })
  const session = await database.openSession()
  const close = async () => {
    await session.close()
    await database.close()
  }
  try {
    const [lock] = await session.query<{ free: boolean }>(
      `select pg_try_advisory_lock(hashtextextended('cendaki-backup', 0)) as free`,
    )
    if (!lock?.free) throw new BackupFailure('another backup of this installation is running')
    await session.run('begin isolation level repeatable read read only')
  } catch (error) {
    await close()
    throw error
  }
  return {
    kind: 'postgres',
    session,
    // An open transaction would keep the database from removing dead rows while videos are copied.
    endSnapshot: () => session.run('commit'),
    record: (run) => recordBackup(database, run),
    close,
  }
}
