import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/index.ts'
import type { ObjectStore } from '#server/platform/storage/index.ts'
import { fileIn, type BackupFile } from './backup-file.ts'
import { BackupFailure, noBackupMade } from './failure.ts'
import { claimRun, finishRun } from './backup-runs.ts'

export type ScheduleOptions = {
  database: Database
  clock: Clock
  everyMs: number
  /** How many backups are kept. */
  keep: number
  store: ObjectStore
  isEncrypted: boolean
}

const command = join(import.meta.dirname, '../../process/commands/backup.ts')
const ownNames = /^cendaki-\d{4}-\d{2}-\d{2}T\d{6}Z\.tar\.gz(\.age)?$/
const maximumFailureLength = 500

/**
 * Makes the backups of `BACKUP_EVERY` in a folder or a bucket and deletes the oldest ones. Each runs in a process of its own, so that requests are served as
 * before; of several processes on one database one makes it.
 */
export function backupSchedule({ database, clock, everyMs, keep, store, isEncrypted: encrypted }: ScheduleOptions) {
  const stopping = new AbortController()
  return {
    async run(): Promise<void> {
      const now = clock.now()
      const instant = now.toISOString().slice(0, 19).replaceAll(':', '')
      const file = fileIn(store, `cendaki-${instant}Z.tar.gz${encrypted ? '.age' : ''}`)
      const id = randomUUID()
      if (!(await claimRun(database, { id, file: file.location, now, everyMs }))) return
      const failure = await makeInProcess(file, stopping.signal)
      if (failure !== null) {
        await finishRun(database, id, { finishedAt: clock.now(), failure: failure.slice(0, maximumFailureLength) })
        // Counted and logged as every periodic work that fails.
        throw new BackupFailure(failure)
      }
      await finishRun(database, id, {
        finishedAt: clock.now(),
        bytes: (await store.find(file.name))?.bytes ?? 0,
        encrypted,
      })
      await deleteOldest(store, { keep, newest: file.name })
    },
    /** Ends a backup that is being made; it is made after the next start. */
    stop: () => stopping.abort(),
  }
}

/** Why it failed, in one sentence, or null. */
async function makeInProcess({ location, store }: BackupFile, signal: AbortSignal): Promise<string | null> {
  try {
    // Creates a folder.
    await store.check()
  } catch (error) {
    return `${store.location} cannot be used: ${(error as Error).message}`
  }
  if (signal.aborted) return 'the product was stopped meanwhile'
  const child = spawn(process.execPath, [command, '--scheduled', location], {
    stdio: ['ignore', 'ignore', 'pipe'],
    signal,
  })
  let output = ''
  child.stderr.on('data', (chunk: Buffer) => (output = (output + chunk.toString()).slice(-4 * maximumFailureLength)))
  const code = await new Promise<number | null>((resolve) => {
    child.once('error', () => resolve(null))
    child.once('close', resolve)
  })
  if (code === 0) return null
  if (signal.aborted) return 'the product was stopped meanwhile'
  return reasonIn(output)
}

/** The reason that the command gives for its failure, or a process that crashes for its end. */
export function reasonIn(output: string): string {
  const lines = output.trim().split('\n')
  const said = lines.find((line) => line.startsWith(`${noBackupMade}: `))?.slice(`${noBackupMade}: `.length)
  return said ?? (lines.find((line) => !line.startsWith('warning: ')) || 'its process ended without a reason')
}

/** Names are times. Those after the newest one are from before a clock was set back: they stay until their time comes. */
async function deleteOldest(store: ObjectStore, { keep, newest }: { keep: number; newest: string }): Promise<void> {
  const names: string[] = []
  for await (const { name } of store.list()) if (ownNames.test(name) && name <= newest) names.push(name)
  for (const name of names.sort((a, b) => (a < b ? 1 : -1)).slice(keep)) await store.remove(name)
}
