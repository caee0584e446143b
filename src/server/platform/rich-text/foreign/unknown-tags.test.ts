import { expect, test } from 'vitest'
import { plainText } from '#contract/kit/text/html-text.ts'
import { cleanHtml, withTypedTags } from '#server/platform/rich-text/index.ts'

test.each([
  '#include <stdio.h>',
  'Tulis ke <budi@x.id> atau <budi-s@x.id>',
  '<https://contoh.id> dan <mailto:a@b.id>',
  'List<String> x dan std::vector<std::string>',
  'jika a<b',
  'a<b && c',
  'a<b<c>',
  'x <y dan z>',
  '</foo> dan <',
])('%s is a text among markup', (text) =>
  expect(plainText(cleanHtml(withTypedTags(`<p>${text}</p><p>b</p>`)))).toBe(`${text} b`),
)

test.each([
  '<p>a<br/><IMG src="x" alt="a < b"></p>',
  '<o:p>a</o:p><st1:place w:st="on">b</st1:place>',
  '<d2l-html-block html="x">a</d2l-html-block>',
  '<math><mfrac><mn>1</mn><mn>2</mn></mfrac></math>',
  '<!-- a --><xml></xml>',
])('%s is markup', (html) => expect(withTypedTags(html)).toBe(html))
