import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '#server/database/index.ts'
import { openTestDatabase } from '#testing/test-database.ts'
import { createTestClock, type TestClock } from '#testing/test-site.ts'
import { createThrottle, type Allowance, type Throttle } from './index.ts'
import { throttles } from './tables.ts'

let database: Database
let clock: TestClock
let throttle: Throttle
beforeAll(async () => void (database = await openTestDatabase()))
afterAll(() => database.close())
beforeEach(async () => {
  clock = createTestClock()
  throttle = createThrottle({ database, clock })
  await database.query.delete(throttles)
})

const guesses: Allowance = { name: 'guesses', times: 5, perMs: 15 * 60_000 }
const shared: Allowance = { name: 'shared', times: 3, perMs: 60_000 }
const isAllowed = async (...whom: string[]) => (await throttle.take([guesses, ...whom])).allowed
const useUp = async (whom: string) => {
  for (let count = 0; count < 5; count++) await throttle.take([guesses, whom])
}

describe('an allowance of five in a quarter of an hour', () => {
  test('lets five through at once, then says when the next one is due', async () => {
    const answers = []
    for (let count = 0; count < 6; count++) answers.push(await throttle.take([guesses, 'sari']))
    expect(answers.map(({ allowed }) => allowed)).toEqual([true, true, true, true, true, false])
    expect(answers[5]).toEqual({ allowed: false, retryAfterSeconds: 180 })
  })

  test('gives one back every three minutes: never six in any three minutes, never more than asked for', async () => {
    await useUp('sari')
    clock.advance(179_000)
    expect(await isAllowed('sari')).toBe(false)
    clock.advance(1000)
    expect([await isAllowed('sari'), await isAllowed('sari')]).toEqual([true, false])
    clock.advance(15 * 60_000)
    const later = []
    for (let count = 0; count < 6; count++) later.push(await isAllowed('sari'))
    expect(later).toEqual([true, true, true, true, true, false])
  })

  test('is counted for each one apart', async () => {
    await useUp('sari')
    expect([await isAllowed('budi'), await isAllowed('sari', 'budi')]).toEqual([true, true])
  })

  test('is kept in the database: a second process counts along', async () => {
    await useUp('sari')
    const elsewhere = createThrottle({ database, clock })
    expect((await elsewhere.take([guesses, 'sari'])).allowed).toBe(false)
  })

  test('is not used up further by what was refused', async () => {
    await useUp('sari')
    for (let count = 0; count < 20; count++) await throttle.take([guesses, 'sari'])
    clock.advance(180_000)
    expect(await isAllowed('sari')).toBe(true)
  })

  test('is whole again once forgotten', async () => {
    await useUp('sari')
    await throttle.forget(guesses, 'sari')
    expect(await isAllowed('sari')).toBe(true)
  })

  test('counts at once what comes at once', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => isAllowed('ramai')))
    expect(answers.filter(Boolean)).toHaveLength(5)
  })
})

describe('several allowances at once', () => {
  test('are taken together or not at all', async () => {
    for (let count = 0; count < 3; count++) await throttle.take([guesses, 'sari'], [shared, 'kelas'])
    expect((await throttle.take([guesses, 'sari'], [shared, 'kelas'])).allowed).toBe(false)
    expect([await isAllowed('sari'), await isAllowed('sari'), await isAllowed('sari')]).toEqual([true, true, false])
  })

  test('can be given back', async () => {
    for (let count = 0; count < 10; count++) {
      const claims = [
        [guesses, 'sari'],
        [shared, 'kelas'],
      ] as const
      expect(await throttle.take(...claims)).toEqual({ allowed: true })
      await throttle.giveBack(...claims)
    }
  })
})

describe('attempts of which only the failed ones count', () => {
  test('are let through as long as none is charged', async () => {
    for (let count = 0; count < 20; count++) expect(await throttle.check([guesses, 'sari'])).toEqual({ allowed: true })
    for (let count = 0; count < 5; count++) await throttle.charge([guesses, 'sari'])
    expect(await throttle.check([guesses, 'sari'])).toEqual({ allowed: false, retryAfterSeconds: 180 })
  })

  test('are paid for afterwards when they came all at once, with an hour at most', async () => {
    await Promise.all(Array.from({ length: 12 }, () => throttle.charge([guesses, 'sari'])))
    expect(await throttle.check([guesses, 'sari'])).toEqual({ allowed: false, retryAfterSeconds: 8 * 180 })
    await Promise.all(Array.from({ length: 100 }, () => throttle.charge([guesses, 'sari'])))
    clock.advance(3600_000)
    expect(await throttle.check([guesses, 'sari'])).toEqual({ allowed: true })
  })
})

test('nothing readable is stored, and what is whole again is dropped', async () => {
  await throttle.take([guesses, 'sari@contoh.id'])
  expect(JSON.stringify(await database.query.select().from(throttles))).not.toContain('sari')
  clock.advance(15 * 60_000)
  await throttle.dropOld()
  expect(await database.query.select().from(throttles)).toEqual([])
})
