import fc from 'fast-check'
import { expect, test } from 'vitest'
import { amountInWords } from './amount-in-words.ts'

test.each([
  [0, 'nol'],
  [1, 'satu'],
  [10, 'sepuluh'],
  [11, 'sebelas'],
  [12, 'dua belas'],
  [20, 'dua puluh'],
  [21, 'dua puluh satu'],
  [100, 'seratus'],
  [115, 'seratus lima belas'],
  [1_000, 'seribu'],
  [1_001, 'seribu satu'],
  [2_000, 'dua ribu'],
  [11_000, 'sebelas ribu'],
  [89_000, 'delapan puluh sembilan ribu'],
  [100_000, 'seratus ribu'],
  [101_000, 'seratus satu ribu'],
  [1_000_000, 'satu juta'],
  [2_500_000, 'dua juta lima ratus ribu'],
  [1_001_000, 'satu juta seribu'],
  [1_000_000_000_000, 'satu triliun'],
])('%i is written %s', (value, words) => expect(amountInWords(value)).toBe(words))

test('parsing the words gives the number, for every amount', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1_000_000_000_000 }), (value) => {
      expect(readWords(amountInWords(value))).toBe(value)
    }),
    { numRuns: 5_000 },
  )
})

test.each([-1, 1.5, Number.NaN, 1e15])('%d is rejected', (value) =>
  expect(() => amountInWords(value)).toThrow(RangeError),
)

const digits = [
  'nol',
  'satu',
  'dua',
  'tiga',
  'empat',
  'lima',
  'enam',
  'tujuh',
  'delapan',
  'sembilan',
  'sepuluh',
  'sebelas',
]
const scales: Record<string, number> = { ribu: 1e3, juta: 1e6, miliar: 1e9, triliun: 1e12 }

/** Parses Indonesian number words, independently of the implementation under test. */
function readWords(words: string): number {
  let total = 0
  let group = 0
  let last = 0
  for (const word of words.split(' ')) {
    const scale = scales[word]
    if (scale !== undefined) {
      total += group * scale
      group = 0
    } else if (word === 'seribu') total += 1000
    else if (word === 'seratus') group += 100
    else if (word === 'belas') group += 10
    else if (word === 'puluh') group += last * 9
    else if (word === 'ratus') group += last * 99
    else {
      last = digits.indexOf(word)
      group += last
    }
  }
  return total + group
}
