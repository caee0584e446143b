import { expect, test } from 'vitest'
import { describeReading } from './numbers.ts'

test.each([
  ['17.380', 'Dibaca 17.380, yaitu sekitar 17 ribu'],
  ['17.000', 'Dibaca 17.000, yaitu 17 ribu'],
  ['1.250.000', 'Dibaca 1.250.000, yaitu sekitar 1 juta'],
  ['3,14', 'Dibaca 3,14'],
  ['3.14', 'Dibaca 3,14'],
  ['1,234.5', 'Dibaca 1.234,5'],
  ['2e3', 'Dibaca 2.000, yaitu 2 ribu'],
  ['42', null],
  ['4,5:1', null],
  ['', null],
])('beside %j stands %j', (typed, hint) => expect(describeReading(typed)).toBe(hint))
