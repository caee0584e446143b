import { closeSync, openSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Another process holds the lock. The message is for the operator. */
export class FolderInUse extends Error {
  override name = 'FolderInUse'
}

/**
 * Locks a folder against other processes until released, or until this process ends: two embedded databases on one folder
 * lose writes without any error. Uses SQLite's file lock, which the operating system releases with the process, so no stale lock remains.
 * `inUse` is what the operator reads when another process holds it.
 */
export function lockFolder(
  folder: string,
  inUse = `${resolve(folder)} is in use by another Cendaki process: stop it, or set DATA_DIR to another folder`,
): () => void {
  const file = join(folder, 'lock.sqlite')
  // SQLite would let every user of the machine read it.
  closeSync(openSync(file, 'a', 0o600))
  const lock = new DatabaseSync(file, { timeout: 0 })
  try {
    lock.exec('BEGIN EXCLUSIVE')
  } catch (cause) {
    lock.close()
    throw new FolderInUse(inUse, { cause })
  }
  return () => lock.close()
}

const retryMs = 100

/** Like lockFolder(), but waits until the lock is free. */
export async function waitForFolder(folder: string): Promise<() => void> {
  for (;;) {
    try {
      return lockFolder(folder)
    } catch (error) {
      if (!(error instanceof FolderInUse)) throw error
      await new Promise((resolve) => setTimeout(resolve, retryMs))
    }
  }
}
