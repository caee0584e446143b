import { dirname, resolve } from 'node:path'
import { access, stat } from 'node:fs/promises'
import type { Clock } from '#server/clock.ts'
import type { CheckedBackup } from './check-backup.ts'
import { BackupFailure, describeFileFailure } from './failure.ts'
import { openSource, type Place } from './source.ts'
import { writeBackup } from './write-backup.ts'

export type BackupOptions = {
  place: Place
  file: string
  passphrase: string | null
  /** Text of an .env file with the settings of the installation. */
  settings: string
  version: string
  clock: Clock
  /** Whether the installation stores that this backup was made. */
  isRecorded: boolean
}

/** Backs an installation up into a new file, whether or not the product is running. Throws BackupFailure; then there is no such file. */
export async function makeBackup({ place, file, passphrase, settings, version, clock, isRecorded }: BackupOptions): Promise<CheckedBackup> {
  await assertNewFile(file)
  const source = await openSource(place)
  try {
    const startedAt = clock.now()
    const { kind, session, assertSameMoment } = source
    const made = await writeBackup({ kind, session, assertSameMoment, dataDir: place.dataDir, settings, version, createdAt: startedAt }, file, passphrase)
    const run = { file: resolve(file), startedAt: startedAt.toISOString(), finishedAt: clock.now().toISOString(), bytes: made.bytes, encrypted: made.encrypted }
    if (isRecorded) await source.record(run)
    return made
  } finally {
    await source.close()
  }
}

async function assertNewFile(file: string): Promise<void> {
  const existing = await stat(file).catch((error: unknown) => error as NodeJS.ErrnoException)
  if (!(existing instanceof Error)) throw new BackupFailure(`${file} exists already: choose another name`)
  if (existing.code !== 'ENOENT') throw describeFileFailure(existing, file)
  await access(dirname(resolve(file))).catch((error: unknown) => {
    throw describeFileFailure(error, dirname(file))
  })
}
