import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { minuteMs } from '#contract/kit/durations.ts'
import type { Database } from '#server/platform/database/index.ts'
import { openTestDatabase } from '#testing/postgres/test-database.ts'
import { createTestClock, type TestClock } from '#testing/test-site.ts'
import { rateLimiterModule, type RateLimit, type RateLimiter } from './rate-limiter.ts'
import { rateLimits } from './rate-limiter-tables.ts'

let database: Database
let clock: TestClock
let rateLimiter: RateLimiter
beforeAll(async () => void (database = await openTestDatabase()))
afterAll(() => database.close())
beforeEach(async () => {
  clock = createTestClock()
  rateLimiter = rateLimiterModule({ database, clock })
  await database.query.delete(rateLimits)
})

const fivePerQuarterHour: RateLimit = { name: 'sign-in attempts', times: 5, perMs: 15 * minuteMs }
const shared: RateLimit = { name: 'shared', times: 3, perMs: minuteMs }
const isAllowed = async (...subject: string[]) => (await rateLimiter.take([fivePerQuarterHour, ...subject])).allowed
const useUp = async (subject: string) => {
  for (let count = 0; count < 5; count++) await rateLimiter.take([fivePerQuarterHour, subject])
}

describe('a limit of five per quarter of an hour', () => {
  test('allows a burst of five, then returns when the next attempt is allowed', async () => {
    const outcomes = []
    for (let count = 0; count < 6; count++) outcomes.push(await rateLimiter.take([fivePerQuarterHour, 'sari']))
    expect(outcomes.map(({ allowed }) => allowed)).toEqual([true, true, true, true, true, false])
    expect(outcomes[5]).toEqual({ allowed: false, retryAfterSeconds: 180, isShared: false })
  })

  test('allows one more every three minutes, and never more than five at once', async () => {
    await useUp('sari')
    clock.advance(179_000)
    expect(await isAllowed('sari')).toBe(false)
    clock.advance(1000)
    expect([await isAllowed('sari'), await isAllowed('sari')]).toEqual([true, false])
    clock.advance(15 * minuteMs)
    const later = []
    for (let count = 0; count < 6; count++) later.push(await isAllowed('sari'))
    expect(later).toEqual([true, true, true, true, true, false])
  })

  test('does not count what was counted before the clock was set back', async () => {
    clock.advance(24 * 60 * minuteMs)
    await useUp('sari')
    clock.advance(-24 * 60 * minuteMs)
    expect((await rateLimiter.check([fivePerQuarterHour, 'sari'])).allowed).toBe(true)
    await useUp('sari')
    expect(await isAllowed('sari')).toBe(false)
  })

  test('is counted per subject', async () => {
    await useUp('sari')
    expect([await isAllowed('budi'), await isAllowed('sari', 'budi')]).toEqual([true, true])
  })

  test('is stored in the database and shared by all processes', async () => {
    await useUp('sari')
    const otherProcess = rateLimiterModule({ database, clock })
    expect((await otherProcess.take([fivePerQuarterHour, 'sari'])).allowed).toBe(false)
  })

  test('does not count rejected attempts', async () => {
    await useUp('sari')
    for (let count = 0; count < 20; count++) await rateLimiter.take([fivePerQuarterHour, 'sari'])
    clock.advance(180_000)
    expect(await isAllowed('sari')).toBe(true)
  })

  test('is fully available after a reset', async () => {
    await useUp('sari')
    await rateLimiter.reset(fivePerQuarterHour, 'sari')
    expect(await isAllowed('sari')).toBe(true)
  })

  test('counts concurrent attempts exactly', async () => {
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => isAllowed('ramai')))
    expect(outcomes.filter(Boolean)).toHaveLength(5)
  })
})

describe('several limits at once', () => {
  test('are all counted or none is', async () => {
    for (let count = 0; count < 3; count++) await rateLimiter.take([fivePerQuarterHour, 'sari'], [shared, 'kelas'])
    expect((await rateLimiter.take([fivePerQuarterHour, 'sari'], [shared, 'kelas'])).allowed).toBe(false)
    expect([await isAllowed('sari'), await isAllowed('sari'), await isAllowed('sari')]).toEqual([true, true, false])
  })

  test('can be given back', async () => {
    for (let count = 0; count < 10; count++) {
      const attempts = [
        [fivePerQuarterHour, 'sari'],
        [shared, 'kelas'],
      ] as const
      expect(await rateLimiter.take(...attempts)).toEqual({ allowed: true })
      await rateLimiter.giveBack(...attempts)
    }
  })
})

test('a check counts nothing', async () => {
  for (let count = 0; count < 20; count++)
    expect(await rateLimiter.check([fivePerQuarterHour, 'sari'])).toEqual({ allowed: true })
  await useUp('sari')
  expect(await rateLimiter.check([fivePerQuarterHour, 'sari'])).toEqual({
    allowed: false,
    retryAfterSeconds: 180,
    isShared: false,
  })
})

test('a burst beyond the limit does not extend the wait', async () => {
  await Promise.all(Array.from({ length: 100 }, () => isAllowed('sari')))
  expect(await rateLimiter.check([fivePerQuarterHour, 'sari'])).toEqual({
    allowed: false,
    retryAfterSeconds: 180,
    isShared: false,
  })
})

test('keys are stored as hashes, and expired counters are deleted', async () => {
  await rateLimiter.take([fivePerQuarterHour, 'sari@contoh.id'])
  expect(JSON.stringify(await database.query.select().from(rateLimits))).not.toContain('sari')
  clock.advance(15 * minuteMs)
  expect(await rateLimiter.deleteExpired(clock.now(), 10)).toBe(1)
  expect(await database.query.select().from(rateLimits)).toEqual([])
})
