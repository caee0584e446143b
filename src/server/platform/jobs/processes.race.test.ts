import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { minuteMs } from '#contract/kit/durations.ts'
import { systemClock } from '#server/platform/clock.ts'
import { openDatabase, type Database } from '#server/platform/database/index.ts'
import { newId } from '#server/platform/new-id.ts'
import { openTestDatabase, urlOfDatabase } from '#testing/postgres/test-database.ts'
import { createTrialTable, trialJob, trialRows } from '#testing/trial-job.ts'

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
  await createTrialTable(database)
})
beforeEach(async () => void (await database.query.delete(trialRows)))
afterAll(() => database.close())

const log = pino({ level: 'silent' })
const queue = (count: number) =>
  database.query.insert(trialRows).values(
    Array.from({ length: count }, () => ({
      id: newId(),
      createdAt: systemClock.now(),
      dueAt: systemClock.now(),
    })),
  )

test('of several processes one does each job, and together they do all', async () => {
  await queue(200)
  const other = await openDatabase({ databaseUrl: await urlOfDatabase(database) })
  const done: string[] = []
  const jobs = [database, other, database].map((each) =>
    trialJob({ database: each, clock: systemClock, log }, { send: async ({ id }) => void done.push(id) }),
  )
  await Promise.all(jobs.map((job) => job.run(null, () => false)))
  await other.close()
  expect([done.length, new Set(done).size]).toEqual([200, 200])
})

test('what a process had taken when it was killed is done by another one after its lease, and not before', async () => {
  await queue(1)
  const script = join(import.meta.dirname, '../../../testing/processes/hanging-job.ts')
  const child = spawn(process.execPath, [script, await urlOfDatabase(database)])
  await once(child.stdout, 'data')
  child.kill('SIGKILL')
  await once(child, 'close')
  let ahead = 0
  const clock = { now: () => new Date(Date.now() + ahead) }
  let times = 0
  const job = trialJob({ database, clock, log }, { send: async () => void times++ })
  await job.run(null, () => false)
  expect(times).toBe(0)
  ahead = minuteMs
  await job.run(null, () => false)
  await job.run(null, () => false)
  expect(times).toBe(1)
})
