import { expect, test } from 'vitest'
import { momentsIn, withoutMoment } from './note-moments.ts'

test.each([
  ['[2:14] variabel', [134]],
  ['[1:02:05]', [3725]],
  ['[0:00] awal [90:00] akhir', [0, 5400]],
  ['2:14, [2:6], [a:10], [2:60], []', []],
  ['', []],
])('the moments of %j are %j', (text, seconds) => {
  expect(momentsIn(text).map((moment) => moment.seconds)).toEqual(seconds)
})

test('a moment is removed with the space after it, and the others stay', () => {
  const text = '[0:05] awal\n[2:14] variabel [2:14]'
  const [, second] = momentsIn(text)
  expect(second && withoutMoment(text, second)).toBe('[0:05] awal\nvariabel [2:14]')
})
