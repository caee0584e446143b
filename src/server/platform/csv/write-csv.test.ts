import { expect, test } from 'vitest'
import { csvFormats, type CsvFormat } from '#contract/kit/csv-format.ts'
import { parseCsv } from './read-csv.ts'
import { csvFile, streamCsv, writeCsv } from './write-csv.ts'

const cell = (text: string) => writeCsv('semicolon', ['kolom'], [[text]]).split('\r\n')[1]

test.each(['=HYPERLINK("http://x")', '+62 812', '-1+2', '@sum(a1)', '\t=1', '＝1', '－1'])(
  '%s opens as text, not as a formula',
  (text) => expect(cell(text)?.replace(/^"/, '')).toMatch(/^'/),
)

test('separators, quotes and line breaks stay inside their cell', () => {
  const rows = [['satu, "dua"', 'baris\nbaru; lagi']]
  expect(writeCsv('comma', ['a', 'b'], rows)).toBe('\uFEFFa,b\r\n"satu, ""dua""","baris\nbaru; lagi"\r\n')
  expect(writeCsv('semicolon', ['a', 'b'], rows)).toBe('\uFEFFa;b\r\n"satu, ""dua""";"baris\nbaru; lagi"\r\n')
})

test('numbers stay numbers of the country, and null is an empty cell', () => {
  expect(writeCsv('comma', ['a', 'b', 'c'], [[-5, null, 12.5]])).toContain('\r\n-5,,12.5\r\n')
  expect(writeCsv('semicolon', ['a', 'b', 'c'], [[-5, null, 12.5]])).toContain('\r\n-5;;12,5\r\n')
})

test.each(['0009876543', '081234567890', '1234567890123456'])('Excel keeps %s as it is written', (number) => {
  expect(cell(number)).toBe(`"=""${number}"""`)
  expect(writeCsv('comma', ['a'], [[number]])).toContain(`\r\n${number}\r\n`)
})

test.each(['9876543210', '0', 'INV-0001'])('%s needs no help of that kind', (text) => expect(cell(text)).toBe(text))

test.each(csvFormats)('what is written with a %s is read back as it was', (format: CsvFormat) => {
  const rows = [
    ['Siti; S.Pd., M.Si', '0009876543', '"kutip"'],
    ['a', '1234567890123456', 'baris\nbaru'],
  ]
  const table = parseCsv(writeCsv(format, ['Nama', 'Rekening', 'Catatan'], rows))
  expect('records' in table && table.records.slice(1).map(({ cells }) => cells)).toEqual(rows)
})

test('a file name cannot contain path separators or line breaks', () =>
  expect(csvFile('../"Siswa"\r\nRésumé é', '').name).toBe('..-Siswa-Resume-e.csv'))

test('streamed pages give the same text as all rows at once', async () => {
  const rows = [
    ['=1', 1],
    ['b', null],
    ['c', -3],
  ]
  async function* pages() {
    yield rows.slice(0, 1)
    yield rows.slice(1)
    yield []
  }
  let text = ''
  for await (const chunk of streamCsv('semicolon', { header: ['x', 'y'], pages: pages(), toCells: (row) => row }))
    text += chunk
  expect(text).toBe(writeCsv('semicolon', ['x', 'y'], rows))
})
