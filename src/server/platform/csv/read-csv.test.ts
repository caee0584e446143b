import { expect, test } from 'vitest'
import { cpuMsUntil, leastMsOf } from '#testing/scale/cpu-time.ts'
import { readCsv } from './index.ts'

const read = (text: string) => readCsv({ userId: 'someone', field: 'file' }, text)
const recordsOf = async (text: string) => {
  const table = await read(text)
  return 'records' in table ? table.records : table.mistake
}

test.each([
  ['commas', 'a,b\n1,"x; y"\n'],
  ['semicolons', 'a;b\r\n1;x; y\r\n'.replace('x; y', '"x; y"')],
  ['tabs', 'a\tb\n1\tx; y\n'],
])('reads cells separated by %s, with the other separators inside them', async (_, text) =>
  expect(await recordsOf(text)).toMatchObject([{ cells: ['a', 'b'] }, { cells: ['1', 'x; y'] }]),
)

test('skips the byte order mark and empty lines, and counts lines as the file does', async () =>
  expect(await recordsOf('\uFEFFa\n\n 1 \n')).toEqual([
    { line: 1, cells: ['a'] },
    { line: 3, cells: ['1'] },
  ]))

test('rows without a value are skipped, and the first line of Excel names the delimiter', async () =>
  expect(await recordsOf('sep=;\nNama;Email\n;;\nSiti, S.Pd.;siti@contoh.id\n;;;\n')).toEqual([
    { line: 2, cells: ['Nama', 'Email'] },
    { line: 4, cells: ['Siti, S.Pd.', 'siti@contoh.id'] },
  ]))

test('a quote within a cell is text', async () =>
  expect(await recordsOf('nama,ukuran\nBudi "Ucok" S,5"\n"Ani ""Nis""",6"\n')).toMatchObject([
    { cells: ['nama', 'ukuran'] },
    { cells: ['Budi "Ucok" S', '5"'] },
    { cells: ['Ani "Nis"', '6"'] },
  ]))

test('a quote that is not closed takes no row into the one before it', async () =>
  expect(
    await recordsOf('tanggal,keterangan,jumlah,arah\n01/06,"TRSF BUDI,150123,CR\n02/06,"TRSF SITI",200000,CR\n'),
  ).toMatch(/^Baris \d: /))

test('a quote at the beginning of a cell that does not end it names its line', async () =>
  expect(await recordsOf('nama,email\nSiti,a@b.id\n"Bu" Ani,c@d.id\n')).toMatch(/^Baris 3: /))

test('a quote that is not closed is a mistake', async () => expect(await recordsOf('"a,b\n1')).toMatch(/^Baris \d: /))

test('a long file is read in a worker process, with the same result', async () => {
  const lines = Array.from({ length: 5_000 }, (_, index) => `Siti ${index};siti${index}@contoh.id`)
  const readLong = async () => {
    const records = await recordsOf(`Nama;Email\n${lines.join('\n')}\n`)
    expect(records.at(-1)).toEqual({ line: 5_001, cells: ['Siti 4999', 'siti4999@contoh.id'] })
  }
  expect(await leastMsOf(() => cpuMsUntil(readLong), 1_000)).toBeLessThan(1_000)
  expect(await recordsOf(`Nama;Email\n${lines.join('\n')}\n"`)).toMatch(/^Baris 500\d: /)
})

test.each([
  ['a cell of more than 1,000 characters', `a,b\n1,2\n1,${'x'.repeat(1_001)}\n`, /^Baris 3: isian terlalu panjang/],
  [
    'a line of more than 20,000 characters',
    `a,b\n${`${'x'.repeat(900)},`.repeat(30)}\n`,
    /^Baris \d: barisnya terlalu panjang/,
  ],
  ['a line of more than 500 cells', `a,b\n${'x,'.repeat(501)}\n`, /^Baris 2: terlalu banyak kolom/],
  ['more than 50,000 lines', `a\n${'1\n'.repeat(50_000)}`, /^Terlalu banyak baris/],
])('%s is a mistake, wherever a CSV is read', async (_, text, mistake) =>
  expect(await recordsOf(text)).toMatch(mistake),
)
