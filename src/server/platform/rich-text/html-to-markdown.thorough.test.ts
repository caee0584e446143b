import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cpuMsOf, leastMs } from '#testing/scale/cpu-time.ts'
import { readDemoContent } from '#server/process/demo/content.ts'
import { cleanHtml, mapPictures } from './clean-html.ts'
import { htmlToMarkdown } from './html-to-markdown.ts'
import { canonicalBlocks, serialize } from './html-tree.ts'
import { markdownToHtml } from './markdown.ts'

const keep = (attributes: Readonly<Record<string, string>>) => attributes
const shown = (html: string) => serialize(canonicalBlocks(mapPictures(html, keep)))
const rendered = (markdown: string) => markdownToHtml(markdown, keep)
const picture = '/uploads/01a2b3c4-0000-7000-8000-000000000000.webp'

test.each<[string, string, string]>([
  [
    'headings and inline marks',
    '<h2>A</h2><p>B <strong>c</strong> <em>d</em> <s>e</s> <code>f</code></p>',
    '## A\n\nB **c** *d* ~~e~~ `f`\n',
  ],
  ['nested lists', '<ul><li><p>a</p><ul><li><p>b</p></li></ul></li><li><p>c</p></li></ul>', '- a\n  - b\n- c\n'],
  ['a list numbered from 9', '<ol start="9"><li><p>a</p></li><li><p>b</p></li></ol>', '9. a\n10. b\n'],
  ['items with several paragraphs', '<ul><li><p>a</p><p>b</p></li><li><p>c</p></li></ul>', '- a\n\n  b\n\n- c\n'],
  [
    'code with its language',
    '<pre><code class="language-js">if (a &lt; b) {\n\n}\n</code></pre>',
    '```js\nif (a < b) {\n\n}\n```\n',
  ],
  ['code with a fence', '<pre><code>```\na\n```</code></pre>', '````\n```\na\n```\n````\n'],
  [
    'a table of the editor',
    '<table><tbody><tr><th colspan="1"><p>A</p></th></tr><tr><td><p>b|c</p></td></tr></tbody></table>',
    '| A   |\n| --- |\n| b\\|c |\n',
  ],
  ['a quote', '<blockquote><p>a</p><p>b</p></blockquote>', '> a\n>\n> b\n'],
  [
    'links',
    '<p><a href="https://x.id/">a</a> <a href="https://x.id">https://x.id</a></p>',
    '[a](https://x.id/) <https://x.id>\n',
  ],
  ['a picture', `<p><img src="${picture}" alt="a [b]"></p>`, `![a \\[b\\]](${picture})\n`],
  [
    'text that looks like Markdown',
    '<p># a *b* _c_ ~d~ [e](f) &amp;lt; https://x.id</p>',
    '\\# a \\*b\\* \\_c\\_ \\~d\\~ \\[e\\](f) &amp;lt; https:\\//x.id\n',
  ],
  [
    'marks without a form in Markdown',
    '<p><kbd>Ctrl</kbd> H<sub>2</sub>O <u>a</u></p>',
    '<kbd>Ctrl</kbd> H<sub>2</sub>O <u>a</u>\n',
  ],
])('%s become Markdown that renders to the same', (_, html, markdown) => {
  expect(htmlToMarkdown(html)).toBe(markdown)
  expect(shown(rendered(markdown))).toBe(shown(html))
})

test.each<[string, string]>([
  ['a table without a head', '<table><tbody><tr><td>a</td></tr></tbody></table>'],
  ['a figure', `<figure><img src="${picture}"><figcaption>a</figcaption></figure>`],
  ['an empty paragraph', '<p></p>'],
  ['bold text that ends within a word', '<p>a<strong> b</strong>c</p>'],
  ['two lists in a row', '<ul><li>a</li></ul><ul><li>b</li></ul>'],
  [
    'an empty line in the code of a cell',
    '<table><tbody><tr><td><pre><code>a\n\nb</code></pre></td></tr></tbody></table>',
  ],
])('%s stays HTML', (_, html) => {
  expect(htmlToMarkdown(html)).toMatch(/^<[a-z]+>/)
  expect(shown(rendered(htmlToMarkdown(html)))).toBe(shown(html))
})

// HTML that the editor can write, with text of every character that Markdown or HTML reads.
const word = fc.string({
  unit: fc.constantFrom(...'ab1 .*_`~#+-=>|[]()!&;:/\\"\'@<é💡', 'www.', 'https://x.id', '&lt;', '\n'),
  minLength: 1,
  maxLength: 8,
})
const escapeHtml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const text = word.map(escapeHtml)
const marked = fc
  .tuple(fc.constantFrom('strong', 'em', 's', 'u', 'code', 'kbd', 'mark', 'sub', 'sup'), text)
  .map(([tag, inner]) => `<${tag}>${inner}</${tag}>`)
const link = text.map((inner) => `<a href="https://contoh.id/a(b)?c=d&amp;e=*f*_">${inner}</a>`)
const image = fc
  .tuple(text, fc.boolean())
  .map(
    ([alt, sized]) =>
      `<img src="${picture}" alt="${alt.replaceAll('"', '&quot;')}"${sized ? ' width="640" height="360"' : ''}>`,
  )
const inline = fc
  .array(fc.oneof({ weight: 3, arbitrary: text }, marked, link, image, fc.constant('<br>')), { maxLength: 5 })
  .map((parts) => parts.join(''))
const paragraph = inline.map((inner) => `<p>${inner}</p>`)
const heading = fc
  .tuple(fc.integer({ min: 2, max: 4 }), inline)
  .map(([level, inner]) => `<h${level}>${inner}</h${level}>`)
const code = fc
  .tuple(fc.constantFrom('', ' class="language-js"', ' class="language-c++"'), fc.array(word, { maxLength: 4 }))
  .map(([language, lines]) => `<pre><code${language}>${escapeHtml(lines.join('\n'))}</code></pre>`)
const cell = (tag: string) => paragraph.map((inner) => `<${tag} colspan="1" rowspan="1">${inner}</${tag}>`)
const table = fc
  .tuple(
    fc.array(cell('th'), { minLength: 1, maxLength: 3 }),
    fc.array(fc.array(cell('td'), { minLength: 1, maxLength: 3 }), { maxLength: 2 }),
  )
  .map(
    ([head, rows]) =>
      `<table><tbody>${[head, ...rows].map((row) => `<tr>${row.join('')}</tr>`).join('')}</tbody></table>`,
  )
const { block } = fc.letrec<{ block: string; list: string }>((tie) => ({
  block: fc.oneof(
    { maxDepth: 3 },
    paragraph,
    heading,
    code,
    table,
    fc.constant('<hr>'),
    tie('list'),
    fc.array(tie('block'), { maxLength: 2 }).map((all) => `<blockquote>${all.join('')}</blockquote>`),
  ),
  list: fc
    .tuple(
      fc.constantFrom(['<ul>', '</ul>'], ['<ol>', '</ol>'], ['<ol start="7">', '</ol>']),
      fc.array(fc.tuple(paragraph, fc.array(tie('block'), { maxLength: 1 })), { minLength: 1, maxLength: 3 }),
    )
    .map(
      ([[start, end], items]) =>
        `${start}${items.map(([first, rest]) => `<li>${first}${rest.join('')}</li>`).join('')}${end}`,
    ),
}))

test('whatever the editor can write looks the same after Markdown, and becomes the same Markdown again', () => {
  fc.assert(
    fc.property(fc.array(block, { maxLength: 4 }), (blocks) => {
      const html = cleanHtml(blocks.join(''))
      const markdown = htmlToMarkdown(html)
      const back = rendered(markdown)
      expect(shown(back)).toBe(shown(html))
      expect(htmlToMarkdown(back)).toBe(markdown)
    }),
    { numRuns: 150 },
  )
})

test('the articles of the demo become Markdown, and the same again', async () => {
  const { courses } = await readDemoContent()
  const articles = courses.flatMap(({ lessons }) =>
    lessons.flatMap((lesson) => (lesson.type === 'text' ? [lesson.markdown] : [])),
  )
  for (const article of articles) {
    const html = markdownToHtml(article)
    const markdown = htmlToMarkdown(html)
    expect([...markdown.matchAll(/^<(?:p|ul|ol|table|blockquote|h2)>/gm)].length, markdown).toBeLessThanOrEqual(1)
    expect(shown(rendered(markdown))).toBe(shown(html))
    expect(htmlToMarkdown(rendered(markdown))).toBe(markdown)
  }
})

test('100,000 characters of hostile text take at most twelve times as long as as many of short paragraphs', () => {
  const htmlOf = (unit: string) => cleanHtml(`<p>${unit.repeat(100_000 / unit.length)}</p>`)
  const paragraphs = htmlOf('<p>a</p>')
  htmlToMarkdown(paragraphs)
  const boundMs = 12 * cpuMsOf(() => htmlToMarkdown(paragraphs))
  for (const unit of ['*a ', '[', '![', '<b>', '&', '> ', '- ', '`', '|a', '<li>a</li>', '<td>', '_a_ ', '<br>']) {
    const html = htmlOf(unit)
    const tookMs = leastMs(() => cpuMsOf(() => htmlToMarkdown(html)), boundMs)
    expect(tookMs, unit).toBeLessThanOrEqual(boundMs)
  }
})
