import { expect, test } from 'vitest'
import { percentDone } from './percent.ts'

test.each([
  [0, 0, 0],
  [0, 7, 0],
  [1, 3, 33],
  [2, 3, 67],
  [7, 7, 100],
  [199, 200, 100],
])('%i of %i are %i percent', (done, total, percent) => {
  expect(percentDone(done, total)).toBe(percent)
})
