import { readdir, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { formatBytes } from '#contract/kit/bytes.ts'
import { BackupFailure } from '#server/platform/backup/failure.ts'

/** What the product itself needs while a backup is made. */
const reserveBytes = 64 * 1024 * 1024

/** Throws BackupFailure when the disk of a folder that exists has no room for this many bytes more. */
export async function assertSpace(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  const free = bavail * bsize
  if (free >= bytes + reserveBytes) return
  throw new BackupFailure(`the disk of ${folder} has ${formatBytes(free, '.')} free, and about ${formatBytes(bytes + reserveBytes, '.')} are needed`)
}

/** Bytes of all files below a folder. One that vanishes meanwhile does not count. */
export async function folderBytes(folder: string): Promise<number> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true })
  const sizes = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) =>
      stat(join(parentPath, name)).then(
        ({ size }) => size,
        () => 0,
      ),
    )
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}
