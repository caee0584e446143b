import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { quizSettings } from '#contract/assessment/quiz.ts'
import { dripDays } from '#contract/catalog/course-chapters.ts'
import { bundleInput } from '#contract/commerce/bundles.ts'
import { promoCodeInput } from '#contract/commerce/promo-codes.ts'
import { scheduledSaleInput } from '#contract/commerce/scheduled-sales.ts'
import { createEbookInput } from '#contract/library/library-admin.ts'
import { settingsInput } from '#contract/site/settings.ts'
import { groupDigits, pastedDigits, showAmount, typedAmount, typedLimit, typedPercent } from './typed-number.ts'

test.each([
  ['89.000', 89_000],
  ['1.250.000', 1_250_000],
  ['Rp 89.000', 89_000],
  ['rp89000', 89_000],
  [' 0 ', 0],
  ['-5', -5],
  ['249.000,-', 249_000],
  ['1 250 000', 1_250_000],
  [89_000, 89_000],
])('an amount typed as %j is %d', (typed, amount) => expect(typedAmount(typed)).toBe(amount))

test.each(['7.5', '89.00', '8.9000', '1.2.3', '.500', '89,000', '1e3', '', 'banyak'])(
  '%j is not an amount and stays unchanged',
  (typed) => {
    expect(typeof typedAmount(typed)).toBe('string')
  },
)

test('a percent has no thousands separator: 7.5 is rejected instead of read as 75, and 1.000 instead of read as 1000', () => {
  expect([typedPercent('70'), typedPercent(70)]).toEqual([70, 70])
  for (const typed of ['7.5', '7,5', '1.000', '7 5', '']) {
    const { instructorSharePercent } = settingsInput.shape
    expect([typed, instructorSharePercent.safeParse(typedPercent(typed)).error?.issues[0]?.message]).toEqual([
      typed,
      'Bagian instruktur 0–100 persen',
    ])
  }
})

test.each([
  ['25%', 25],
  ['10 persen', 10],
  ['7,5', 7.5],
  ['33.5 %', 33.5],
])('a percent typed as %j is %d', (typed, percent) => expect(typedPercent(typed)).toBe(percent))

const fields: [field: string, parse: (typed: unknown) => unknown, schema: z.core.$ZodType][] = [
  ['the price of an e-book', typedAmount, createEbookInput.shape.price],
  ['the price of a bundle', typedAmount, bundleInput.shape.price],
  ['the value of a promo code', typedPercent, promoCodeInput.shape.value],
  ['a limit of a promo code', typedLimit, promoCodeInput.shape.totalLimit],
  ['the value of a sale', typedPercent, scheduledSaleInput.shape.value],
  ['the percent to pass a quiz', typedPercent, quizSettings.shape.passPercent],
  ['the attempts at a quiz', typedAmount, quizSettings.shape.maximumAttempts],
  ['the minutes of a quiz', typedLimit, quizSettings.shape.timeLimitMinutes],
  ['the days of a chapter', typedAmount, dripDays],
  ['a share', typedPercent, settingsInput.shape.instructorSharePercent],
]
test.each(fields)(
  '%s that cannot be read stays as typed, and the error beside it is Indonesian',
  (_, parse, schema) => {
    for (const typed of ['abc', '4,5:1', '1.2.3', '12 lusin']) {
      expect(parse(typed)).toBe(typed)
      const { error } = z.safeParse(schema, parse(typed))
      expect(error?.issues[0]?.message).toMatch(/^(?!Invalid)\p{Lu}/u)
    }
  },
)

test('an empty limit means no limit', () =>
  expect([typedLimit(''), typedLimit(null), typedLimit('1.000')]).toEqual([null, null, 1000]))

test.each([
  ['Rp 1.250.000,00', '1250000'],
  ['rp89000', '89000'],
  [' 500 ', '500'],
  ['1250000.50', null],
  ['1,250,000', null],
  ['89 ribu', '89000'],
  ['89 lusin', null],
])('of the copied text %j the digits are %j', (text, digits) => expect(pastedDigits(text)).toBe(digits))

test('digits are grouped while typing, and other text stays for the schema to reject', () => {
  expect(['1', '1000', '1.2500', '12.50', 'banyak', '-5', ''].map(groupDigits)).toEqual([
    '1',
    '1.000',
    '12.500',
    '1.250',
    'banyak',
    '-5',
    '',
  ])
  expect([1_250_000, 0, 7.5, 'banyak', null].map(showAmount)).toEqual(['1.250.000', '0', '7.5', 'banyak', ''])
})
