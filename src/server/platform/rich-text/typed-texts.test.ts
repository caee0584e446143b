import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { plainText } from '#contract/kit/text/html-text.ts'
import { markdownToHtml, postToHtml } from './markdown.ts'
import { typedHtml, writtenHtml } from './typed-tags.ts'

const asFile = (text: string) => markdownToHtml(text, (attributes) => attributes)
const readers: [name: string, read: (text: string) => string][] = [
  ['a post', postToHtml],
  ['Markdown of a file', asFile],
  ['Markdown whose pictures are uploads', (text) => markdownToHtml(text)],
  ['text with markup', typedHtml],
]

describe.each(readers)('%s shows as typed', (_, read) => {
  test.each([
    'Apa beda List<String> dan List<Integer>?',
    'Kenapa <div> dan <img onerror=x> tidak muncul?',
    '<div>isi</div>',
    '<script>alert(1)</script>',
    'Apa fungsi <b> dan <table>?',
    'Tag <ul> berisi <li>',
    'if (a<b && c>d)',
    'vector<std::string> v',
    'Map<K, V> dan Foo<B>',
    '<?php echo 1 ?>',
    '<a href="javascript:alert(1)">klik</a>',
    '<a href="//jahat.id">klik</a>',
    '<!DOCTYPE html>',
    '</p> tanpa awal',
    'x <= y, y<z',
  ])('%s', (text) => expect(plainText(read(text))).toBe(text))
})

const withoutSpaces = (text: string): string => text.replaceAll(/\s/g, '')
/** Texts that people write about code, files and sums, and in chats. */
const typedLines = [
  '***',
  '* * *',
  '___',
  '=====',
  '#',
  '-',
  '1.',
  '>= 5 dan <= 3',
  '>>> print(1)',
  '>_< dan ^_^',
  '¯\\_(ツ)_/¯',
  'C:\\new\\_test dan a\\_b',
  'grep "a\\|b" dan C\\#',
  '__init__ dan if __name__ == "__main__":',
  'SELECT *, a.* FROM a WHERE x = *',
  'src/**/*.ts dan **/*.js',
  'int *p = &x; f(*args, **kwargs)',
  '* * * * * perintah',
  'docker run \\',
  'arr[0](x) dan a[i](b.c)',
  '[^1]: catatan kaki',
  '[]() dan [](https://contoh.id) dan ![]()',
  '<a href="x.html">klik</a> dan <a>klik</a>',
  'Apa fungsi <br> dan <hr>?',
  '<li>satu</li> dan <td>dua</td>',
  '&#60; dan &#x3c;',
  '89rb dan 2024年',
]

describe('a post shows as typed', () => {
  test.each([
    '5*3*2 = 30 dan a*b*c',
    'x**2 + y**2 dan (a)*(b)*(c)',
    'Berkas di C:\\Users\\budi\\.config dan \\\\server\\share',
    'Pola ^\\d+\\.\\w{2}$',
    '\\begin{align} x \\\\ y \\end{align}',
    'Apa arti &nbsp; dan &lt; dan &copy;?',
    'H~2~O dan ~5 ribu~',
    ...typedLines,
  ])('%s', (text) => expect(withoutSpaces(plainText(postToHtml(text)))).toBe(withoutSpaces(text)))
  test('lines of it together', () =>
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...typedLines), { minLength: 1, maxLength: 6 }), (lines) => {
        const text = lines.join('\n')
        expect(withoutSpaces(plainText(postToHtml(text)))).toBe(withoutSpaces(text))
      }),
      { numRuns: 300 },
    ))
  test('and its markup works', () =>
    expect(postToHtml('**mem**baca *miring* ~~lama~~ \\*bintang\\* 1\\. <code>&lt;b&gt;</code>')).toBe(
      '<p><strong>mem</strong>baca <em>miring</em> <s>lama</s> *bintang* 1. <code>&lt;b&gt;</code></p>',
    ))
})
test('numbers of a list stay, and words behind a fence', () => {
  expect(postToHtml('1. satu\n3. tiga\n7. tujuh')).toContain('<li value="7">tujuh</li>')
  expect(postToHtml('1. satu\n1. dua')).not.toContain('value')
  for (const read of [postToHtml, asFile]) expect(plainText(read('```print(1)\nx\n```'))).toBe('print(1) x')
})
test('a picture in a link leaves both addresses', () =>
  expect(postToHtml('[![Peta](https://a.id/i.png)](https://b.id)').match(/href="[^"]*"/g)).toEqual([
    'href="https://b.id"',
    'href="https://a.id/i.png"',
  ]))
test('the stars and signs of code stay in files, too', () => {
  for (const text of [
    'SELECT *, a.* FROM a',
    '>>> print(1)',
    '>= 5',
    '__init__',
    'H~2~O',
    'Apa fungsi <br>?',
    '[^1]: x',
  ])
    expect(plainText(asFile(text))).toBe(text)
})
test('signs of HTML are text where a person wrote no element', () => {
  expect(plainText(writtenHtml('Apa arti &nbsp; dan &lt;?'))).toBe('Apa arti &nbsp; dan &lt;?')
  expect(writtenHtml('<b>a &lt; b</b>')).toBe('<b>a &lt; b</b>')
  expect(typedHtml('pasien&rsquo;s')).toBe('pasien&rsquo;s')
})

test.each(readers.slice(0, 3))('allowed elements work in %s', (_, read) => {
  expect(read('Tekan <kbd>Ctrl</kbd>, H<sub>2</sub>O<br>dan <b>tebal</b>')).toContain(
    'Tekan <kbd>Ctrl</kbd>, H<sub>2</sub>O<br />dan <strong>tebal</strong>',
  )
  expect(read('<table>\n<tr><td>a<td>b\n</table>').replaceAll(/\s/g, '')).toMatch(/<td>a<\/td><td>b<\/td>/)
})

test('a post keeps its line breaks, boxes and formulas; a file only what Markdown says', () => {
  expect(postToHtml('Baris satu\nBaris dua\nBaris tiga')).toBe('<p>Baris satu<br />Baris dua<br />Baris tiga</p>')
  expect(asFile('Baris satu\nBaris dua')).toBe('<p>Baris satu\nBaris dua</p>')
  for (const read of [postToHtml, asFile]) {
    expect(plainText(read('- [ ] beli\n- [x] bayar'))).toBe('☐ beli ☑ bayar')
    expect(read('Jika \\(a_b * c_d\\) maka \\(x*y*z\\)')).toBe('<p>Jika \\(a_b * c_d\\) maka \\(x*y*z\\)</p>')
  }
  expect(postToHtml('\\[\na_b\n\\] dan $$a*b*c$$')).toBe('<p>\\[<br />a_b<br />\\] dan $$a*b*c$$</p>')
})

test.each([
  ['<p>Halo</p>\nbaris dua\nbaris tiga', '<p>Halo</p>\nbaris dua<br />baris tiga'],
  ['<h2>Judul</h2>\nsatu <b>dua</b>\n<i>tiga</i>', '<h2>Judul</h2>\nsatu <strong>dua</strong><br /><em>tiga</em>'],
  ['<ul><li>a</li>\n<li>b\nc</li></ul>', '<ul><li>a</li>\n<li>b<br />c</li></ul>'],
  ['<pre>\na\n  b\n</pre>\nc\nd', '<pre>\na\n  b\n</pre>\n<p>c<br />d</p>'],
  ['<!--\na\n-->', '<p>&lt;!--<br />a<br />--&gt;</p>'],
])('lines within HTML that a person typed stay: %j', (typed, html) => expect(postToHtml(typed)).toBe(html))

test('comments are a part of a post, and a note of the author in a file', () => {
  expect(plainText(postToHtml('a <!-- b --> c'))).toBe('a <!-- b --> c')
  expect(plainText(asFile('a <!-- b --> c\n\n<!-- d\n\ne -->\n\nf'))).toBe('a c f')
})

test('a picture of elsewhere becomes a link, and a link that leads nowhere stays as typed', () => {
  expect(postToHtml('![Peta](https://contoh.id/a.png)')).toContain('<a href="https://contoh.id/a.png"')
  expect(plainText(postToHtml('![Peta](foto.png) [x](javascript:alert(1))'))).toBe(
    '![Peta](foto.png) [x](javascript:alert(1))',
  )
  expect(plainText(postToHtml('Lihat ini\n\n[1]: https://contoh.id'))).toContain('[1]: https://contoh.id')
  expect(postToHtml('Lihat [ini][1]\n\n[1]: https://contoh.id')).toBe(
    '<p>Lihat <a href="https://contoh.id" rel="noopener noreferrer nofollow">ini</a></p>',
  )
})

test('a table whose rows have more cells than its head is shown as typed', () => {
  expect(plainText(postToHtml('| a | b |\n|---|---|\n| 1 | 2 | 3 |'))).toContain('3')
})

const marks =
  '< > </ /> <!-- --> <? & " = * _ ` ~~ # - [x] 1. | [ ] ( ) \\( \\) \\ ![ ]( { } $$ ``` --- <xa <xb> </xa> <String> https://x.id/'
const piece = fc.oneof(
  fc.stringMatching(/^w[a-z]{2,6}$/),
  fc.constantFrom(' ', '\n', '\n\n', '\n|---|\n', '    ', '\n- [ ] ', '\n> ', ...marks.split(' ')),
)

test.each(readers)('every word that was typed is in what %s becomes', (name, read) => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      const text = pieces.join('')
      // A comment of a file is not visible, and neither is the language behind a fence.
      fc.pre(!(text.includes('<!--') && name.includes('Markdown')) && !/[`~]{3}/.test(text))
      const html = read(text)
      const shown = `${plainText(html)} ${html}`
      for (const word of pieces.filter((one) => /^w[a-z]+$/.test(one))) expect(shown).toContain(word)
    }),
    { numRuns: 1_000 },
  )
})
