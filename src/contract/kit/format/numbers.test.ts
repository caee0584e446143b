import { describe, expect, test } from 'vitest'
import { readNumber, readPercent, readRupiah } from './numbers.ts'

describe('a typed number', () => {
  test.each([
    ['17.380', 17_380],
    ['1.234.567', 1_234_567],
    ['-2.500', -2_500],
    ['1.000,5', 1_000.5],
    ['17.380,25', 17_380.25],
    ['3,14', 3.14],
    ['3.14', 3.14],
    ['0.500', 0.5],
    ['0,500', 0.5],
    ['1,234.5', 1_234.5],
    ['1,234,567', 1_234_567],
    ['1234.567', 1_234.567],
    [' 12 000 ', 12_000],
    ['1\u202f250\u00a0000,5', 1_250_000.5],
    ['- 4', -4],
    ['−4', -4],
    [',5', 0.5],
    ['2e3', 2_000],
  ])('%s is %d', (typed, value) => expect(readNumber(typed)).toBe(value))
  test.each(['', 'abc', '4,5:1', '1.2.3', '17.38.0', '1,2,3', '7 5', '12 00', '1/2', '12%', '3 kg', '1e999'])(
    '%s is none',
    (typed) => expect(readNumber(typed)).toBeNull(),
  )
})

test.each([
  ['25%', 25],
  [' 15 % ', 15],
  ['10 persen', 10],
  ['33,5', 33.5],
  ['abc', 'no-number'],
  ['', 'no-number'],
  ['1/4', null],
  ['20%off', null],
])('the percentage %j is read as %j', (typed, read) => expect(readPercent(typed)).toBe(read))

test.each([
  ['89.000', 89_000],
  ['Rp 1.250.000,00', 1_250_000],
  ['Rp89000', 89_000],
  ['249.000,-', 249_000],
  ['IDR 89.000', 89_000],
  ['-5000', -5_000],
  ['89rb', 89_000],
  ['Rp 1,5 juta', 1_500_000],
  ['2.5jt', 2_500_000],
  ['150 ribu rupiah', 150_000],
  ['IDR 1,250,000.00', 1_250_000],
  ['89.000 IDR', 89_000],
  ['89.000,00.', 89_000],
  ['1,2345rb', null],
  ['2024年', null],
  ['89,500', null],
  ['89.5', null],
  ['gratis', null],
])('the amount %j is read as %j', (typed, read) => expect(readRupiah(typed)).toBe(read))
