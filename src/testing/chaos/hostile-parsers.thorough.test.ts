import { describe, expect, test } from 'vitest'
import { isEmptyHtml } from '#contract/catalog/lesson-input.ts'
import { plainText as plainTextOfHtml } from '#contract/kit/text/html-text.ts'
import { readNumber, readPercent, readRupiah } from '#contract/kit/format/numbers.ts'
import { readDay, readInstant } from '#contract/kit/format/read-date.ts'
import { sameText } from '#contract/kit/text/same-text.ts'
import { youtubeIdOf } from '#contract/kit/media/youtube.ts'
import { parseCaptions } from '#server/catalog/parse-captions.ts'
import { orderIdsIn } from '#server/commerce/orders/order-id.ts'
import { readSigned } from '#server/commerce/transfers/read-amount.ts'
import { findBankStatementColumns, markIn } from '#server/commerce/transfers/statement-columns.ts'
import { excerptOf } from '#server/conversation/post-html.ts'
import { maximumCell, parseCsv } from '#server/platform/csv/read-csv.ts'
import { findPeopleColumns } from '#server/platform/csv/people-columns.ts'
import { findPeopleTable, withoutGuard, type CsvRecord } from '#server/platform/csv/index.ts'
import { readPeople } from '#server/moving/read-people.ts'
import { readBankStatement, bankStatementReader } from '#server/commerce/transfers/read-bank-statement.ts'
import { readText } from '#server/platform/read-text.ts'
import { cleanHtml, markdownToHtml, readingMinutes } from '#server/platform/rich-text/index.ts'
import { cleanText, joinedWords } from '#server/platform/search-text.ts'
import { cpuMsOf, leastMs } from '#testing/scale/cpu-time.ts'
import { textBlocks } from '#web/kit/ui/text-blocks.ts'

// Parsers on the event loop, with the longest text that they get there: longer ones go to a worker process with a deadline.
const parsers: [name: string, longest: number, parse: (text: string) => unknown][] = [
  ['HTML to clean', 40_000, cleanHtml],
  ['HTML to find out whether it is empty', 40_000, isEmptyHtml],
  ['HTML to show as text', 40_000, plainTextOfHtml],
  ['HTML to take an excerpt of', 40_000, excerptOf],
  ['an article to estimate its reading time', 40_000, readingMinutes],
  ['short Markdown', 500, (text) => markdownToHtml(text)],
  ['a short CSV', 20_000, parseCsv],
  ['short captions of SRT', 20_000, (text) => parseCaptions({ bytes: Buffer.from(text), fileName: 'a.srt' })],
  [
    'short captions of WebVTT',
    20_000,
    (text) => parseCaptions({ bytes: Buffer.from(`WEBVTT\n\n00:01.000 --> 00:02.000\n${text}`), fileName: 'a.vtt' }),
  ],
  ['a file in an unknown encoding', 40_000, (text) => readText(Buffer.from(text, 'latin1'))],
  ['a description with lists', 20_000, textBlocks],
  ['a search', 20_000, (text) => joinedWords(cleanText(text))],
  ['a short answer', 20_000, sameText],
  ['a number', 20_000, readNumber],
  ['a price', 20_000, readRupiah],
  ['a discount', 20_000, readPercent],
  ['the address of a video', 20_000, youtubeIdOf],
  ['an amount of money', 20_000, readSigned],
  ['a cell that is a date', maximumCell, (text) => readDay(text, today)],
  ['a cell that is a date with time', maximumCell, (text) => readInstant(text, today)],
  ['a cell that names an order', maximumCell, (text) => orderIdsIn([text])],
  ['a cell that marks a payment', maximumCell, markIn],
  ['a cell that heads a column of a statement', maximumCell, (text) => findBankStatementColumns([text])],
  ['a cell that heads a column of people', maximumCell, (text) => findPeopleColumns([text])],
  ['a cell of an export of ours', maximumCell, withoutGuard],
]

const today = new Date('2026-11-21T03:00:00.000Z')

// Signs that mean something to one of the parsers, words, and what is between them.
const signs =
  '* _ ** ~~ ` [ ] ]( ![ ( ) < </ > <!-- --> <a <b> <p> <li> & &amp; &# " \' { {\\an8} } # = ~ % - + 1. | : ; , . / @ \\ $ https://a www. -->'.split(
    ' ',
  )
const between = ['', ' ', '\n', '\n\n', 'a', '💥']
/** Each sign repeated with everything between, and each sign inside the one before it. */
const units = [...between.slice(1), ...signs.flatMap((sign) => between.map((gap) => sign + gap))]
const nested = signs.map((sign, index) => [sign, signs[(index + 1) % signs.length] ?? ''] as const)

const repeated = (unit: string, length: number): string => unit.repeat(Math.max(1, Math.floor(length / unit.length)))
const texts: [what: string, make: (length: number) => string][] = [
  ...units.map((unit): [string, (length: number) => string] => [
    JSON.stringify(unit),
    (length) => `${repeated(unit, length)}!`,
  ]),
  ...nested.map(([open, close]): [string, (length: number) => string] => [
    `${open} … ${close}`,
    (length) => repeated(open, length / 2) + repeated(close, length / 2),
  ]),
]

/** Less is noise, and nobody notices it. */
const floorMs = 15

describe.each(parsers)('%s', (_, longest, parse) => {
  test('takes no more than three times as long for twice the text, whatever the text is', () => {
    for (const [what, make] of texts) {
      const [half, whole] = [make(longest / 2), make(longest)]
      if (cpuMsOf(() => parse(whole)) <= floorMs) continue
      const halfMs = leastMs(() => cpuMsOf(() => parse(half)), floorMs)
      const boundMs = 3 * Math.max(halfMs, floorMs)
      const wholeMs = leastMs(() => cpuMsOf(() => parse(whole)), boundMs)
      expect(wholeMs, `${what}: ${halfMs} ms for half, ${wholeMs} ms for the whole`).toBeLessThanOrEqual(boundMs)
    }
  })
})

/** Reads the cells of a whole file on the event loop, and how large that file may be. */
const files: [name: string, bytes: number, header: string, read: (records: readonly CsvRecord[]) => unknown][] = [
  [
    'a bank statement',
    1024 * 1024,
    'tanggal,keterangan,jumlah',
    (records) => {
      const table = bankStatementReader(today).find(records)
      return table && readBankStatement(table, today)
    },
  ],
  [
    'people of another platform',
    2 * 1024 * 1024,
    'nama,email,persen',
    (records) => {
      const table = findPeopleTable(records, { needsName: false })
      return table && readPeople(table)
    },
  ],
]

const maximumFileMs = 500

describe.each(files)('%s', (_, bytes, header, read) => {
  test('takes less than half a second for the largest file of hostile cells', () => {
    // Where no row names the columns, each may be the one that does.
    const headers = [header, 'tanpa,nama,kolom']
    const units = [' ', '1', 'a', '.', ',', '+ ', 'KLS-', '1 CR', '%', '(', '[', '\ufdfa', 'keterangan ', '\n']
    for (const [unit, first] of units.flatMap((each) => headers.map((name) => [each, name] as const))) {
      const cell = `"${repeated(unit, maximumCell - 2)}x"`
      const row = `2026-11-01,${cell},1${' '.repeat(900)}CR x\n`
      const table = parseCsv(`${first}\n${row.repeat(Math.floor(bytes / row.length))}`)
      if (!('records' in table)) throw new Error(table.mistake)
      const tookMs = leastMs(() => cpuMsOf(() => read(table.records)), maximumFileMs)
      expect(tookMs, `${first}: ${unit}`).toBeLessThanOrEqual(maximumFileMs)
    }
  })
})
