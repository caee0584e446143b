import { holdsBlock, isBlank, isBlock } from './blocks.ts'
import { isElement, isVoid, type ForeignElement, type ForeignNode } from './tree.ts'

// Editors write some marks as styles, which cleaning takes away.

/** Names of one mark. */
const marks: Readonly<Record<string, string>> = {
  b: 'strong',
  strong: 'strong',
  i: 'em',
  em: 'em',
  u: 'u',
  ins: 'u',
  s: 's',
  strike: 's',
  del: 's',
  sub: 'sub',
  sup: 'sup',
}
/** Marks that an element shows without a style. */
const ownMarks: Readonly<Record<string, string>> = {
  ...marks,
  a: 'u',
  th: 'strong',
  dt: 'strong',
  h1: 'strong',
  h2: 'strong',
  h3: 'strong',
  h4: 'strong',
  h5: 'strong',
  h6: 'strong',
}
/** Marks would not be in place within them. */
const withoutMarks = new Set('table thead tbody tfoot tr ul ol menu dir dl pre code svg math hr'.split(' '))
/** Other elements stand around, so that this one may go. */
const stays = new Set('a code kbd mark'.split(' '))

const inStyles: readonly [property: RegExp, value: RegExp, mark: string][] = [
  [/^font-weight$/, /^(?:bold|bolder|[6-9]00)\b/, 'strong'],
  [/^font-style$/, /^(?:italic|oblique)\b/, 'em'],
  [/^text-decoration(?:-line)?$/, /\bunderline\b/, 'u'],
  [/^text-decoration(?:-line)?$/, /\bline-through\b/, 's'],
  [/^vertical-align$/, /^super\b/, 'sup'],
  [/^vertical-align$/, /^sub\b/, 'sub'],
]
/** Pages of Google are within a `<b>` that is not bold. */
const againstMarks: readonly [property: string, value: RegExp, mark: string][] = [
  ['font-weight', /^(?:normal|lighter|[1-4]00)\b/, 'strong'],
  ['font-style', /^normal\b/, 'em'],
]

function declarationsOf(style: string): [property: string, value: string][] {
  return style
    .toLowerCase()
    .split(';')
    .map((declaration): [string, string] => {
      const [property = '', ...value] = declaration.split(':')
      return [property.trim(), value.join(':').trim()]
    })
}

/** The nodes with elements for the marks of their styles. `within`: what stands around them. */
export function withStyledMarks(nodes: readonly ForeignNode[], within: readonly string[] = []): ForeignNode[] {
  return nodes.map((node) => (isElement(node) ? marked(node, within) : node))
}

function marked(element: ForeignElement, within: readonly string[]): ForeignElement {
  const { name, attributes } = element
  const style = declarationsOf(attributes['style'] ?? '')
  const isAgainst = againstMarks.some(
    ([property, value, mark]) =>
      marks[name] === mark && style.some(([one, other]) => one === property && value.test(other)),
  )
  const own = isAgainst ? undefined : ownMarks[name]
  const isInside = isBlock(element)
  const around = own === undefined ? within : [...within, own]
  const added = inStyles
    .filter(([property, value]) => style.some(([one, other]) => property.test(one) && value.test(other)))
    .map(([, , mark]) => mark)
    .filter((mark) => !around.includes(mark) && !isAlready(element, mark) && !(isInside && /^su[bp]$/.test(mark)))
  const mayMark = added.length > 0 && !isVoid(element) && !withoutMarks.has(name) && element.children.length > 0
  // A style does not say which of the blocks within a block have it.
  const given = mayMark && !(isInside && (holdsBlock(element) || element.children.every(isBlank))) ? added : []
  const children = withStyledMarks(element.children, [...around, ...given])
  const plain = isAgainst ? 'span' : name
  if (given.length === 0) return { ...element, name: plain, children }
  const isKept = isInside || marks[plain] !== undefined || stays.has(plain)
  const inner = inMarks(isKept ? given : given.slice(1), children)
  return isKept
    ? { ...element, name: plain, children: inner }
    : { name: given[0] ?? plain, attributes: {}, children: inner }
}

/** `<li style="font-weight: bold"><b>x</b></li>`, whose style is for the number. */
function isAlready({ children }: ForeignElement, mark: string): boolean {
  const [only, ...others] = children.filter((child) => !isBlank(child))
  return only !== undefined && others.length === 0 && isElement(only) && marks[only.name] === mark
}

const inMarks = (names: readonly string[], children: readonly ForeignNode[]): readonly ForeignNode[] =>
  names.reduceRight<readonly ForeignNode[]>((inner, name) => [{ name, attributes: {}, children: inner }], children)
