import { asc, eq, isNotNull, lte } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { dayMs, hourMs, minuteMs } from '#contract/kit/durations.ts'
import type { Database } from '#server/platform/database/index.ts'
import { createMetrics } from '#server/platform/observing/index.ts'
import { newId } from '#server/platform/new-id.ts'
import { openTestDatabase } from '#testing/postgres/test-database.ts'
import { createTestClock, type TestClock } from '#testing/test-site.ts'
import { createTrialTable, trialJob, trialRows, type TrialRow } from '#testing/trial-job.ts'
import { jobsModule } from './jobs.ts'
import { lockedJob } from './locked.ts'
import type { Job } from './kind.ts'
import type { JobDeps } from './rows.ts'

let database: Database
let clock: TestClock
let deps: JobDeps
const logged: unknown[] = []
beforeAll(async () => {
  database = await openTestDatabase()
  await createTrialTable(database)
})
beforeEach(async () => {
  clock = createTestClock()
  const log = pino({ level: 'silent' })
  log.warn = (...things: unknown[]) => void logged.push(things[0])
  log.error = (...things: unknown[]) => void logged.push(things[0])
  deps = { database, clock, log }
  logged.length = 0
  await database.query.delete(trialRows)
})
afterAll(() => database.close())

async function queue(count = 1, values: Partial<TrialRow> = {}): Promise<string[]> {
  const rows = Array.from({ length: count }, () => ({
    id: newId(),
    createdAt: clock.now(),
    dueAt: clock.now(),
    ...values,
  }))
  await database.query.insert(trialRows).values(rows)
  return rows.map(({ id }) => id)
}
const read = async (id: string | undefined) =>
  (
    await database.query
      .select()
      .from(trialRows)
      .where(eq(trialRows.id, id ?? ''))
  )[0]
const machine = (...jobs: Job[]) => jobsModule({ ...deps, metrics: createMetrics() }, [{ dueWork: jobs }])
const run = (job: Job) => job.run(null, () => false)

describe('what fails', () => {
  test('is tried again after growing pauses, then given up, and what it says of a person stays out of the log', async () => {
    const [id] = await queue()
    const job = trialJob(deps, {
      send: async () => Promise.reject(new Error('no such mailbox sari@contoh.id')),
      hidden: () => 'sari@contoh.id',
    })
    const pauses: (number | null)[] = []
    for (let tries = 0; tries < 3; tries++) {
      await run(job)
      const dueAt = (await read(id))?.dueAt ?? null
      pauses.push(dueAt && dueAt.getTime() - clock.now().getTime())
      clock.advance(pauses.at(-1) ?? 0)
    }
    expect(pauses).toEqual([minuteMs, 5 * minuteMs, null])
    expect(await read(id)).toMatchObject({ state: 'failed', attempts: 3, lastError: 'no such mailbox …' })
    expect(JSON.stringify(logged)).not.toContain('sari@contoh.id')
    clock.advance(dayMs)
    await run(job)
    expect((await read(id))?.attempts).toBe(3)
  })

  test('for good is given up at once, with what belongs to it in one transaction', async () => {
    const [id, other] = await queue(2)
    const job = trialJob(deps, {
      send: async (row) => (row.id === id ? Promise.reject(new Error('never')) : undefined),
      isPermanent: () => true,
      also: async (tx, row, outcome) => {
        if (outcome.state === 'failed') await tx.update(trialRows).set({ lane: 'told' }).where(eq(trialRows.id, row.id))
      },
    })
    await run(job)
    expect([await read(id), await read(other)]).toMatchObject([
      { state: 'failed', lane: 'told', attempts: 1 },
      { state: 'sent', lane: 'a' },
    ])
  })

  test('because it takes longer than the deadline of its kind is tried again, and its late end changes nothing', async () => {
    const [id] = await queue()
    const { promise, resolve } = Promise.withResolvers<void>()
    await run(trialJob(deps, { leaseMs: 30, send: () => promise }))
    resolve()
    await promise
    expect(await read(id)).toMatchObject({ state: 'waiting', attempts: 1, lastError: 'It took too long' })
  })

  test('in its transaction leaves nothing behind, delays no other row, and is due again', async () => {
    const [bad, good] = await queue(2)
    const job = lockedJob(deps, {
      name: 'locked',
      table: trialRows,
      id: 'id',
      isDue: (now) => lte(trialRows.dueAt, now),
      orderBy: [asc(trialRows.id)],
      async perform(tx, row) {
        await tx.update(trialRows).set({ lane: 'half' }).where(eq(trialRows.id, row.id))
        if (row.id === bad) throw new Error('no')
        return { dueAt: null }
      },
    })
    expect(await run(job)).toBe(1)
    expect([await read(bad), await read(good)]).toMatchObject([{ lane: 'a' }, { lane: 'half', dueAt: null }])
    const [due] = await database.query.select({ id: trialRows.id }).from(trialRows).where(isNotNull(trialRows.dueAt))
    expect(due?.id).toBe(bad)
  })
})

describe('a clock that jumps', () => {
  test('back: what was noted a day ahead is done now', async () => {
    clock.advance(dayMs)
    const [id] = await queue()
    clock.advance(-dayMs)
    const jobs = machine(trialJob(deps, { send: async () => {} }))
    await jobs.look()
    await jobs.idle()
    expect((await read(id))?.state).toBe('sent')
  })

  test('back, while the process runs: its next look notices', async () => {
    const jobs = machine(trialJob(deps, { send: async () => {} }))
    clock.advance(hourMs)
    await jobs.look()
    const [id] = await queue()
    clock.advance(-hourMs)
    await jobs.look()
    await jobs.idle()
    expect((await read(id))?.state).toBe('sent')
  })

  test('ahead, during the work: what another process took over meanwhile keeps the outcome of that one', async () => {
    const [id] = await queue()
    const first = Promise.withResolvers<void>()
    const taken = Promise.withResolvers<void>()
    const slow = run(
      trialJob(deps, {
        send: async () => {
          taken.resolve()
          await first.promise
          throw new Error('late')
        },
      }),
    )
    await taken.promise
    clock.advance(2 * minuteMs)
    await run(trialJob(deps, { send: async () => {} }))
    first.resolve()
    await slow
    expect(await read(id)).toMatchObject({ state: 'sent', attempts: 1, lastError: null })
  })
})

describe('the loop', () => {
  test('starts each kind and lane beside the others, once: a slow one delays none', async () => {
    await queue(1, { lane: 'slow' })
    await queue(1, { lane: 'quick' })
    const hold = Promise.withResolvers<void>()
    const begun: string[] = []
    const jobs = machine(
      trialJob(deps, {
        lanes: { column: 'lane', list: async () => ['slow', 'quick'] },
        send: async ({ lane }) => {
          begun.push(lane)
          if (lane === 'slow') await hold.promise
        },
      }),
    )
    await jobs.look()
    await expect.poll(() => begun.toSorted()).toEqual(['quick', 'slow'])
    await queue(1, { lane: 'slow' })
    await queue(1, { lane: 'quick' })
    await expect.poll(async () => (await jobs.look(), begun.toSorted())).toEqual(['quick', 'quick', 'slow'])
    hold.resolve()
    await jobs.idle()
  })

  test('asks with one statement, and begins nothing while nothing is due', async () => {
    await queue(1, { dueAt: new Date(clock.now().getTime() + 1) })
    let times = 0
    const jobs = machine(trialJob(deps, { send: async () => void times++ }))
    await jobs.look()
    await jobs.idle()
    expect(times).toBe(0)
    clock.advance(1)
    await jobs.look()
    await jobs.idle()
    expect(times).toBe(1)
  })

  test('that is stopped finishes what it began; the rest is due at once for the next process', async () => {
    const ids = await queue(6)
    const hold = Promise.withResolvers<void>()
    const begun: string[] = []
    const send = async ({ id }: TrialRow) => {
      begun.push(id)
      await hold.promise
    }
    const jobs = machine(trialJob(deps, { send }))
    await jobs.look()
    await expect.poll(() => begun).toHaveLength(2)
    const stopped = jobs.stop()
    hold.resolve()
    await stopped
    const rows = await Promise.all(ids.map(read))
    expect(rows.filter((row) => row?.state === 'sent').map((row) => row?.id)).toEqual(begun)
    await run(trialJob(deps, { send: async ({ id }) => void begun.push(id) }))
    expect(begun.toSorted()).toEqual(ids.toSorted())
  })
})
