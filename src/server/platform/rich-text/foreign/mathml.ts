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
/** What may stand beside `^` and `_` without braces. */
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

/** Text of an element that holds no others. */
function textIn(element: ForeignElement): string {
  if (elementsOf(element).length > 0) throw new Unknown()
  return textOf(element.children).trim()
}

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
    if (row.name !== 'mtr') throw new Unknown()
    return elementsOf(row)
      .map((cell) => {
        if (cell.name !== 'mtd') throw new Unknown()
        return tidy(together(cell, depth))
      })
      .join(' & ')
  })
  return `\\begin{matrix} ${rows.join(String.raw` \\ `)} \\end{matrix}`
}

/** What is above or below: limits of a large sign, an accent, or something else. */
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
    if (parts.length % 2 === 1 || parts.length > 2) throw new Unknown()
    const [under = '', over = ''] = parts.map((part) => (part.name === 'none' ? '' : tidy(latexOf(part, depth))))
    return `${under ? `_${script(under)}` : ''}${over ? `^${script(over)}` : ''}`
  }
  const behind = pairs(middle === -1 ? others : others.slice(0, middle))
  const before = middle === -1 ? '' : pairs(others.slice(middle + 1))
  return `${before ? `{}${before}` : ''}${base(latexOf(first, depth))}${behind}`
}

/** What stands beside each other. */
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
      return together(element, depth)
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
      return text === '' ? ' ' : ` \\text{${text.replaceAll(/[%$#_{}&]/g, String.raw`\$&`)}} `
    }
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
