import { expect, test } from 'vitest'
import { describeReading, textOf } from './numbers.ts'

test.each([
  ['1.500', 'Dibaca 1.500, yaitu 1,5 ribu'],
  ['17.380', 'Dibaca 17.380, yaitu sekitar 17,4 ribu'],
  ['17.000', 'Dibaca 17.000, yaitu 17 ribu'],
  ['1.250.000', 'Dibaca 1.250.000, yaitu sekitar 1,3 juta'],
  ['3,14', 'Dibaca 3,14'],
  ['3.14', 'Dibaca 3,14'],
  ['1,234.5', 'Dibaca 1.234,5'],
  ['2e3', 'Dibaca 2.000, yaitu 2 ribu'],
  ['42', null],
  ['4,5:1', null],
  ['', null],
])('beside %j stands %j', (typed, hint) => expect(describeReading(typed)).toBe(hint))

test.each([
  // As it was typed.
  [3.5, '3.50', '3.50'],
  [3.5, '3,5', '3,5'],
  // No number yet: a student's counts as no answer, an author's is rejected by the schema.
  [undefined, 'tiga', 'tiga'],
  ['tiga', 'tiga', 'tiga'],
  // From elsewhere.
  [7, '3,5', '7'],
  [0.25, '', '0,25'],
  [undefined, '3,5', ''],
  ['', '3,5', ''],
  ['', 'tiga', ''],
  [0, '', '0'],
])('of %j, after %j was typed, %j is shown', (value, typed, shown) => expect(textOf(value, typed)).toBe(shown))
