import { expect, test } from 'vitest'
import { settingsInput } from '#contract/settings.ts'
import { typedAmount, typedLimit, typedPercent } from './typed-number.ts'

test.each([
  ['89.000', 89_000],
  ['1.250.000', 1_250_000],
  ['Rp 89.000', 89_000],
  ['rp89000', 89_000],
  [' 0 ', 0],
  ['-5', -5],
  [89_000, 89_000],
])('an amount typed as %j is %d', (typed, amount) => expect(typedAmount(typed)).toBe(amount))

test.each(['7.5', '89.00', '8.9000', '1.2.3', '.500', '89,000', '1e3', '', 'banyak'])('%j is not an amount and stays unchanged', (typed) => {
  expect(typeof typedAmount(typed)).toBe('string')
})

test('a percent has no thousands separator: 7.5 is rejected instead of read as 75, and 1.000 instead of read as 1000', () => {
  expect([typedPercent('70'), typedPercent(70)]).toEqual([70, 70])
  for (const typed of ['7.5', '7,5', '1.000', '7 5', '']) {
    const { instructorSharePercent } = settingsInput.shape
    expect([typed, instructorSharePercent.safeParse(typedPercent(typed)).error?.issues[0]?.message]).toEqual([typed, 'Bagian instruktur 0–100 persen'])
  }
})

test('an empty limit means no limit', () => expect([typedLimit(''), typedLimit(null), typedLimit('1.000')]).toEqual([null, null, 1000]))
