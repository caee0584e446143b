import { BackupFailure, connectToProduct, hasDatabase } from '#server/platform/backup/index.ts'
import { openDatabase, type Database } from '#server/platform/database/index.ts'
import { FolderInUse } from '#server/platform/folder-lock.ts'
import type { Place } from './run-command.ts'

type Product = Awaited<ReturnType<typeof connectToProduct>>
type Ways<Result> = {
  alone: (database: Database) => Promise<Result>
  withProduct: (product: Product) => Promise<Result>
}

/** Works on the database of an installation. The embedded one is open in one process only, so a product that runs on it is asked to do the work. */
export async function onInstallation<Result>(
  { dataDir, place }: { dataDir: string; place: Parameters<typeof openDatabase>[0] },
  { alone, withProduct }: Ways<Result>,
): Promise<Result> {
  if (!('databaseUrl' in place) && !(await hasDatabase(dataDir)))
    throw new BackupFailure(`there is no database in ${dataDir}`)
  try {
    return await closing(await openDatabase(place), alone)
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw error
  }
  return closing(await connectToProduct(dataDir), withProduct)
}

/** Works on the database of an installation that no product runs on, or on PostgreSQL. */
export const withDatabase = async <Result>(
  { dataDir, databaseUrl }: Place,
  work: (database: Database) => Promise<Result>,
): Promise<Result> => closing(await openDatabase(databaseUrl ? { databaseUrl } : { dataDir }), work)

async function closing<Opened extends { close(): Promise<void> }, Result>(
  opened: Opened,
  work: (opened: Opened) => Promise<Result>,
): Promise<Result> {
  try {
    return await work(opened)
  } finally {
    await opened.close()
  }
}
