import { expect, test } from 'vitest'
import { csvFile, streamCsv, writeCsv } from './write-csv.ts'

const cell = (text: string) => writeCsv(['kolom'], [[text]]).split('\r\n')[1]

test.each(['=HYPERLINK("http://x")', '+62 812', '-1+2', '@sum(a1)', '\t=1', '＝1', '－1'])(
  '%s opens as text, not as a formula',
  (text) => expect(cell(text)?.replace(/^"/, '')).toMatch(/^'/),
)

test('commas, quotes and line breaks stay inside their cell', () => {
  expect(writeCsv(['a', 'b'], [['satu, "dua"', 'baris\nbaru']])).toBe('\uFEFFa,b\r\n"satu, ""dua""","baris\nbaru"\r\n')
})

test('numbers stay numbers, and null is an empty cell', () =>
  expect(writeCsv(['a', 'b'], [[-5, null]])).toContain('\r\n-5,\r\n'))

test('a file name cannot contain path separators or line breaks', () =>
  expect(csvFile('../"Siswa"\r\nRésumé é', '').name).toBe('..-Siswa-Resume-e.csv'))

test('streamed pages give the same text as all rows at once', async () => {
  async function* pages(): AsyncGenerator<[string, number | null][]> {
    yield [['=1', 1]]
    yield [
      ['b', null],
      ['c', -3],
    ]
    yield []
  }
  let text = ''
  for await (const chunk of streamCsv(['x', 'y'], pages(), (row) => row)) text += chunk
  expect(text).toBe(
    writeCsv(
      ['x', 'y'],
      [
        ['=1', 1],
        ['b', null],
        ['c', -3],
      ],
    ),
  )
})
