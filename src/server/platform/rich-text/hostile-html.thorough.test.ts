import { describe, expect, test } from 'vitest'
import { isEmptyHtml } from '#contract/catalog/lesson-input.ts'
import { youtubeIdOf } from '#contract/kit/media/youtube.ts'
import { cpuMsOf, leastMs } from '#testing/scale/cpu-time.ts'
import { colourCode } from '#server/platform/code-colours/highlight-code.ts'
import { codeBlocksOf, paintCode } from '#server/platform/code-colours/paint-code.ts'
import { cleanHtml, readingMinutes } from './index.ts'

const highlightCode = (html: string) => paintCode(html, (block) => colourCode([block])[0] ?? undefined)

const small = 10_000
const factor = 8

// Input that makes a quadratic expression 64 times slower when it is 8 times as long.
const units = [
  '<',
  '<p ',
  '<!--',
  '<p a="',
  '</',
  '<b>',
  '<p><b>',
  '<b></p>',
  '<ul><li>',
  '<table><tr><td>',
  '<a href=x>',
  '<iframe ',
  '&',
  'a<b ',
  '<pre><code class="language-js">',
]

const functions: [name: string, work: (text: string) => unknown][] = [
  ['isEmptyHtml', isEmptyHtml],
  ['cleanHtml', cleanHtml],
  ['readingMinutes', readingMinutes],
  ['paintCode', (text) => paintCode(text, ({ code }) => `${code.length}keyword`)],
  ['youtubeIdOf', youtubeIdOf],
]

describe.each(functions)('%s takes time in proportion to the length of', (_, work) => {
  test.each(units)('%s, repeated', (unit) => {
    const cpuMsFor = (length: number) => cpuMsOf(() => work(unit.repeat(length / unit.length)))
    const boundMs = 3 * factor * Math.max(10, cpuMsFor(small), cpuMsFor(small))
    expect(leastMs(() => cpuMsFor(small * factor), boundMs)).toBeLessThanOrEqual(boundMs)
  })
})

test('deep nesting is cut, and the text stays', () => {
  const cleaned = cleanHtml(`${'<ul><li>'.repeat(1_000)}isi`)
  expect(cleaned).toContain('isi')
  expect(cleaned.match(/<ul>/g)?.length).toBeLessThan(50)
})

test('ends of nothing make room for no deeper nesting', () => {
  const cleaned = cleanHtml(`${'<b></x>'.repeat(3_000)}isi`)
  expect(cleaned).toContain('isi')
  expect(cleaned.match(/<strong>/g)?.length).toBeLessThanOrEqual(500)
})

const article = (code: string, language: string) => `<pre><code class="language-${language}">${code}</code></pre>`
const fill = (unit: string, length: number) => unit.repeat(length / unit.length)

describe('code that is expensive to highlight', () => {
  test.each([
    ['ini', '_', 20_000],
    ['csharp', 'function ', 20_000],
    ['rust', '/*', 20_000],
    ['swift', '/*', 20_000],
    ['ini', '_', 2_000],
    ['json', '{', 1_500],
  ])(
    'is left plain when it is too long or has a very long line: %s, %s repeated to %i characters',
    (language, unit, length) => {
      const html = article(fill(unit, length), language)
      expect(highlightCode(html)).toBe(html)
    },
  )

  test('uses up the time of one call: later blocks wait for the next one', () => {
    const block = (number: number) => article(`${fill(`${'a b '.repeat(40)}\n`, 3_800)}"${number}"`, 'c')
    const blocks = Array.from({ length: 500 }, (_, number) => block(number))
    const all = colourCode(blocks.flatMap(codeBlocksOf))
    expect(all[0]).toContain('string')
    expect(all.at(-1)).toBe(null)
  })

  test.each(['rust', 'swift', 'kotlin', 'dart', 'json', 'xml', 'markdown', 'php', 'ruby', 'bash'])(
    'never throws: %s',
    (language) => {
      for (const unit of ['/*', '{', '[', '(', '&lt;a ', '${', '"', '`', '#{', '\n', '\ud800'])
        for (const length of [1_000, 3_990])
          expect(() => highlightCode(article(fill(`${unit.repeat(50)}\n`, length), language))).not.toThrow()
    },
  )
})
