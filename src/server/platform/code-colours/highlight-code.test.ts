import { expect, test } from 'vitest'
import { cleanHtml } from '#server/platform/rich-text/index.ts'
import { colourCode } from './highlight-code.ts'
import { paintCode } from './paint-code.ts'

const highlightCode = (html: string) => paintCode(html, (block) => colourCode([block])[0] ?? undefined)

const article = (code: string, language = 'js') =>
  cleanHtml(`<p>Coba:</p><pre><code class="language-${language}">${code}</code></pre>`)
const plain = (html: string) => html.replaceAll(/<\/?span[^>]*>/g, '')

test('code of a known language gets classes, and its text stays the same', () => {
  const before = article('const harga = "10" // a &lt; b &amp;&amp; c &gt; "d"\nif (harga) tampil(`${harga}`)')
  const after = highlightCode(before)
  expect(after).toContain('<span class="hljs-keyword">const</span>')
  expect(after).toContain('<span class="hljs-string">"10"</span>')
  expect(plain(after)).toBe(before)
})

test.each(['php', 'bash', 'jsx', 'tsx', 'css', 'html', 'dart', 'json', 'sql'])(
  '%s is a supported language',
  (language) => {
    expect(highlightCode(article('&lt;b class="teks"&gt; "teks" { a: 12px } "teks"', language))).toContain(
      '<span class="hljs-',
    )
  },
)

test('escaped code never becomes markup', () => {
  const after = highlightCode(
    article(
      '&lt;img src=x onerror=alert(1)&gt;&lt;/code&gt;&lt;script&gt;alert(1)&lt;/script&gt;&amp;lt;b&amp;gt;',
      'html',
    ),
  )
  expect(after.match(/<(?!\/?(span|p|pre|code)[ >])/g)).toBeNull()
  expect(cleanHtml(plain(after))).toBe(plain(after))
})

test.each([
  ['an unknown language', article('abc', 'klingon')],
  ['no language', '<pre><code>const a = 1</code></pre>'],
  ['no code', '<p>const a = 1</p>'],
  ['code as long as a book', article('const a = 1\n'.repeat(3000))],
])('%s is left unchanged', (_, html) => {
  expect(highlightCode(html)).toBe(html)
})

test('colours that are not of this code leave it plain', () => {
  const html = article('const a = 1')
  for (const runs of ['5keyword', '5keyword 600', '', 'x']) expect(paintCode(html, () => runs)).toBe(html)
})
