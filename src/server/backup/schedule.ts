import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/index.ts'
import { isEncrypted } from './archive.ts'
import { claimRun, finishRun } from './runs.ts'

export type ScheduleOptions = {
  database: Database
  clock: Clock
  log: Logger
  everyMs: number
  /** How many backups are kept. */
  keep: number
  folder: string
  isEncrypted: boolean
}

const command = join(import.meta.dirname, '../commands/backup.ts')
const ownNames = /^cendaki-\d{4}-\d{2}-\d{2}T\d{6}Z\.tar\.gz(\.age)?$/
const longestFailure = 500

/**
 * Makes the backups of `BACKUP_EVERY` and deletes the oldest ones. Each runs in a process of its own, so that requests are served as
 * before; of several processes on one database one makes it.
 */
export function backupSchedule({ database, clock, log, everyMs, keep, folder, isEncrypted: encrypted }: ScheduleOptions) {
  const stopping = new AbortController()
  return {
    async run(): Promise<void> {
      const now = clock.now()
      const moment = now.toISOString().slice(0, 19).replaceAll(':', '')
      const file = join(folder, `cendaki-${moment}Z.tar.gz${encrypted ? '.age' : ''}`)
      const id = randomUUID()
      if (!(await claimRun(database, { id, file, now, everyMs }))) return
      const failure = await makeInProcess(file, folder, stopping.signal)
      if (failure !== null) {
        log.error({ work: 'backup', failure }, 'the scheduled backup failed and will be retried')
        return finishRun(database, id, { finishedAt: clock.now(), failure: failure.slice(0, longestFailure) })
      }
      await finishRun(database, id, { finishedAt: clock.now(), bytes: (await stat(file)).size, encrypted: await isEncrypted(file) })
      await deleteOldest(folder, keep)
    },
    /** Ends a backup that is being made; it is made after the next start. */
    stop: () => stopping.abort(),
  }
}

/** Why it failed, in one sentence, or null. */
async function makeInProcess(file: string, folder: string, signal: AbortSignal): Promise<string | null> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
  } catch (error) {
    return `BACKUP_DIR ${folder} cannot be created: ${(error as Error).message}`
  }
  if (signal.aborted) return 'the product was stopped meanwhile'
  const child = spawn(process.execPath, [command, '--scheduled', file], { stdio: ['ignore', 'ignore', 'pipe'], signal })
  let output = ''
  child.stderr.on('data', (chunk: Buffer) => (output = (output + chunk.toString()).slice(-4 * longestFailure)))
  const code = await new Promise<number | null>((resolve) => {
    child.once('error', () => resolve(null))
    child.once('close', resolve)
  })
  if (code === 0) return null
  if (signal.aborted) return 'the product was stopped meanwhile'
  return (
    output
      .trim()
      .split('\n')[0]
      ?.replace(/^No backup was made: /, '') || 'its process ended without a reason'
  )
}

/** The names contain their moment, so their order is that of time. */
async function deleteOldest(folder: string, keep: number): Promise<void> {
  const names = (await readdir(folder)).filter((name) => ownNames.test(name)).sort((a, b) => (a < b ? 1 : -1))
  for (const name of names.slice(keep)) await rm(join(folder, name), { force: true })
}
