import { framed } from './mathml-frames.ts'
import { accents, functionNames, signsOf } from './mathml-signs.ts'
import { isElement, parseForeign, textOf, type ForeignElement, type ForeignNode } from './tree.ts'

// A formula that lost its elements would say something else: a half would be twelve.

/** An element that has no counterpart here. */
class Unknown extends Error {}

/** Formulas of people are less deep. */
const maximumDepth = 60

const variants: Readonly<Record<string, string>> = {
  normal: 'mathrm',
  bold: 'mathbf',
  'double-struck': 'mathbb',
  script: 'mathcal',
  fraktur: 'mathfrak',
}
const isTex = /^(?:application\/x-tex|(?:la)?tex)$/i
const largeSign = /^\\(?:sum|prod|i?int|oint|lim|max|min|inf|sup|cup|cap)$/
const isTall = /\\(?:frac|begin|sqrt|sum|prod|int)/

const tidy = (latex: string): string =>
  latex
    .replaceAll(/\s+/g, ' ')
    // A space that a backslash protects stays.
    .replaceAll(/(?<!\\) (?=[)\]},^_])|(?<=[([{^_]) /g, '')
    .trim()
/** One argument of LaTeX. */
const group = (latex: string): string => `{${tidy(latex)}}`
/** Adds braces where `^` and `_` need them. */
function base(latex: string): string {
  const short = tidy(latex)
  return /^(?:[\d.]{1,20}|[^\\{}]|\\[A-Za-z]{1,20}(?:\{[^\\{}]{1,20}\})?|[()[\]\w+-]{0,20}\))$/u.test(short)
    ? short
    : group(short)
}
function script(latex: string): string {
  const short = tidy(latex)
  return /^[^\\{}]$/u.test(short) ? short : group(short)
}

const elementsOf = ({ children }: ForeignElement): ForeignElement[] => children.filter(isElement)

/** The parts of an element that has just so many. */
function partsOf(element: ForeignElement, count: number, depth: number): string[] {
  const parts = elementsOf(element)
  if (parts.length !== count) throw new Unknown()
  return parts.map((part) => latexOf(part, depth))
}

/** They change how a text looks, and not what it says. */
const looks = new Set('span font a b strong i em u mark malignmark'.split(' '))
/** Text of an element that holds no others, but for pictures of signs. */
const textIn = (element: ForeignElement): string => signsIn(element).trim()
const signsIn = ({ children }: ForeignElement): string =>
  children
    .map((child) => {
      if (!isElement(child)) return child
      return looks.has(child.name) ? signsIn(child) : glyph(child)
    })
    .join('')
/** A picture of a sign says which one it is. */
function glyph({ name, attributes }: ForeignElement): string {
  const { alt = '' } = attributes
  if (name !== 'mglyph' || alt.trim() === '') throw new Unknown()
  return alt
}
const asWords = (text: string): string => ` \\text{${text.replaceAll(/[%$#_{}&]/g, String.raw`\$&`)}} `

function identifier(element: ForeignElement): string {
  const text = textIn(element)
  const variant = variants[element.attributes['mathvariant'] ?? '']
  if (variant && text !== '') return `\\${variant}${group(signsOf(text))}`
  if (functionNames.has(text)) return ` \\${text} `
  return /^[A-Za-z]{2,}$/.test(text) ? `\\mathrm{${text}}` : signsOf(text)
}

function fenced({ attributes, ...element }: ForeignElement, depth: number): string {
  const { open = '(', close = ')', separators = ',' } = attributes
  const signs = [...separators.replaceAll(/\s/g, '')]
  const inner = tidy(
    elementsOf({ ...element, attributes })
      .map((part, index, { length }) => {
        const sign = index < length - 1 ? signsOf(signs[index] ?? signs.at(-1) ?? '') : ''
        return latexOf(part, depth) + sign
      })
      .join(''),
  )
  const sign = (text: string): string => tidy(signsOf(text))
  const [before, after] = [sign(open), sign(close)]
  const isPair = before !== '' && after !== ''
  if (!isPair && before === after) return inner
  return isPair && !isTall.test(inner)
    ? `${before}${inner}${after}`
    : `\\left${before || '.'} ${inner} \\right${after || '.'}`
}

function table(element: ForeignElement, depth: number): string {
  const rows = elementsOf(element).map((row) => {
    if (row.name !== 'mtr' && row.name !== 'mlabeledtr') throw new Unknown()
    const cells = elementsOf(row).map((cell) => {
      if (cell.name !== 'mtd') throw new Unknown()
      return tidy(together(cell, depth))
    })
    // The number of a formula stands behind it.
    return (row.name === 'mtr' ? cells : [...cells.slice(1), ...cells.slice(0, 1)]).join(' & ')
  })
  return `\\begin{matrix} ${rows.join(String.raw` \\ `)} \\end{matrix}`
}

/** Writes what is above or below: limits of a large sign, an accent, or something else. */
function around(element: ForeignElement, depth: number): string {
  const { name } = element
  const [first = '', ...others] = partsOf(element, name === 'munderover' ? 3 : 2, depth)
  const [one = '', two = ''] = others
  if (largeSign.test(tidy(first))) {
    const [under, over] = name === 'mover' ? ['', one] : [one, two]
    return `${tidy(first)}${under ? `_${script(under)}` : ''}${over ? `^${script(over)}` : ''} `
  }
  if (name === 'munderover') return `\\overset${group(two)}{\\underset${group(one)}${group(first)}}`
  const sign = textOf(elementsOf(element)[1]?.children ?? []).trim()
  const accent = accents[name === 'mover' ? 'mover' : 'munder'][sign]
  if (accent) return `\\${accent}${group(first)}`
  return `\\${name === 'mover' ? 'overset' : 'underset'}${group(one)}${group(first)}`
}

/** Numbers on all sides of a sign: those behind it, then those before it. */
function multiscripts(element: ForeignElement, depth: number): string {
  const [first, ...others] = elementsOf(element)
  if (!first) throw new Unknown()
  const middle = others.findIndex(({ name }) => name === 'mprescripts')
  const pairs = (parts: readonly ForeignElement[]): string => {
    if (parts.length % 2 === 1) throw new Unknown()
    const shown = parts.map((part) => tidy(latexOf(part, depth)))
    return shown
      .flatMap((under, index) => {
        const over = shown[index + 1] ?? ''
        return index % 2 === 1 ? [] : [`${under ? `_${script(under)}` : ''}${over ? `^${script(over)}` : ''}`]
      })
      .filter((pair) => pair !== '')
      .join('{}')
  }
  const behind = pairs(middle === -1 ? others : others.slice(0, middle))
  const before = middle === -1 ? '' : pairs(others.slice(middle + 1))
  return `${before ? `{}${before}` : ''}${base(latexOf(first, depth))}${behind}`
}

const underline = String.raw`\hline`
/** Lines of a calculation that is written one below the other. */
const linesOf = (element: ForeignElement, depth: number): string[] =>
  elementsOf(element).flatMap((line) => {
    if (line.name === 'msline') return [underline]
    if (line.name === 'msgroup' || line.name === 'mstack') return linesOf(line, depth)
    return [tidy(latexOf(line, depth))]
  })
function stacked(lines: readonly string[]): string {
  const shown = lines.map((line, index) =>
    line === underline || index === lines.length - 1 ? line : String.raw`${line} \\`,
  )
  return String.raw`\begin{array}{r} ${shown.join(' ')} \end{array}`
}
/** Divisor, result, then the dividend and the steps below it. */
function division(element: ForeignElement, depth: number): string {
  const [divisor, result, ...lines] = linesOf(element, depth)
  const [dividend, ...steps] = lines
  if (divisor === undefined || result === undefined || dividend === undefined) throw new Unknown()
  return stacked([result, `${divisor}${framed(dividend, 'longdiv')}`, ...steps])
}

const together = ({ children }: ForeignElement, depth: number): string =>
  children.map((child) => (isElement(child) ? latexOf(child, depth) : signsOf(child))).join('')

function latexOf(element: ForeignElement, above: number): string {
  const depth = above + 1
  if (depth > maximumDepth) throw new Unknown()
  const parts = (count: number): string[] => partsOf(element, count, depth)
  switch (element.name) {
    case 'math':
    case 'mrow':
    case 'mstyle':
    case 'mpadded':
    case 'merror':
    case 'msrow':
    case 'mscarry':
      return together(element, depth)
    // They say how parts are placed, or that there is none.
    case 'none':
    case 'mprescripts':
    case 'maligngroup':
    case 'malignmark':
    case 'msline':
    case 'annotation':
    case 'annotation-xml':
      return ''
    case 'semantics':
    case 'maction': {
      const tex = elementsOf(element).find(({ attributes }) => isTex.test(attributes['encoding'] ?? ''))
      const [shown] = elementsOf(element)
      if (tex) return textOf(tex.children)
      return shown ? latexOf(shown, depth) : together(element, depth)
    }
    case 'mi':
    case 'mo':
      return identifier(element)
    case 'mn':
      return signsOf(textIn(element))
    case 'mtext':
    case 'ms': {
      const text = textIn(element)
      return text === '' ? ' ' : asWords(text)
    }
    case 'mglyph':
      return asWords(glyph(element))
    case 'mspace':
      return element.attributes['linebreak'] === 'newline' ? String.raw` \\ ` : ' '
    case 'mphantom':
      return `\\phantom${group(together(element, depth))}`
    case 'mfrac': {
      const [over = '', under = ''] = parts(2)
      return /^0(?:\D|$)/.test(element.attributes['linethickness'] ?? '')
        ? `{${tidy(over)} \\atop ${tidy(under)}}`
        : `\\frac${group(over)}${group(under)}`
    }
    case 'msqrt':
      return `\\sqrt${group(together(element, depth))}`
    case 'mroot': {
      const [inner = '', index = ''] = parts(2)
      return `\\sqrt[${tidy(index)}]${group(inner)}`
    }
    case 'msup': {
      const [first = '', over = ''] = parts(2)
      return `${base(first)}^${script(over)}`
    }
    case 'msub': {
      const [first = '', under = ''] = parts(2)
      return `${base(first)}_${script(under)}`
    }
    case 'msubsup': {
      const [first = '', under = '', over = ''] = parts(3)
      return `${base(first)}_${script(under)}^${script(over)}`
    }
    case 'munder':
    case 'mover':
    case 'munderover':
      return around(element, depth)
    case 'mfenced':
      return fenced(element, depth)
    case 'mtable':
      return table(element, depth)
    case 'mmultiscripts':
      return multiscripts(element, depth)
    case 'menclose':
      return framed(tidy(together(element, depth)), element.attributes['notation'] ?? 'longdiv')
    case 'mstack':
    case 'msgroup':
      return stacked(linesOf(element, depth))
    case 'mscarries':
      return String.raw`\scriptstyle ${together(element, depth)}`
    case 'mlongdiv':
      return division(element, depth)
    default:
      throw new Unknown()
  }
}

/** MathML → LaTeX; null where an element has no counterpart. */
export function latexOfMathml(mathml: string): string | null {
  const nodes: readonly ForeignNode[] = parseForeign(mathml, { decodeEntities: true })
  try {
    return tidy(nodes.map((node) => (isElement(node) ? latexOf(node, 0) : signsOf(node))).join(''))
  } catch (error) {
    if (error instanceof Unknown) return null
    throw error
  }
}

/** MathML as Wiris keeps it in texts and attributes, where signs of HTML would not stay. */
export const readWiris = (text: string): string =>
  text.replaceAll(/[«»¨§`]/g, (sign) => ({ '«': '<', '»': '>', '¨': '"', '§': '&', '`': "'" })[sign] ?? sign)

/** HTML with the formulas that Wiris wrote in signs of its own. */
export function withWirisMarkup(html: string): string {
  const shown: string[] = []
  let from = 0
  for (;;) {
    const start = html.indexOf('«math', from)
    const end = start === -1 ? -1 : html.indexOf('«/math»', start)
    if (end === -1) break
    shown.push(html.slice(from, start), readWiris(html.slice(start, end + '«/math»'.length)))
    from = end + '«/math»'.length
  }
  return shown.join('') + html.slice(from)
}
