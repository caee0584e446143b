import { describe, expect, test } from 'vitest'
import { cleanHtml } from '#server/platform/rich-text/index.ts'

describe('a mark that is a style becomes an element', () => {
  test.each<[string, string]>([
    ['<span style="text-decoration: underline;">membaca</span>', '<u>membaca</u>'],
    ['x<span style="vertical-align: super">2</span>', 'x<sup>2</sup>'],
    ['H<span style="font-size: 8pt; vertical-align: sub;">2</span>O', 'H<sub>2</sub>O'],
    ['<span style="text-decoration-line: line-through">a</span>', '<s>a</s>'],
    [
      '<span style="font-weight:bold">a</span> <span style="FONT-WEIGHT: 700">b</span>',
      '<strong>a</strong> <strong>b</strong>',
    ],
    ['<span style="font-style: italic">a</span>', '<em>a</em>'],
    ['<span style="font-weight: bold; text-decoration: underline">a</span>', '<strong><u>a</u></strong>'],
    [
      '<span style="font-weight: bold">a <span style="font-style: italic">b</span></span>',
      '<strong>a <em>b</em></strong>',
    ],
    ['<font style="font-weight: bold">a</font>', '<strong>a</strong>'],
    ['<em style="text-decoration: underline">a</em>', '<em><u>a</u></em>'],
    ['<p style="font-weight: bold">a</p>', '<p><strong>a</strong></p>'],
    ['<table><tr><td style="font-style: italic">a</td></tr></table>', '<table><tr><td><em>a</em></td></tr></table>'],
    ['<strike>a</strike> <ins>b</ins>', '<s>a</s> <u>b</u>'],
  ])('%s', (html, cleaned) => expect(cleanHtml(html)).toBe(cleaned))

  test.each<[string, string]>([
    ['<span style="color: red">a</span> <span style="font-weight: 400">b</span>', 'a b'],
    ['<strong><span style="font-weight: bold">a</span></strong>', '<strong>a</strong>'],
    ['<ul><li style="font-weight: bold"><b>a</b></li></ul>', '<ul><li><strong>a</strong></li></ul>'],
    ['<h2 style="font-weight: bold">a</h2>', '<h2>a</h2>'],
    ['<b style="font-weight: normal"><p>a</p><p>b</p></b>', '<p>a</p><p>b</p>'],
    ['<p style="vertical-align: sub">a</p>', '<p>a</p>'],
    ['<p>CSS: font-weight: bold &lt;b&gt;</p>', '<p>CSS: font-weight: bold &lt;b&gt;</p>'],
    [
      '<p style="font-weight: 400">a</p><pre><code class="language-css">\na {\n  font-weight: bold;\n}\n</code></pre>',
      '<p>a</p><pre><code class="language-css">\na {\n  font-weight: bold;\n}\n</code></pre>',
    ],
  ])('and not where there is none, or it is there already: %s', (html, cleaned) =>
    expect(cleanHtml(html)).toBe(cleaned),
  )
})

describe('what a block held stays on a line of its own', () => {
  test.each<[string, string]>([
    [
      '<div>Perhatikan data berikut.</div><div>1. Ikan</div><div>2. Burung</div>',
      '<p>Perhatikan data berikut.</p><p>1. Ikan</p><p>2. Burung</p>',
    ],
    ['a<div>b</div>c', 'a<p>b</p>c'],
    ['<dl><dt>Air</dt><dd>H<sub>2</sub>O</dd></dl>', '<p>Air</p><p>H<sub>2</sub>O</p>'],
    ['<details><summary>Kunci</summary>B<p>x</p>y</details>', '<p>Kunci</p><p>B</p><p>x</p><p>y</p>'],
    ['<section>a</section><center>b</center><address>c</address>', '<p>a</p><p>b</p><p>c</p>'],
    ['<span><div>a</div><div>b <b>c</b></div></span>', '<p>a</p><p>b <strong>c</strong></p>'],
    ['<blockquote><div>a</div><div>b</div></blockquote>', '<blockquote><p>a</p><p>b</p></blockquote>'],
    [
      'Lihat<table><caption>Tabel 1</caption><tr><td>a</td></tr></table>',
      'Lihat<p>Tabel 1</p><table><tr><td>a</td></tr></table>',
    ],
    ['<div>a</div><div><br></div><div>&nbsp;</div><div>b</div>', '<p>a</p><p>b</p>'],
    ['<pre><div>a</div><div>b</div></pre>', '<pre>a\nb</pre>'],
    ['<dir><li>a</li></dir>', '<ul><li>a</li></ul>'],
  ])('%s', (html, cleaned) => expect(cleanHtml(html)).toBe(cleaned))

  test.each<[string, string]>([
    ['<ul><li><div>a</div></li><li>x<div>b</div><div>c</div></li></ul>', '<ul><li>a</li><li>x<br />b<br />c</li></ul>'],
    [
      '<table><tr><td><div>a</div><div>b</div></td><td><div>c <i>d</i></div></td></tr></table>',
      '<table><tr><td>a<br />b</td><td>c <em>d</em></td></tr></table>',
    ],
    ['<h2><div>a</div></h2>', '<h2>a</h2>'],
    ['<b>a<div>b</div></b>', '<strong>a<br />b</strong>'],
    ['<p>a<center>b</center>c</p>', '<p>a<br />b<br />c</p>'],
    ['<ul><li>a<ul><li><div>b</div></li></ul></li></ul>', '<ul><li>a<ul><li>b</li></ul></li></ul>'],
  ])('behind a line break where no paragraph may be: %s', (html, cleaned) => expect(cleanHtml(html)).toBe(cleaned))

  test.each(['<div>Ya</div>', '<div dir="ltr">\n<div>Ya</div>\n</div>', '<section><div>Ya</div></section>'])(
    'and one line alone stays as it is: %s',
    (html) => expect(cleanHtml(html).trim()).toBe('Ya'),
  )

  test('clean HTML stays the same', () => {
    for (const html of ['<p>a</p><p>b</p>', 'a<p>b</p>c', '<ul><li>a<br />b</li></ul>', '<blockquote>a</blockquote>'])
      expect(cleanHtml(cleanHtml(`<div>${html}</div>`))).toBe(cleanHtml(`<div>${html}</div>`))
  })

  test('however deep and how many', () => {
    expect(cleanHtml(`${'<div>'.repeat(5_000)}a`)).toBe('a')
    expect(cleanHtml('<b></x>'.repeat(2_000) + '<div>a</div>b')).toContain('a')
    expect(cleanHtml('<div>a</div>'.repeat(3_000))).toBe('<p>a</p>'.repeat(3_000))
  })
})
