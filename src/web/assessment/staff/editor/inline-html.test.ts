import fc from 'fast-check'
import { expect, test } from 'vitest'
import { htmlOfText, textOfHtml } from './inline-html.ts'

test.each([
  ['Bandung', 'Bandung'],
  ['<div> & <p>', '&lt;div&gt; &amp; &lt;p&gt;'],
  ['Pakai `<b>` saja', 'Pakai <code>&lt;b&gt;</code> saja'],
  ['satu ` saja', 'satu ` saja'],
  ['dua\nbaris', 'dua<br>baris'],
])('%j is stored as %s', (text, html) => {
  expect(htmlOfText(text)).toBe(html)
  expect(textOfHtml(html)).toBe(text)
})

test('any text is read back the same', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('a', '`', '<', '>', '&', 'amp;', '\n', ' ', 'é') }), (text) => {
      expect(textOfHtml(htmlOfText(text))).toBe(text)
    }),
  )
})

test.each(['<p>satu</p><p>dua</p>', '<img src="/uploads/x.webp" alt="">', '<strong>tebal</strong>'])(
  '%s is more than text',
  (html) => expect(textOfHtml(html)).toBeNull(),
)

test('a paragraph is edited as its text', () => expect(textOfHtml('<p>Satu <code>x</code></p>')).toBe('Satu `x`'))
