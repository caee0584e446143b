import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { runInChildProcess } from '#server/platform/child-process.ts'
import { makePrivate } from '#server/platform/private-folder.ts'
import { rejectUnfinishedFolder } from '#server/platform/database/unfinished-restore.ts'

/**
 * Creates and migrates a new embedded database in a process of its own, beside the build: this process does not keep the memory that
 * the migrations take. Returns true if it did, false when there is one. Throws UnfinishedRestore
 * and FolderNotPrivate; any other failure is not reported here, because opening the database meets it again.
 */
export async function createDatabaseInChildProcess(
  dataDir: string,
  onProgress: (what: string) => void,
): Promise<boolean> {
  if (existsSync(join(dataDir, 'database/PG_VERSION'))) return false
  // Faults that an operator has to correct are reported before any progress.
  await makePrivate(dataDir)
  await rejectUnfinishedFolder(dataDir)
  onProgress('creating the database')
  return runInChildProcess(join(import.meta.dirname, 'create-database.ts'), { args: [dataDir] }).then(
    () => true,
    () => false,
  )
}
