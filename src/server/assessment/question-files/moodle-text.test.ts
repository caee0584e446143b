import { describe, expect, test } from 'vitest'
import { parseXml } from '#server/platform/xml.ts'
import { moodleHtml, moodleTextAt } from './moodle-text.ts'

const formats: Readonly<Record<string, string>> = { moodle_auto_format: '0', html: '1', plain_text: '2', markdown: '4' }

describe('a text of Moodle is read in its format, by name and by number', () => {
  test.each<[string, string, string]>([
    ['html', '<p>a\nb</p>', '<p>a\nb</p>'],
    ['plain_text', 'List<String> & <b>x</b>', 'List&lt;String&gt; &amp; &lt;b&gt;x&lt;/b&gt;'],
    ['plain_text', 'if x:\n  print(x)', 'if x:<br>&nbsp; print(x)'],
    ['markdown', '**a**', '<p><strong>a</strong></p>'],
    [
      'markdown',
      '![peta](@@PLUGINFILE@@/peta.png)',
      '<p><img src="@@PLUGINFILE@@/peta.png" alt="peta" loading="lazy" /></p>',
    ],
    ['moodle_auto_format', 'a\nb', 'a<br>b'],
    ['moodle_auto_format', 'a\nb <span>c</span>', 'a<br>b <span>c</span>'],
    ['moodle_auto_format', '<p>a</p>\n<div>b\nc</div>', '<p>a</p>\n<div>b<br>c</div>'],
    ['moodle_auto_format', 'a\n\nb <span>c</span>', 'a\n<br><br>\nb <span>c</span>'],
    ['moodle_auto_format', '<p>a</p>\n\n<p>b</p>', '<p>a</p>\n<p>b</p>'],
    ['moodle_auto_format', 'List<String> <b>x</b>', 'List&lt;String> <b>x</b>'],
  ])('%s: %s', (format, text, html) => {
    expect(moodleHtml(text, format)).toBe(html)
    expect(moodleHtml(text, formats[format] ?? '')).toBe(html)
  })

  test('a link of Markdown to a file leads to the file', () =>
    expect(moodleHtml('[lembar](@@PLUGINFILE@@/lembar.pdf)', 'markdown')).toContain('href="@@PLUGINFILE@@/lembar.pdf"'))
})

test('a text of a backup has its format beside it, and is HTML without one', () => {
  const node = parseXml(
    Buffer.from('<a><intro>x &lt;b&gt;</intro><introformat>2</introformat><content>&lt;b&gt;y&lt;/b&gt;</content></a>'),
    'a.xml',
  ).children[0]
  expect(moodleTextAt(node, 'intro')).toBe('x &lt;b&gt;')
  expect(moodleTextAt(node, 'content')).toBe('<b>y</b>')
  expect(moodleTextAt(node, 'summary')).toBe('')
})
