import { expect, test } from 'vitest'
import { cleanCode, cleanEmail, cleanIdentifier } from './identifier.ts'

const unseen = [
  '\u200B',
  '\u200C',
  '\u200D',
  '\u200E',
  '\u200F',
  '\u202A',
  '\u202C',
  '\u202E',
  '\u2060',
  '\u2066',
  '\u2069',
  '\uFEFF',
  '\u00AD',
  '\u061C',
  '\u180E',
  '\u2800',
  '\u3164',
  '\uFE0F',
]
const spaces = [' ', '\u00A0', '\u202F', '\u2007', '\u2009', '\u3000', '\t', '\n']

test.each([...unseen, ...spaces])('%j around an identifier is not part of it', (character) => {
  expect(cleanCode(`${character}hemat10${character}`)).toBe('HEMAT10')
  expect(cleanEmail(`${character}Siti@Contoh.id${character}`)).toBe('siti@contoh.id')
  expect(cleanIdentifier(`${character}0812${character}`)).toBe('0812')
})

test.each(unseen)('%j inside an identifier is not part of it', (character) => {
  expect(cleanCode(`HEM${character}AT10`)).toBe('HEMAT10')
  expect(cleanEmail(`siti@con${character}toh.id`)).toBe('siti@contoh.id')
})

test.each([
  ['０８１２‑３４５６', '0812-3456'],
  ['٠٨١٢ ۳۴۵۶', '0812 3456'],
  ['0812\u00A03456', '0812 3456'],
  ['0812–3456−7', '0812-3456-7'],
])('%j is read as %j', (typed, clean) => expect(cleanIdentifier(typed)).toBe(clean))

test.each([
  'kode promo: hemat10',
  '"HEMAT10"',
  'Hemat 10',
  'hemat10.',
  'KODE:HEMAT10',
  '“Hemat10”!',
  '(HEMAT10)',
  '#HEMAT10',
  '[hemat10].',
  '*HEMAT10*',
  '«Hemat10»',
  '~hemat10~!',
  'Kode kupon: hemat10',
  'promo: HEMAT10',
  'Pakai kode voucher = HEMAT10.',
])('the code in %j is HEMAT10', (typed) => expect(cleanCode(typed)).toBe('HEMAT10'))

test.each([
  'mailto:siti@contoh.id',
  'mailto:siti@contoh.id?subject=Halo',
  'siti@contoh.id.',
  'Siti Aminah <siti@contoh.id>',
  '<siti@contoh.id>,',
  '"siti@contoh.id";',
  'siti @ contoh.id',
  '(siti@contoh.id)',
  '“siti@contoh.id”',
  '‘siti@contoh.id’.',
  '*siti@contoh.id*',
  'siti@contoh.id!',
])('the address in %j is siti@contoh.id', (typed) => expect(cleanEmail(typed)).toBe('siti@contoh.id'))
test.each(["o'brien@contoh.id", 'siti.a+b@contoh.id', 'a@b@contoh.id', 'siti', ''])('%j stays', (typed) =>
  expect(cleanEmail(typed)).toBe(typed),
)

test('letters that look like Latin ones are those', () => {
  expect(cleanCode('НЕМАТ１０')).toBe('HEMAT10')
  expect(cleanEmail('ѕіtі＠contoh。id')).toBe('siti@contoh.id')
})
