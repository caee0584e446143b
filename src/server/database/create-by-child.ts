import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Creates and migrates a new embedded database in a process of its own, because creating its files takes a gigabyte, of which this process
 * would keep half. Does nothing when there is one. A failure is not reported: opening the database meets it again.
 */
export async function createDatabaseByChild(dataDir: string, onProgress: (what: string) => void): Promise<void> {
  if (existsSync(join(dataDir, 'database/PG_VERSION'))) return
  onProgress('creating the database')
  await new Promise<void>((resolve) => {
    execFile(process.execPath, [join(import.meta.dirname, 'create-database.ts'), dataDir], () => resolve())
  })
}
