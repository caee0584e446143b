import { expect, test } from 'vitest'
import { countLines, fitHeight } from './fit-page.ts'

const measure = (text: string) => text.length

test('lines are counted as words are broken, and line breaks as lines', () => {
  expect(countLines('satu dua tiga', 8, measure)).toBe(2)
  expect(countLines('satu dua tiga', 13, measure)).toBe(1)
  expect(countLines('satu\ndua', 13, measure)).toBe(2)
  expect(countLines('', 13, measure)).toBe(1)
})

test('what fits is not made smaller, and what does not fit as little as possible', () => {
  expect(fitHeight(100, (scale) => 80 * scale)).toBe(1)
  expect(fitHeight(100, (scale) => 110 * scale)).toBeCloseTo(0.88)
  expect(fitHeight(1, () => 500)).toBe(0.3)
})
