import { expect, test } from 'vitest'
import { escapeXml } from '#testing/materials/foreign-courses.ts'
import { at, parseXml } from '#server/platform/xml.ts'
import { ofLanguage, pageTitle } from './cartridge-files.ts'
import { fitDescription } from './fit.ts'

test.each([
  ['<title>Tanya &amp; Jawab</title>', 'Tanya & Jawab'],
  ['<TITLE lang="id">\n Bab 1 &ndash; it&#8217;s </TITLE>', 'Bab 1 – it’s'],
  ['<title>Tag &lt;b&gt; di HTML</title>', 'Tag <b> di HTML'],
  ['<title></title>', 'a.html'],
  ['', 'a.html'],
])('the title of a page is read as browsers show it: %s', (head, title) => {
  const page = `<html><head>${head}</head><body><p>Isi</p></body></html>`
  expect(pageTitle(new Map([['wiki_content/a.html', Buffer.from(page)]]), 'wiki_content/a.html')).toBe(title)
})

const described = (text: string) => {
  const xml = `<general><title><string>${escapeXml(text)}</string></title><description><string>${escapeXml(text)}</string></description></general>`
  const general = at(parseXml(Buffer.from(xml), 'a.xml'), 'general')
  expect(ofLanguage(at(general, 'title'))).toBe(text)
  return fitDescription(ofLanguage(at(general, 'description'))).value
}

test.each([
  'Belajar tag <div> dan <span> di HTML',
  'Menebalkan teks: <b>tebal</b>',
  'Baris satu\nBaris &amp; dua &ndash;',
])('a description of a manifest is taken as typed: %s', (text) => expect(described(text)).toBe(text))

test('a description of a manifest that is a whole page of HTML is read as such', () =>
  expect(described('<p>Satu &amp; dua</p>\n<ul><li>Tiga</li></ul>')).toBe('Satu & dua\n\n- Tiga'))
