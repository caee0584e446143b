import { describe, expect, test } from 'vitest'
import { linkEmbeds } from './index.ts'

const half = '<mfrac><mn>1</mn><mn>2</mn></mfrac>'

describe('a formula stays what it is', () => {
  test.each<[string, string, string]>([
    ['as MathML', `Hasil <math>${half}</math>?`, String.raw`Hasil \(\frac{1}{2}\)?`],
    ['with LaTeX beside it', String.raw`<math alttext="\tfrac12">${half}</math>`, String.raw`\(\tfrac12\)`],
    ['with words beside it', `<math alttext="satu per dua">${half}</math>`, String.raw`\(\frac{1}{2}\)`],
    [
      'as a picture of Wiris',
      '<img class="Wirisformula" alt="1 half" src="x.png" data-mathml="«math»«mfrac»«mn»1«/mn»«mn»2«/mn»«/mfrac»«/math»">',
      String.raw`\(\frac{1}{2}\)`,
    ],
    [
      'in the signs of Wiris',
      '<p>«math»«mfrac»«mn»1«/mn»«mn»2«/mn»«/mfrac»«/math»</p>',
      String.raw`<p>\(\frac{1}{2}\)</p>`,
    ],
    ['as a script', '<script type="math/tex">a<b</script>', String.raw`\(a&lt;b\)`],
  ])('%s', (_, html, shown) => expect(linkEmbeds(html)).toMatchObject({ html: shown, notes: [] }))

  test('or is named: it is never shown without its elements', () => {
    const { html, notes } = linkEmbeds('<p>Hitung <math><apply><cn>12</cn><cn>34</cn></apply></math></p>')
    expect(html).toBe('<p>Hitung </p>')
    expect(notes).toEqual(['rumus tidak ikut: "1234"'])
    expect(linkEmbeds('<math><mi>a</mi> tanpa akhir').notes).toEqual(['rumus tidak ikut: "a tanpa akhir"'])
  })
})

describe('a hidden text stays hidden, and is named', () => {
  test.each<[string, string, string]>([
    ['<p style="display:none">kunci</p><p>b</p>', '<p>b</p>', 'kunci'],
    ['<p style="color: red; display : none !important">kunci<p>b', '<p>b', 'kunci'],
    ['<div><p style="display: none">kunci</div>b', '<div></div>b', 'kunci'],
    ['a<div hidden><div>satu</div><p>dua</p></div>b', 'ab', 'satu dua'],
    ['a<span style="visibility:hidden"><img src="kunci.png"></span>b', 'ab', 'kunci.png'],
    ['a<div style="display:none">b', 'a', 'b'],
  ])('of %s', (given, html, named) =>
    expect(linkEmbeds(given)).toMatchObject({ html, rest: html, notes: [`teks tersembunyi tidak ikut: "${named}"`] }),
  )

  test.each(['<body style="display:none">a</body>', '<p style="display: block">a</p>', 'a<br>b'])('not of %s', (html) =>
    expect(linkEmbeds(html)).toMatchObject({ html, notes: [] }),
  )
})

test('what is embedded is told as the link that it becomes, or as lost', () =>
  expect(linkEmbeds('<iframe src="https://contoh.id/a"></iframe><object data="klip.swf"></object>').notes).toEqual([
    'isi yang disematkan menjadi tautan: https://contoh.id/a',
    'isi yang disematkan tidak ikut: klip.swf',
  ]))
