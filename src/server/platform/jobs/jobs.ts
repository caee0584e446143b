import type { Logger } from 'pino'
import { sql } from 'drizzle-orm'
import { minuteMs } from '#contract/kit/durations.ts'
import type { Clock } from '#server/platform/clock.ts'
import { isDatabaseUnavailable, type Database } from '#server/platform/database/index.ts'
import { createFailureLog, type Metrics } from '#server/platform/observing/index.ts'
import type { Job } from './kind.ts'

/** A kind with an unexpected failure rests this long in this process, so that a bug does not fill the log. */
const restMs = minuteMs
/** How often it is looked whether the clock was set back, beside when it visibly was. */
const prepareEveryMs = 10 * minuteMs

export type Jobs = ReturnType<typeof jobsModule>
type Deps = { database: Database; clock: Clock; log: Logger; metrics: Pick<Metrics, 'work'> }

/**
 * The one machine for due work: one statement asks which kinds have something due, and each of these runs beside the others, so that a slow
 * one delays none. Safe in several processes.
 */
export function jobsModule({ database, clock, log, metrics }: Deps, domains: readonly { dueWork: readonly Job[] }[]) {
  const jobs = domains.flatMap(({ dueWork }) => dueWork)
  const byName = new Map(jobs.map((job) => [job.name, job]))
  if (byName.size < jobs.length) throw new Error('Two kinds of jobs have the same name')
  const logFailure = createFailureLog(log, clock)
  const running = new Map<string, Promise<void>>()
  const restsUntil = new Map<string, number>()
  let isStopping = false
  let seenAt: Date | null = null
  let preparedAt = 0

  async function prepare(now: Date): Promise<void> {
    const isSetBack = seenAt === null || now < seenAt
    seenAt = now
    if (!isSetBack && performance.now() - preparedAt < prepareEveryMs) return
    preparedAt = performance.now()
    for (const job of jobs) await job.prepare(now)
  }

  async function listDue(now: Date): Promise<Job[]> {
    if (jobs.length === 0) return []
    const questions = jobs.map((job) => sql`select ${job.name}::text as name where ${job.isDue(now)}`)
    const { rows } = await database.query.execute<{ name: string }>(sql.join(questions, sql` union all `))
    return rows.flatMap(({ name }) => byName.get(name) ?? [])
  }

  function start(job: Job, lane: string | null): void {
    const key = `${job.name} ${lane ?? ''}`
    if (running.has(key) || (restsUntil.get(key) ?? 0) > performance.now()) return
    restsUntil.delete(key)
    const end = metrics.work.startTimer({ work: job.name })
    const run = job
      .run(lane, () => isStopping)
      .then((failures) => {
        if (failures > 0) restsUntil.set(key, performance.now() + restMs)
        end({ outcome: failures > 0 ? 'failed' : 'done' })
      })
      .catch((error: unknown) => {
        end({ outcome: 'failed' })
        if (!isDatabaseUnavailable(error)) restsUntil.set(key, performance.now() + restMs)
        logFailure(error, { work: job.name }, 'due work failed and will be tried again')
      })
      .finally(() => running.delete(key))
    running.set(key, run)
  }

  return {
    names: [...byName.keys()],
    due: async (): Promise<string[]> => (await listDue(clock.now())).map(({ name }) => name),
    /** Starts what is due and does not run in this process yet; waits for none of it. */
    async look(): Promise<void> {
      const now = clock.now()
      await prepare(now)
      for (const job of await listDue(now)) for (const lane of await job.listLanes(now)) start(job, lane)
    },
    /** Does what is due of these kinds now, and waits for it. Throws what went wrong. */
    async run(...names: readonly string[]): Promise<void> {
      for (const name of names) {
        const job = byName.get(name)
        if (!job) throw new Error(`There is no kind of job ${name}`)
        const now = clock.now()
        await job.prepare(now)
        const lanes = await job.listLanes(now)
        await Promise.all(lanes.map((lane) => job.run(lane, () => isStopping)))
      }
    },
    async idle(): Promise<void> {
      while (running.size > 0) await Promise.all(running.values())
    },
    /** Begins no further work; what was leased and not begun is due again at once. */
    async stop(): Promise<void> {
      isStopping = true
      await this.idle()
    },
  }
}
