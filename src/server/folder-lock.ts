import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Another process has the folder. The message is what an operator needs to read. */
export class FolderInUse extends Error {
  override name = 'FolderInUse'
}

/**
 * Keeps every other process out of a folder until released or until this process ends, however it ends.
 * Two embedded databases on one folder lose writes without any error. The lock is SQLite's own file lock because
 * the operating system drops it with the process: no stale lock to clean up, no race while taking one over.
 */
export function lockFolder(folder: string): () => void {
  const lock = new DatabaseSync(join(folder, 'lock.sqlite'), { timeout: 0 })
  try {
    lock.exec('BEGIN EXCLUSIVE')
  } catch (cause) {
    lock.close()
    throw new FolderInUse(`${resolve(folder)} is in use by another Cendaki process: stop it, or set DATA_DIR to another folder`, { cause })
  }
  return () => lock.close()
}

const askAgainMs = 100

/** The same, but waits until whoever has the folder is done with it. */
export async function waitForFolder(folder: string): Promise<() => void> {
  for (;;) {
    try {
      return lockFolder(folder)
    } catch (error) {
      if (!(error instanceof FolderInUse)) throw error
      await new Promise((resolve) => setTimeout(resolve, askAgainMs))
    }
  }
}
