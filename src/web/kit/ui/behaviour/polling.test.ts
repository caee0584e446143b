import { expect, test } from 'vitest'
import { nextDelayMs } from './polling.ts'

const schedule = { intervalMs: 3_000, maxIntervalMs: 30_000, deadlineMs: 60_000 }
const delays = (failures: readonly number[], elapsedMs = 0) =>
  failures.map((count) => nextDelayMs(schedule, { failures: count, elapsedMs }))

test('repeats at the interval, and doubles it with every failure in a row up to a maximum', () => {
  expect(delays([0, 1, 2, 3, 4, 2_000])).toEqual([3_000, 6_000, 12_000, 24_000, 30_000, 30_000])
})

test('ends at the deadline, with and without failures', () => {
  expect(delays([0, 5], 59_999)).toEqual([3_000, 30_000])
  expect(delays([0, 5], 60_000)).toEqual([null, null])
})
