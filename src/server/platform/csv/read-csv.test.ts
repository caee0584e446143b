import { expect, test } from 'vitest'
import { findCsvMistake, readCsv } from './index.ts'

const cells = (text: string) => readCsv(text)?.map((record) => record.cells)

test.each([
  ['commas', 'a,b\n1,"x; y"\n'],
  ['semicolons', 'a;b\r\n1;x; y\r\n'.replace('x; y', '"x; y"')],
  ['tabs', 'a\tb\n1\tx; y\n'],
])('reads cells separated by %s, with the other separators inside them', (_, text) =>
  expect(cells(text)).toEqual([
    ['a', 'b'],
    ['1', 'x; y'],
  ]),
)

test('skips the byte order mark and empty lines, and counts lines as the file does', () =>
  expect(readCsv('\uFEFFa\n\n 1 \n')).toEqual([
    { line: 1, cells: ['a'] },
    { line: 3, cells: ['1'] },
  ]))

test('rows without a value are skipped, and the first line of Excel names the delimiter', () =>
  expect(readCsv('sep=;\nNama;Email\n;;\nSiti, S.Pd.;siti@contoh.id\n;;;\n')).toEqual([
    { line: 2, cells: ['Nama', 'Email'] },
    { line: 4, cells: ['Siti, S.Pd.', 'siti@contoh.id'] },
  ]))

test('a stray quote names its line', () => expect(findCsvMistake('nama,email\nSiti,a@b.id\nBu "di" Ani,c@d.id\n')).toBe(3))

test('returns null for a file that is no CSV', () => expect(readCsv('"a,b\n1')).toBeNull())
