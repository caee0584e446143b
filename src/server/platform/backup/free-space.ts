import { formatBytes } from '#contract/kit/format/bytes.ts'
import { BackupFailure } from './failure.ts'
import { freeBytes } from '#server/platform/disk-space.ts'

/** Left to the product itself while a backup is made. */
const reserveBytes = 64 * 1024 * 1024

/** Throws BackupFailure when the disk of a folder that exists has no room for this many bytes more. */
export async function assertSpace(folder: string, bytes: number): Promise<void> {
  const free = await freeBytes(folder)
  if (free >= bytes + reserveBytes) return
  throw new BackupFailure(
    `the disk of ${folder} has ${formatBytes(free, '.')} free, and about ${formatBytes(bytes + reserveBytes, '.')} are needed`,
  )
}
