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
])('%s becomes LaTeX', (_, inner, latex) => expect(latexOf(inner)).toBe(latex))

describe('nothing is made of', () => {
  test.each<[string, string]>([
    ['an element without a counterpart', '<mn>1</mn><mstack><mn>1</mn><mn>2</mn></mstack>'],
    ['a struck part', '<menclose notation="updiagonalstrike"><mn>1</mn></menclose>'],
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
