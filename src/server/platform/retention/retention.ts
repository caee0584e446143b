import { eq, gt, lte, sql } from 'drizzle-orm'
import { minuteMs } from '#contract/kit/durations.ts'
import { clockSkewMs, type Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/index.ts'
import { retentionRules, type PurgeName } from './rules.ts'
import { purgeRuns } from './tables.ts'

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
  purgeBatches,
}: {
  database: Database
  clock: Clock
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

  /** Of several processes one gets a run that is due. */
  async function claim(name: PurgeName): Promise<boolean> {
    const now = clock.now()
    const dueAt = new Date(now.getTime() + leaseMs)
    // Planned before the clock was set back.
    const longest = Math.max(leaseMs, retentionRules[name].purge.everyMs) + clockSkewMs
    const isAhead = gt(purgeRuns.dueAt, new Date(now.getTime() + longest))
    const claimed = await database.query
      .insert(purgeRuns)
      .values({ name, dueAt })
      .onConflictDoUpdate({
        target: purgeRuns.name,
        set: { dueAt },
        setWhere: sql`${lte(purgeRuns.dueAt, now)} or ${isAhead}`,
      })
      .returning({ name: purgeRuns.name })
    return claimed.length > 0
  }

  async function runDue(name: PurgeName): Promise<void> {
    if (!(await claim(name))) return
    const isComplete = await purge(name)
    const finishedAt = clock.now()
    const dueAt = isComplete ? new Date(finishedAt.getTime() + retentionRules[name].purge.everyMs) : finishedAt
    await database.query.update(purgeRuns).set({ finishedAt, dueAt }).where(eq(purgeRuns.name, name))
  }

  return {
    /** Deletes what this rule no longer allows to keep. */
    purge,
    /** Every purge job: `runDue` does nothing before it is due, or while another process runs it. The last run is in the database. */
    jobs: (Object.keys(purgeBatches) as PurgeName[]).map((name) => ({ name, runDue: () => runDue(name) })),
  }
}
