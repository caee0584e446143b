import { describe, expect, test } from 'vitest'
import { fitDescription } from './fit.ts'

describe('a description keeps what its formatting said', () => {
  test.each([
    ['paragraphs', '<p>Satu dua tiga</p>\n<p>Empat <b>lima</b></p>', 'Satu dua tiga\n\nEmpat lima'],
    ['lines', '<div>Satu dua tiga</div><div>Empat<br>lima</div>', 'Satu dua tiga\nEmpat\nlima'],
    ['two line breaks', 'Satu dua tiga<br /><br>Empat', 'Satu dua tiga\n\nEmpat'],
    ['headings', '<h3>Yang dipelajari</h3>Dasar saja', 'Yang dipelajari\n\nDasar saja'],
    [
      'lists',
      '<p>Isinya:</p><ul><li>Satu</li>\n<li><p>Dua</p></li></ul><p>Lalu</p>',
      'Isinya:\n\n- Satu\n- Dua\n\nLalu',
    ],
    ['lists with numbers', '<ol start="3"><li>Satu dua<li>Tiga</ol>Lalu', '3. Satu dua\n4. Tiga\n\nLalu'],
    ['lists in lists', '<ul><li>Satu<ol><li>Dua</li></ol></li><li>Tiga</li></ul>', '- Satu\n  1. Dua\n- Tiga'],
    ['paragraphs of an item', '<ul><li><p>Satu</p><p>lanjut</p></li><li>Dua</li></ul>', '- Satu\n  lanjut\n- Dua'],
    ['rows', '<table><tr><th>Hari</th><td>Jam</td></tr><tr><td>Senin</td><td></td></tr></table>', 'Hari | Jam\nSenin'],
    ['lines of code', '<pre>satu\n  dua</pre> dan tiga', 'satu\ndua\n\ndan tiga'],
    ['entities', 'Bab 1 &ndash; it&#8217;s A &amp;amp; B&nbsp;saja &lt;b&gt;', 'Bab 1 – it’s A &amp; B saja <b>'],
    ['nothing of scripts', '<p>Satu dua tiga</p><script>x()</script><style>p{}</style>', 'Satu dua tiga'],
  ])('%s', (_, html, text) => expect(fitDescription(html)).toEqual({ value: text, notes: [] }))

  test.each([
    [
      '<p>Lihat <a href="https://contoh.id/a?b=1&amp;c=2">situs </a>kami</p>',
      'Lihat situs (https://contoh.id/a?b=1&c=2) kami',
    ],
    ['<p>Lihat <a href="https://Contoh.id/">contoh.id</a> saja</p>', 'Lihat contoh.id saja'],
    ['<p>Tulis ke <a href="mailto:a@contoh.id">kami</a> saja</p>', 'Tulis ke kami (a@contoh.id) saja'],
    ['<p>Tulis ke <a href="mailto:a@contoh.id">a@contoh.id</a></p>', 'Tulis ke a@contoh.id'],
    ['<p>Lihat isinya <a href="#isi">di bawah</a></p>', 'Lihat isinya di bawah'],
  ])('the address of a link, where its text is another one: %s', (html, text) =>
    expect(fitDescription(html)).toEqual({ value: text, notes: [] }),
  )

  test('and names what cannot come', () =>
    expect(
      fitDescription('<p>Unduh <a href="@@PLUGINFILE@@/silabus%20a.pdf">silabus</a> <img src="a.png"> ini</p>'),
    ).toEqual({
      value: 'Unduh silabus ini',
      notes: ['gambar dan isi yang disematkan tidak ikut', 'tautan ke "silabus a.pdf" tidak ikut'],
    }))
})

test('a text that speaks of elements has them, and its lines', () => {
  const text = 'Belajar tag <div> dan <span> di HTML\nserta < dan >'
  expect(fitDescription(text)).toEqual({ value: text, notes: [] })
})

test('a description of any length and depth is read as far as it fits, and what is left out is named', () => {
  const long = fitDescription(`<p>${'kata '.repeat(500_000)}</p>`)
  expect([long.value.length, long.notes]).toEqual([19_999, ['dipotong menjadi 20.000 karakter']])
  const deep = fitDescription(`Satu dua tiga ${'<b>'.repeat(500_000)}empat</b>`)
  expect(deep).toEqual({ value: 'Satu dua tiga', notes: ['susunannya terlalu dalam, sisanya tidak ikut'] })
})
