import { expect, test } from 'vitest'
import { nextRetryMinutes, retriesAllowed } from './retry-table.ts'

test.each([
  [200, 0],
  [201, 0],
  [500, 1],
  [400, 2],
  [404, 2],
  [503, 4],
  [302, 5],
  [403, 5],
  [502, 5],
  [null, 5],
])('a response of %s allows %i retries', (code, retries) => {
  expect(retriesAllowed(code)).toBe(retries)
  let made = 0
  while (nextRetryMinutes(made, code, 0.5) !== null) made++
  expect(made).toBe(retries)
})

test('retries run after about 2, 10, 30, 90 and 210 minutes, the first not before 33 seconds', () => {
  const range = (retry: number) =>
    [nextRetryMinutes(retry, null, 0), nextRetryMinutes(retry, null, 0.999999)].map((minutes) =>
      Number(minutes?.toFixed(2)),
    )
  expect([0, 1, 2, 3, 4].map(range)).toEqual([
    [0.55, 2.5],
    [7.5, 12.5],
    [22.5, 37.5],
    [67.5, 112.5],
    [157.5, 262.5],
  ])
})
