import { expect, test } from 'vitest'
import { oneLanguage } from './multilang.ts'

const version = (language: string, text: string) => `<span lang="${language}" class="multilang">${text}</span>`

test.each<[string, string, string]>([
  ['the Indonesian one', `${version('en', 'Hello')} ${version('id', 'Halo')}!`, 'Halo!'],
  ['the first one', `${version('en', 'Hello')}${version('ms', 'Helo')}`, 'Hello'],
  ['that of all others', '{mlang en}Hello{mlang}{mlang other}Halo{mlang}', 'Halo'],
  ['of old elements', '<lang lang="en">a</lang> <lang lang="id">b</lang>', 'b'],
  ['whatever its quotes are', "<span class='multilang' lang='en'>a</span><span class=multilang lang=id>b</span>", 'b'],
  ['of each place', '{mlang en}A{mlang}{mlang id,ms}B{mlang} dan {mlang id}C{mlang}{mlang en}D{mlang}', 'B dan C'],
  [
    'with the elements in it',
    `${version('en', 'A <span>B</span> C')}${version('id', 'Halo <span style="color: red">dunia</span> semua')}.`,
    'Halo <span style="color: red">dunia</span> semua.',
  ],
])('of several versions %s is shown', (_, text, shown) => expect(oneLanguage(text)).toBe(shown))

test('what stands between versions stays', () => {
  const before = `<p>${version('en', 'Hello')}</p><p>PENTING: baca dulu</p>`
  expect(oneLanguage(`${before}<p>${version('en', 'X')}${version('id', 'Y')}</p>`)).toBe(`${before}<p>Y</p>`)
})

test.each([
  '<span lang="en">a</span><span lang="id">b</span>',
  `${version('en', 'a')} tengah ${version('id', 'b')}`,
  `<span lang="en" class="multilang">tanpa akhir ${version('id', 'b')}`,
  '{mlang en} tanpa akhir',
])('%s is no choice', (text) => expect(oneLanguage(text)).toBe(text))
