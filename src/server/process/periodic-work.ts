import type { Logger } from 'pino'
import { minuteMs } from '#contract/kit/durations.ts'
import type { App } from '#server/app.ts'
import type { backupSchedule } from '#server/platform/backup/index.ts'
import type { Clock } from '#server/platform/clock.ts'
import { createFailureLog, type Metrics } from '#server/platform/observing/index.ts'
import { repeat } from '#server/platform/work/repeat.ts'

/** Due work starts at most this much after it is due. */
const jobsPauseMs = 1000
const figuresPauseMs = 5_000
const figureCheckPauseMs = minuteMs
const systemChecksPauseMs = 5 * minuteMs
/** Soon after the start, so that no alert waits for its figure. */
const firstChecksMs = 2_000
const backupPauseMs = 5_000

export type Backups = ReturnType<typeof backupSchedule>
type Periodic = { clock: Clock; log: Logger; metrics: Metrics; backups: Backups | null }

export type PeriodicWork = ReturnType<typeof repeat>

export function startPeriodicWork(
  { modules, system }: App,
  { clock, log, metrics, backups }: Periodic,
): PeriodicWork[] {
  const logFailure = createFailureLog(log, clock)
  const every = (pauseMs: number, name: string, work: () => Promise<void>, firstMs = pauseMs) =>
    repeat(
      async () => {
        const end = metrics.work.startTimer({ work: name })
        let outcome = 'failed'
        try {
          await work()
          outcome = 'done'
        } finally {
          end({ outcome })
        }
      },
      {
        pauseMs,
        firstMs,
        onError: (error) => logFailure(error, { work: name }, 'periodic work failed and will be retried'),
      },
    )
  return [
    ...modules.contributions.flatMap(({ periodic }) =>
      periodic.map(({ name, everyMs, run }) => every(everyMs, name, async () => void (await run()))),
    ),
    every(figuresPauseMs, 'figures', async () => void (await modules.figures.addChanges())),
    every(figureCheckPauseMs, 'figure-check', async () => void (await modules.figures.check())),
    // For the metrics: who looks at alerts does not open the system page.
    every(systemChecksPauseMs, 'system-checks', async () => void (await system.examine()), firstChecksMs),
    every(jobsPauseMs, 'jobs', modules.jobs.look),
    ...(backups ? [every(backupPauseMs, 'backup', backups.run)] : []),
  ]
}

/** Background work is leased or due again, so what is cut off is repeated after the next start. */
export async function stopWithin(work: readonly PeriodicWork[], limitMs: number, log: Logger): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<'late'>((resolve) => (timer = setTimeout(() => resolve('late'), limitMs)))
  if ((await Promise.race([Promise.all(work.map((running) => running.stop())), limit])) === 'late')
    log.warn('background work did not finish in time')
  clearTimeout(timer)
}
