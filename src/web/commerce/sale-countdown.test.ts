import { expect, test } from 'vitest'
import { aheadOf, describeRest } from './sale-countdown.ts'

test('the rest is told to the second, with days from one day on, and nothing once it is over', () => {
  expect(describeRest(5_000)).toBe('00:00:05')
  expect(describeRest(1)).toBe('00:00:01')
  expect(describeRest(3_600_000 + 61_000)).toBe('01:01:01')
  expect(describeRest(86_400_000)).toBe('1 hari 00:00:00')
  expect(describeRest(3 * 86_400_000 - 1)).toBe('3 hari 00:00:00')
  expect([describeRest(0), describeRest(-1)]).toEqual([null, null])
})

test('a wrong clock of the device is corrected by the time of the server; rounding and a missing header are not a difference', () => {
  const server = 'Sat, 21 Nov 2026 03:00:00 GMT'
  const now = Date.parse(server)
  expect(aheadOf(server, now - 100, now + 900)).toBe(0)
  expect(aheadOf(null, now, now)).toBe(0)
  expect(aheadOf('besok', now, now)).toBe(0)
  expect(aheadOf(server, now - 3_600_000, now - 3_600_000)).toBe(3_600_500)
  expect(aheadOf(server, now + 3_600_000, now + 3_600_000)).toBe(-3_599_500)
})
