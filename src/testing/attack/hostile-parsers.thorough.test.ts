import { describe, expect, test } from 'vitest'
import { isEmptyHtml } from '#contract/catalog/lesson-input.ts'
import { plainText as plainTextOfHtml } from '#contract/kit/text/html-text.ts'
import { readNumber, readPercent, readRupiah } from '#contract/kit/format/numbers.ts'
import { sameText } from '#contract/kit/text/same-text.ts'
import { youtubeIdOf } from '#contract/kit/media/youtube.ts'
import { parseCaptions } from '#server/catalog/captions/parse-captions.ts'
import { excerptOf } from '#server/conversation/post-html.ts'
import { parseCsv } from '#server/platform/csv/read-csv.ts'
import { readText } from '#server/platform/read-text.ts'
import { cleanHtml, markdownToHtml, readingMinutes } from '#server/platform/rich-text/index.ts'
import { cleanText, joinedWords } from '#server/platform/search-text/index.ts'
import { cpuMsOf } from '#testing/measuring/cpu-time.ts'
import { textBlocks } from '#web/kit/ui/text/text-blocks.ts'

// What is read on the event loop, with the longest text that is: longer ones go to a worker process with a deadline.
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
]

// Signs that mean something to one of the parsers, words, and what is between them.
const signs =
  '* _ ** ~~ ` [ ] ]( ![ ( ) < </ > <!-- --> <a <b> <p> <li> & &amp; &# " \' { {\\an8} } # = ~ % - + 1. | : ; , . / @ \\ $ https://a www. -->'.split(
    ' ',
  )
const between = ['', ' ', '\n', '\n\n', '\t', 'a', '0', 'é', '\u200b', '💥']
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
      // The least of some tries: a first one may include compiling the code, any may include collecting garbage.
      const least = (text: string) => Math.min(...[1, 2, 3].map(() => cpuMsOf(() => parse(text))))
      if (cpuMsOf(() => parse(whole)) <= floorMs) continue
      const [halfMs, wholeMs] = [least(half), least(whole)]
      expect(wholeMs, `${what}: ${halfMs} ms for half, ${wholeMs} ms for the whole`).toBeLessThanOrEqual(
        3 * Math.max(halfMs, floorMs),
      )
    }
  })
})
