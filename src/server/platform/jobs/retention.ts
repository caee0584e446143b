import type { Logger } from 'pino'
import { asc, gt, inArray, lte, or } from 'drizzle-orm'
import { minuteMs } from '#contract/kit/durations.ts'
import { clockSkewMs, type Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/index.ts'
import { leasedJob } from './leased.ts'
import { retentionRules, type PurgeName } from './retention-rules.ts'
import { purgeRuns } from './retention-tables.ts'

/** Deletes at most `limit` rows that became old before `before`, and returns how many. Safe to run in several processes. */
export type PurgeBatch = (before: Date, limit: number) => Promise<number>

/** Short statements, so that a purge of many rows delays no other query and stays far below the statement timeout. */
const batchSize = 1_000
/** The rest is deleted by the next run. */
const batchesPerRun = 100
/** A process that ends during a purge delays its next run by this. Longer than a run takes. */
const leaseMs = 15 * minuteMs

/** Runs the purge jobs. A rule with a purge but without its batch here does not compile. */
export function retentionModule({
  database,
  clock,
  log,
  purgeBatches,
}: {
  database: Database
  clock: Clock
  log: Logger
  purgeBatches: Record<PurgeName, PurgeBatch>
}) {
  /** False when the bound was reached and there may be more. */
  async function purge(name: PurgeName): Promise<boolean> {
    const before = new Date(clock.now().getTime() - retentionRules[name].purge.afterMs)
    for (let count = 0; count < batchesPerRun; count++) {
      if ((await purgeBatches[name](before, batchSize)) < batchSize) return true
    }
    return false
  }

  const names = Object.keys(purgeBatches) as PurgeName[]
  const everyMs = (name: string) => retentionRules[name as PurgeName].purge.everyMs
  const longestMs = Math.max(leaseMs, ...names.map(everyMs)) + clockSkewMs

  const job = leasedJob(
    { database, clock, log },
    {
      name: 'purges',
      table: purgeRuns,
      id: 'name',
      // Others are of another version.
      isWaiting: inArray(purgeRuns.name, names),
      isDue: (now) =>
        or(
          lte(purgeRuns.dueAt, now),
          // Planned before the clock was set back.
          gt(purgeRuns.dueAt, new Date(now.getTime() + longestMs)),
        ),
      orderBy: [asc(purgeRuns.dueAt)],
      async prepare(now) {
        const rows = names.map((name) => ({ name, dueAt: now }))
        await database.query.insert(purgeRuns).values(rows).onConflictDoNothing()
      },
      dueAt: 'dueAt',
      leaseMs,
      batch: 4,
      atOnce: 2,
      retries: { everyMs: leaseMs },
      send: ({ name }) => purge(name as PurgeName),
      done({ name }, isComplete) {
        const finishedAt = clock.now()
        return { finishedAt, dueAt: isComplete ? new Date(finishedAt.getTime() + everyMs(name)) : finishedAt }
      },
    },
  )

  return {
    /** Deletes what this rule no longer allows to keep. */
    purge,
    names,
    /** The last run of each purge is in the database. */
    dueWork: [job],
  }
}
