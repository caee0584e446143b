import type { Clock } from '#server/clock.ts'
import { retentionRules, type PurgeName } from './rules.ts'

/** Deletes at most `limit` rows that became old before `before`, and returns how many. Safe to run in several processes. */
export type PurgeBatch = (before: Date, limit: number) => Promise<number>

export type Retention = ReturnType<typeof retentionModule>

/** Short statements, so that a purge of many rows delays no other query and stays far below the statement timeout. */
const batchSize = 1_000
/** The rest is deleted by the next run. */
const batchesPerRun = 100

/** Runs the purge jobs. A rule with a purge but without its batch here does not compile. */
export function retentionModule({ clock, batches }: { clock: Clock; batches: Record<PurgeName, PurgeBatch> }) {
  async function run(name: PurgeName): Promise<void> {
    const before = new Date(clock.now().getTime() - retentionRules[name].purge.afterMs)
    for (let count = 0; count < batchesPerRun; count++) {
      if ((await batches[name](before, batchSize)) < batchSize) return
    }
  }

  return {
    /** Deletes what this rule no longer allows to keep. */
    run,
    /** Every purge job with its interval. */
    jobs: (Object.keys(batches) as PurgeName[]).map((name) => ({ name, run: () => run(name), everyMs: retentionRules[name].purge.everyMs })),
  }
}
