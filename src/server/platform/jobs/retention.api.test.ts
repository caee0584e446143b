import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { hourMs } from '#contract/kit/durations.ts'
import type { Database } from '#server/platform/database/index.ts'
import { openTestDatabase } from '#testing/postgres/test-database.ts'
import { retentionModule, type PurgeBatch } from './retention.ts'
import { retentionRules, type RetentionRule } from './retention-rules.ts'
import { purgeRuns } from './retention-tables.ts'

let database: Database
let now: Date
const clock = { now: () => now }
beforeAll(async () => void (database = await openTestDatabase()))
beforeEach(async () => {
  now = new Date('2026-11-21T03:00:00.000Z')
  await database.query.delete(purgeRuns)
})
afterAll(() => database.close())

/** Batches that delete nothing, except the one of mails. */
function start(mails: PurgeBatch) {
  const nothing: PurgeBatch = async () => 0
  const purgeBatches = {
    sessions: nothing,
    'mailed-links': nothing,
    'google-nonces': nothing,
    attempts: nothing,
    'solved-challenges': nothing,
    'sign-in-steps': nothing,
    'webhook-deliveries': nothing,
    'transfer-proofs': nothing,
    'course-imports': nothing,
    'site-exports': nothing,
    'code-colours': nothing,
    'column-choices': nothing,
    'unused-uploads': nothing,
    'video-uploads': nothing,
    'unused-videos': nothing,
    'privacy-requests': nothing,
    mails,
    notifications: nothing,
    invitations: nothing,
    'whatsapp-messages': nothing,
  }
  return retentionModule({ database, clock, log: pino({ level: 'silent' }), purgeBatches })
}

test('a run that was planned before the clock was set back is due', async () => {
  let count = 0
  const runDue = jobOf(async () => {
    count++
    return 0
  })
  now = new Date('2099-01-01T00:00:00.000Z')
  await runDue()
  now = new Date('2026-11-21T03:00:00.000Z')
  await runDue()
  await runDue()
  expect(count).toBe(2)
})

test('a purge deletes batch after batch until one is not full, with the age of its rule', async () => {
  const calls: { before: Date; limit: number }[] = []
  const sizes = [1000, 1000, 3, 1000]
  await start(async (before, limit) => {
    calls.push({ before, limit })
    return sizes.shift() ?? 0
  }).purge('mails')
  expect(calls).toEqual(
    Array.from({ length: 3 }, () => ({ before: new Date('2026-08-23T03:00:00.000Z'), limit: 1000 })),
  )
})

test('a purge ends after a bounded number of batches, and the next run continues', async () => {
  let count = 0
  await start(async () => {
    count++
    return 1000
  }).purge('mails')
  expect(count).toBe(100)
})

test('every rule with a purge has a job', () => {
  const withPurge = Object.entries<RetentionRule>(retentionRules).filter(([, { purge }]) => purge !== null)
  expect(start(async () => 0).names.toSorted()).toEqual(withPurge.map(([name]) => name).sort())
})

/** The job of mails in one process, with its batches. */
const jobOf = (batch: PurgeBatch) => async () => {
  for (const job of start(batch).dueWork) {
    await job.prepare(now)
    await job.run(null, () => false)
  }
}

test('a purge that ran less than its interval ago does not run after a restart, and then runs in one of several processes', async () => {
  let runs = 0
  const count: PurgeBatch = async () => {
    runs++
    return 0
  }
  await jobOf(count)()
  now = new Date(now.getTime() + 23 * hourMs)
  await jobOf(count)()
  expect(runs).toBe(1)
  now = new Date(now.getTime() + hourMs)
  await Promise.all([jobOf(count)(), jobOf(count)(), jobOf(count)()])
  expect(runs).toBe(2)
})

test('a purge that did not delete everything goes on at once, after the others', async () => {
  const sizes = [...Array<number>(100).fill(1000), 7]
  const batch: PurgeBatch = async () => sizes.shift() ?? 0
  await jobOf(batch)()
  expect(sizes).toEqual([])
})

test('a purge that failed, or whose process ended, is repeated after its lease', async () => {
  await jobOf(() => Promise.reject(new Error('the database went away')))()
  let runs = 0
  const count: PurgeBatch = async () => {
    runs++
    return 0
  }
  await jobOf(count)()
  expect(runs).toBe(0)
  now = new Date(now.getTime() + hourMs / 4)
  await jobOf(count)()
  expect(runs).toBe(1)
})
