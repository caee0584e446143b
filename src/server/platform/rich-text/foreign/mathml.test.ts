import { describe, expect, test } from 'vitest'
import { latexOfMathml, withWirisMarkup } from './mathml.ts'

const latexOf = (inner: string) => latexOfMathml(`<math xmlns="http://www.w3.org/1998/Math/MathML">${inner}</math>`)

test.each<[string, string, string]>([
  ['a half', '<mfrac><mn>1</mn><mn>2</mn></mfrac>', String.raw`\frac{1}{2}`],
  ['a root', '<msqrt><mn>2</mn></msqrt>', String.raw`\sqrt{2}`],
  ['a third root', '<mroot><mi>x</mi><mn>3</mn></mroot>', String.raw`\sqrt[3]{x}`],
  ['a power', '<msup><mi>x</mi><mn>2</mn></msup>', 'x^2'],
  ['a power of ten', '<msup><mn>10</mn><mrow><mo>&#8722;</mo><mn>3</mn></mrow></msup>', '10^{-3}'],
  [
    'a power of a sum',
    '<msup><mrow><mo>(</mo><mi>x</mi><mo>+</mo><mn>1</mn><mo>)</mo></mrow><mn>2</mn></msup>',
    '(x+1)^2',
  ],
  ['an index', '<msub><mi>Na</mi><mn>2</mn></msub>', String.raw`\mathrm{Na}_2`],
  ['both', '<msubsup><mi>x</mi><mn>1</mn><mrow><mi>n</mi><mo>+</mo><mn>1</mn></mrow></msubsup>', 'x_1^{n+1}'],
  [
    'operators',
    '<mn>2</mn><mo>&times;</mo><mi>&pi;</mi><mo>&#8804;</mo><mn>7</mn><mo>&ne;</mo><mi>a</mi><mo>÷</mo><mi>b</mi><mo>≥</mo><mi>c</mi>',
    String.raw`2 \times \pi \le 7 \ne a \div b \ge c`,
  ],
  ['brackets', '<mfenced><mi>x</mi><mi>y</mi></mfenced>', '(x,y)'],
  [
    'tall brackets',
    '<mfenced open="[" close="]"><mfrac><mi>x</mi><mi>y</mi></mfrac></mfenced>',
    String.raw`\left[\frac{x}{y} \right]`,
  ],
  [
    'two cases',
    '<mfenced open="{" close=""><mtable><mtr><mtd><mi>x</mi></mtd><mtd><mn>1</mn></mtd></mtr><mtr><mtd><mi>y</mi></mtd><mtd><mn>2</mn></mtd></mtr></mtable></mfenced>',
    String.raw`\left\{\begin{matrix} x & 1 \\ y & 2 \end{matrix} \right.`,
  ],
  ['words', '<mtext>luas&nbsp;</mtext><mo>=</mo><mn>50%</mn>', String.raw`\text{luas} =50\%`],
  [
    'a sum',
    '<munderover><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>1</mn></mrow><mi>n</mi></munderover><mi>i</mi>',
    String.raw`\sum_{i=1}^n i`,
  ],
  [
    'a limit',
    '<munder><mi>lim</mi><mrow><mi>x</mi><mo>→</mo><mi>∞</mi></mrow></munder>',
    String.raw`\lim_{x \to \infty}`,
  ],
  ['a vector', '<mover><mi>AB</mi><mo>→</mo></mover>', String.raw`\overrightarrow{\mathrm{AB}}`],
  ['an isotope', '<mmultiscripts><mi>C</mi><mprescripts/><mn>6</mn><mn>14</mn></mmultiscripts>', '{}_6^{14}C'],
  [
    'what a program says of it',
    '<semantics><mrow><mi>a</mi></mrow><annotation encoding="application/json">{"x":1}</annotation></semantics>',
    'a',
  ],
  [
    'its own LaTeX',
    '<semantics><mstack><mi>a</mi></mstack><annotation encoding="LaTeX">a &lt; b</annotation></semantics>',
    'a < b',
  ],
  ['nothing', '', ''],
  ['a frame', '<menclose notation="box"><mi>x</mi></menclose>', String.raw`\boxed{x}`],
  ['four sides', '<menclose notation="left top right bottom"><mi>x</mi></menclose>', String.raw`\boxed{x}`],
  ['a struck part', '<menclose notation="updiagonalstrike"><mn>1</mn></menclose>', String.raw`\cancel{1}`],
  [
    'a part that is struck twice',
    '<menclose notation="updiagonalstrike downdiagonalstrike"><mn>1</mn></menclose>',
    String.raw`\xcancel{1}`,
  ],
  ['a line above', '<menclose notation="top"><mi>x</mi></menclose>', String.raw`\overline{x}`],
  ['an absolute value', '<menclose notation="left right"><mi>x</mi></menclose>', String.raw`\left| x \right|`],
  ['a life annuity', '<menclose notation="actuarial"><mi>n</mi></menclose>', String.raw`\left. \overline{n} \right|`],
  ['a root drawn around', '<menclose notation="radical"><mi>x</mi></menclose>', String.raw`\sqrt{x}`],
  ['a division', '<menclose><mn>12</mn></menclose>', String.raw`\enclose{longdiv}{12}`],
  ['a frame of a name that nobody knows', '<menclose notation="awan"><mi>x</mi></menclose>', 'x'],
  [
    'a sum in columns',
    '<mstack><mn>12</mn><msrow><mo>+</mo><mn>34</mn></msrow><msline/><mn>46</mn></mstack>',
    String.raw`\begin{array}{r} 12 \\ +34 \\ \hline 46 \end{array}`,
  ],
  [
    'a long division',
    '<mlongdiv><mn>3</mn><mn>4</mn><mn>13</mn><msgroup><mn>12</mn><msline/><mn>1</mn></msgroup></mlongdiv>',
    String.raw`\begin{array}{r} 4 \\ 3\enclose{longdiv}{13} \\ 12 \\ \hline 1 \end{array}`,
  ],
  [
    'a formula with its number',
    '<mtable><mlabeledtr><mtd><mtext>(1)</mtext></mtd><mtd><mi>x</mi></mtd></mlabeledtr></mtable>',
    String.raw`\begin{matrix} x & \text{(1)} \end{matrix}`,
  ],
  ['a picture of a sign', '<mi><mglyph src="x.png" alt="x"/></mi>', 'x'],
  ['words with a look of their own', '<mtext>luas <b>alas</b></mtext>', String.raw`\text{luas alas}`],
  ['several indexes', '<mmultiscripts><mi>R</mi><mi>i</mi><none/><none/><mi>j</mi></mmultiscripts>', 'R_i{}^j'],
])('%s becomes LaTeX', (_, inner, latex) => expect(latexOf(inner)).toBe(latex))

const [one, two, three] = ['<mi>p</mi>', '<mi>q</mi>', '<mi>w</mi>']
const cell = `<mtd>${one}</mtd>`
/** The elements of MathML Core and those that MathML 3 has for presentation, each with signs that must stay. */
const presentation: Readonly<Record<string, [inner: string, texts?: string]>> = {
  mi: ['p'],
  mn: ['p'],
  mo: ['p'],
  mtext: ['p'],
  ms: ['p'],
  mspace: ['', ''],
  mrow: [one],
  mfrac: [one + two, 'pq'],
  msqrt: [one],
  mroot: [one + two, 'pq'],
  mstyle: [one],
  merror: [one],
  mpadded: [one],
  mphantom: [one],
  mfenced: [one],
  menclose: [one],
  msub: [one + two, 'pq'],
  msup: [one + two, 'pq'],
  msubsup: [one + two + three, 'pqw'],
  munder: [one + two, 'pq'],
  mover: [one + two, 'pq'],
  munderover: [one + two + three, 'pqw'],
  mmultiscripts: [`${one}${two}<none/><mprescripts/>${three}<none/>`, 'pqw'],
  mtable: [`<mtr>${cell}</mtr><mlabeledtr>${cell.replace('p', 'q')}${cell}</mlabeledtr>`, 'pq'],
  mstack: [`<mscarries><mscarry>${one}</mscarry></mscarries><msrow>${two}</msrow><msline/>${three}`, 'pqw'],
  mlongdiv: [`${one}${two}${three}`, 'pqw'],
  msgroup: [one],
  msrow: [one],
  mscarries: [one],
  mscarry: [one],
  msline: ['', ''],
  maligngroup: ['', ''],
  malignmark: ['', ''],
  none: ['', ''],
  mprescripts: ['', ''],
  maction: [one],
  semantics: [`${one}<annotation>z</annotation><annotation-xml><mi>z</mi></annotation-xml>`],
}
test.each(Object.entries(presentation))('%s keeps what it shows', (name, [inner, texts = 'p']) => {
  const latex = latexOf(`<mn>1</mn><${name}>${inner}</${name}><mn>2</mn>`)
  expect(latex).toMatch(/^1.*2$/)
  for (const text of texts) expect(latex).toMatch(new RegExp(String.raw`(?<!\\[a-z]*)${text}`))
})

describe('nothing is made of', () => {
  test.each<[string, string]>([
    ['an element without a counterpart', '<mn>1</mn><apply><plus/><cn>1</cn><cn>2</cn></apply>'],
    ['a picture of an unknown sign', '<mi><mglyph src="x.png"/></mi>'],
    ['a fraction without its other half', '<mfrac><mn>1</mn></mfrac>'],
    ['HTML in a sign', '<mi>x<sup>2</sup></mi>'],
    ['more depth than people write', `${'<mrow>'.repeat(70)}<mi>x</mi>`],
    ['much more of it', `${'<msqrt>'.repeat(5_000)}<mi>x</mi>`],
  ])('%s', (_, inner) => expect(latexOf(inner)).toBe(null))
})

test('formulas in the signs of Wiris are read, and quotation marks stay', () => {
  const written =
    'a «math xmlns=¨http://www.w3.org/1998/Math/MathML¨»«mo»§#215;«/mo»«/math» b «kutipan» «math» tanpa akhir'
  expect(withWirisMarkup(written)).toBe(
    'a <math xmlns="http://www.w3.org/1998/Math/MathML"><mo>&#215;</mo></math> b «kutipan» «math» tanpa akhir',
  )
})
