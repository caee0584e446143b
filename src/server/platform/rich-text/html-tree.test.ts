import { expect, test } from 'vitest'
import { cleanHtml } from './clean-html.ts'
import { htmlToMarkdown } from './html-to-markdown.ts'

// Browsers show a text that stands between the parts of a table before it, and one between the items of a list in its place.
test.each([
  ['<table><caption>kata</caption><tr><td>x</td></tr></table>', 'kata\n\n<table><tr><td>x</td></tr></table>\n'],
  ['<table>\n<tr>kata <b>tebal</b><td>x</td></tr>\n</table>', 'kata **tebal**\n\n<table><tr><td>x</td></tr></table>\n'],
  [
    '<table><thead><tr><th>a</th></tr></thead><tbody>kata<tr><td>b</td></tr></tbody></table>',
    'kata\n\n| a   |\n| --- |\n| b   |\n',
  ],
  ['<ul>\nkata<li>x</li>\n<em>lagi</em>\n</ul>', '- kata\n- x\n- *lagi*\n'],
  ['<ul><li>satu<table>kata<tr><td>x</td></tr></table></li></ul>', expect.stringContaining('kata') as string],
])('no text of %j is lost in Markdown', (html, markdown) => {
  const converted = htmlToMarkdown(cleanHtml(html))
  expect(converted).toEqual(markdown)
})
