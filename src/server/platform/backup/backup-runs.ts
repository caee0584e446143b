import { randomUUID } from 'node:crypto'
import { desc, eq, gt, inArray, sql } from 'drizzle-orm'
import { hourMs } from '#contract/kit/durations.ts'
import { latestNoted } from '#server/platform/clock.ts'
import { lockUntilCommit, type Database, type Tx } from '#server/platform/database/index.ts'
import { backupRuns } from './tables.ts'

/** A backup that an operator made. Times are ISO text, because they also cross the control socket. */
export type BackupRun = { file: string; startedAt: string; finishedAt: string; bytes: number; encrypted: boolean }
export type BackupRunRow = typeof backupRuns.$inferSelect

const runsKept = 200
const retryMs = hourMs
const maximumRunMs = 6 * hourMs

/** Stores a backup that succeeded. Does nothing in a database that the version before this table left. */
export async function recordBackup(database: Database, { startedAt, finishedAt, ...run }: BackupRun): Promise<void> {
  const [table] = await database.query
    .select({ name: sql<string | null>`to_regclass('backup_runs')::text` })
    .from(sql`(select 1) as one`)
  if (!table?.name) return
  await database.query.insert(backupRuns).values({
    id: randomUUID(),
    trigger: 'command',
    startedAt: new Date(startedAt),
    finishedAt: new Date(finishedAt),
    ...run,
  })
}

/** The latest runs, the last one first. */
export const listRuns = (database: Database, limit: number): Promise<BackupRunRow[]> =>
  database.query.select().from(backupRuns).orderBy(desc(backupRuns.startedAt)).limit(limit)

type Claim = { id: string; file: string; now: Date; everyMs: number }

/** Claims the next backup of the schedule for this process; false when none is due. Deletes old runs. */
export async function claimRun(database: Database, { id, file, now, everyMs }: Claim): Promise<boolean> {
  return database.transaction(async (tx) => {
    await lockUntilCommit(tx, 'backup-schedule')
    const wasSetBack = await endFuture(tx, now)
    const [last] = await tx
      .select()
      .from(backupRuns)
      .where(eq(backupRuns.trigger, 'schedule'))
      .orderBy(desc(backupRuns.startedAt))
      .limit(1)
    if (last && !wasSetBack && !isDue(last, now, everyMs)) return false
    await tx.insert(backupRuns).values({ id, trigger: 'schedule', file, startedAt: now })
    const old = tx
      .select({ id: backupRuns.id })
      .from(backupRuns)
      .orderBy(desc(backupRuns.startedAt))
      .offset(runsKept)
      .limit(1000)
    await tx.delete(backupRuns).where(inArray(backupRuns.id, old))
    return true
  })
}

/** Runs from before a clock was set back count as just made: otherwise they would be the last ones until their time comes. */
async function endFuture(tx: Tx, now: Date): Promise<boolean> {
  const past = new Date(now.getTime() - 1)
  const moved = await tx
    .update(backupRuns)
    .set({ startedAt: past, finishedAt: sql`least(${backupRuns.finishedAt}, ${past.toISOString()}::timestamptz)` })
    .where(gt(backupRuns.startedAt, latestNoted(now)))
    .returning({ trigger: backupRuns.trigger })
  return moved.some(({ trigger }) => trigger === 'schedule')
}

function isDue({ startedAt, finishedAt, failure }: BackupRunRow, now: Date, everyMs: number): boolean {
  const passed = now.getTime() - startedAt.getTime()
  if (!finishedAt) return passed >= Math.min(everyMs, maximumRunMs)
  return passed >= (failure === null ? everyMs : Math.min(everyMs, retryMs))
}

export async function finishRun(
  database: Database,
  id: string,
  outcome: { finishedAt: Date } & ({ bytes: number; encrypted: boolean } | { failure: string }),
): Promise<void> {
  await database.query.update(backupRuns).set(outcome).where(eq(backupRuns.id, id))
}
