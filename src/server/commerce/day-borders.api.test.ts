import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { minuteMs } from '#contract/kit/durations.ts'
import type { SignedIn } from '#testing/factories.ts'
import { startTestSite, type TestSite } from '#testing/test-site.ts'

// Midnight of 1 December in western Indonesia is one o'clock in the central part and two o'clock in the eastern one.
const midnight = new Date('2026-11-30T17:00:00Z')

let site: TestSite
let admin: SignedIn
let student: SignedIn
beforeAll(async () => {
  site = await startTestSite()
  moveTo(-10 * minuteMs)
  student = await site.createStudent()
})
// A sale needs a proof of the last ten minutes, and tests move the clock.
beforeEach(async () => void (admin = await site.createAdmin()))
afterAll(() => site.close())

/** Relative to midnight in western Indonesia. */
const moveTo = (ms: number) => site.clock.advance(midnight.getTime() + ms - site.clock.now().getTime())
const total = async (body: unknown) => {
  const response = await site.call('POST', '/checkout/quote', { token: student.token, body })
  return response.body.data?.total ?? response.body.errors
}

test('a sale and a code start and end at the same moment, whether they were typed in WIB, WITA or WIT', async () => {
  const zones = [
    { name: 'WIB', starts: '2026-12-01T00:00:00+07:00', ends: '2026-12-01T00:05:00+07:00' },
    { name: 'WITA', starts: '2026-12-01T01:00:00+08:00', ends: '2026-12-01T01:05:00+08:00' },
    { name: 'WIT', starts: '2026-12-01T02:00:00+09:00', ends: '2026-12-01T02:05:00+09:00' },
  ]
  const planned: { body: { courseId: string; promoCode?: string } }[] = []
  for (const { name, starts: startsAt, ends: endsAt } of zones) {
    const [onSale, withCode] = [
      await site.createCourse({ price: 100_000 }),
      await site.createCourse({ price: 100_000 }),
    ]
    const common = { kind: 'percent', value: 40, startsAt, endsAt }
    const sale = await site.call('POST', '/admin/sales', {
      token: admin.token,
      body: { ...common, name, courseId: onSale.id },
    })
    expect([sale.status, new Date(sale.body.data.startsAt)]).toEqual([201, midnight])
    const code = await site.call('POST', '/admin/promo-codes', {
      token: admin.token,
      body: { ...common, code: `BATAS${name}`, courseId: withCode.id },
    })
    expect(code.status, JSON.stringify(code.body)).toBe(201)
    planned.push({ body: { courseId: onSale.id } }, { body: { courseId: withCode.id, promoCode: `BATAS${name}` } })
  }
  const totals = () => Promise.all(planned.map(({ body }) => total(body)))
  const [noSale, noCode] = [100_000, { promoCode: expect.any(String) }]
  moveTo(-1)
  expect(await totals()).toEqual([noSale, noCode, noSale, noCode, noSale, noCode])
  moveTo(0)
  expect(await totals()).toEqual([60_000, 60_000, 60_000, 60_000, 60_000, 60_000])
  moveTo(5 * minuteMs - 1)
  expect(await totals()).toEqual([60_000, 60_000, 60_000, 60_000, 60_000, 60_000])
  moveTo(5 * minuteMs)
  expect(await totals()).toEqual([noSale, noCode, noSale, noCode, noSale, noCode])
})

test('a time without its zone is no time', async () => {
  const body = {
    name: 'Tanpa zona',
    kind: 'percent',
    value: 10,
    startsAt: '2026-12-01T00:00:00',
    endsAt: '2026-12-02T00:00:00',
  }
  const { status, body: answer } = await site.call('POST', '/admin/sales', { token: admin.token, body })
  expect([status, Object.keys(answer.errors)]).toEqual([422, ['startsAt', 'endsAt']])
})

test('a time of a year that cannot be stored is no time, and the last one that can is', async () => {
  const make = (startsAt: string, endsAt: string) =>
    site.call('POST', '/admin/sales', {
      token: admin.token,
      body: { name: 'Selamanya', kind: 'percent', value: 10, startsAt, endsAt },
    })
  const { status, body } = await make('0000-01-01T00:00:00Z', '9999-12-31T23:59:59-12:00')
  expect([status, Object.keys(body.errors)]).toEqual([422, ['startsAt', 'endsAt']])
  expect((await make('1970-01-01T00:00:00Z', '9998-12-31T23:59:59Z')).status).toBe(201)
})
