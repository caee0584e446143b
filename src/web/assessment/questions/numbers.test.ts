import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatNumber, parseNumber } from './numbers.ts'

test.each([
  ['3,14', 3.14],
  ['3.14', 3.14],
  [' -1.000,5 ', -1000.5],
  ['−2', -2],
  ['2e3', 2000],
  ['0', 0],
  [',5', 0.5],
])('%s is %d', (typed, value) => expect(parseNumber(typed)).toBe(value))

test.each(['', 'tiga', '1,2,3', '1e999', '9e15', 'NaN', 'Infinity', '--1', '0x10'])('%s is no number', (typed) =>
  expect(parseNumber(typed)).toBeNull(),
)

test('a shown number is read back the same', () => {
  fc.assert(
    fc.property(fc.integer({ min: -1e9, max: 1e9 }), fc.integer({ min: 0, max: 6 }), (units, digits) => {
      const value = Number(`${units}e-${digits}`)
      expect(parseNumber(formatNumber(value))).toBe(value + 0)
    }),
  )
})
