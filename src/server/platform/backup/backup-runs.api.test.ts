import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { hourMs } from '#contract/kit/durations.ts'
import { openTestDatabase } from '#testing/postgres/test-database.ts'
import type { Database } from '#server/platform/database/index.ts'
import { claimRun, finishRun, listRuns } from './backup-runs.ts'

let database: Database
beforeAll(async () => void (database = await openTestDatabase()))
beforeEach(() => database.query.execute(sql`delete from backup_runs`))
afterAll(() => database.close())

const start = Date.parse('2026-11-21T03:00:00Z')
const claim = (hours: number) =>
  claimRun(database, {
    id: crypto.randomUUID(),
    file: 'cendaki.tar.gz',
    now: new Date(start + hours * hourMs),
    everyMs: 24 * hourMs,
  })
async function finishLast(outcome: { bytes: number; encrypted: boolean } | { failure: string }) {
  const [last] = await listRuns(database, 1)
  await finishRun(database, last?.id ?? '', { finishedAt: new Date(start + hourMs), ...outcome })
}

test('a backup is due at first, and again when its time has passed', async () => {
  expect(await claim(0)).toBe(true)
  await finishLast({ bytes: 5, encrypted: false })
  expect([await claim(23), await claim(24)]).toEqual([false, true])
})

test('of several processes one makes it', async () => {
  expect((await Promise.all([claim(0), claim(0), claim(0)])).filter(Boolean)).toHaveLength(1)
})

test('one that failed is tried again after an hour, one whose process was killed after six', async () => {
  expect(await claim(0)).toBe(true)
  expect([await claim(5), await claim(6)]).toEqual([false, true])
  await finishLast({ failure: 'the disk is full' })
  expect([await claim(6.9), await claim(7)]).toEqual([false, true])
})

test('a clock that was set back neither ends the schedule nor makes it run again and again', async () => {
  expect(await claim(1000)).toBe(true)
  await finishLast({ bytes: 5, encrypted: false })
  expect([await claim(0), (await listRuns(database, 9)).length]).toEqual([true, 2])
  await finishLast({ failure: 'the disk is full' })
  expect([await claim(0.1), await claim(0.9), await claim(1)]).toEqual([false, false, true])
  await finishLast({ bytes: 5, encrypted: false })
  expect([await claim(1.1), await claim(24), await claim(25)]).toEqual([false, false, true])
})

test('old runs are deleted', async () => {
  await database.query.execute(
    sql`insert into backup_runs (id, trigger, file, started_at) select gen_random_uuid(), 'command', 'x', '2026-01-01' from generate_series(1, 300)`,
  )
  await claim(0)
  expect(await listRuns(database, 1000)).toHaveLength(200)
})
