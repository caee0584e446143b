import { expect, test } from 'vitest'
import { percentDone } from './percent.ts'

test.each([
  [0, 0, 0],
  [0, 7, 0],
  [1, 3, 33],
  [2, 3, 67],
  [7, 7, 100],
  [1, 201, 1],
  [199, 200, 99],
])('%i of %i are %i percent: what is begun is not 0, and what is open is not 100', (done, total, percent) => {
  expect(percentDone(done, total)).toBe(percent)
})
