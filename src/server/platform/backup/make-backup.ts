import { resolve } from 'node:path'
import type { Clock } from '#server/platform/clock.ts'
import { assertNewFile, removeUnfinished, type BackupFile } from './backup-file.ts'
import { openSource, type Place } from './backup-source.ts'
import { writeBackup, type BackupMedia, type MadeBackup } from './write-backup.ts'

export type BackupOptions = {
  place: Place
  file: BackupFile
  passphrase: string | null
  /** Text of an .env file with the settings of the installation. */
  settings: string
  version: string
  clock: Clock
  /** True when the installation stores that this backup was made. */
  isRecorded: boolean
  /** Null leaves the videos out. */
  media: BackupMedia | null
}

/** Backs an installation up into a new file, whether or not the product is running. Throws BackupFailure; then there is no such file. */
export async function makeBackup({
  place,
  file,
  passphrase,
  settings,
  version,
  clock,
  isRecorded,
  media,
}: BackupOptions): Promise<MadeBackup> {
  await assertNewFile(file)
  await removeUnfinished(file)
  const source = await openSource(place)
  try {
    const startedAt = clock.now()
    const { kind, session, endSnapshot } = source
    const content = {
      kind,
      session,
      endSnapshot,
      dataDir: place.dataDir,
      settings,
      version,
      createdAt: startedAt,
      media,
    }
    const made = await writeBackup(content, file, passphrase)
    const run = {
      file: file.location.startsWith('s3://') ? file.location : resolve(file.location),
      startedAt: startedAt.toISOString(),
      finishedAt: clock.now().toISOString(),
      bytes: made.bytes,
      encrypted: made.encrypted,
    }
    if (isRecorded) await source.record(run)
    return made
  } finally {
    await source.close()
  }
}
