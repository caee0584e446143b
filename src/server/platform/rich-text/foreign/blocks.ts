import { isElement, type ForeignElement, type ForeignNode } from './tree.ts'

/** Blocks that cleaning takes away. */
export const removedBlocks: ReadonlySet<string> = new Set(
  'address article aside body caption center dd details dialog div dl dt fieldset footer form header hgroup html legend main nav search section summary'.split(
    ' ',
  ),
)
const keptBlocks = new Set(
  'p hr ul ol menu dir li blockquote pre figure figcaption table thead tbody tfoot tr th td h1 h2 h3 h4 h5 h6'.split(
    ' ',
  ),
)
export const isRemovedBlock = ({ name }: ForeignElement): boolean => removedBlocks.has(name)
export const isKeptBlock = ({ name }: ForeignElement): boolean => keptBlocks.has(name)
export const isBlock = (element: ForeignElement): boolean => isRemovedBlock(element) || isKeptBlock(element)

const known = new WeakMap<ForeignElement, boolean>()
/** True for an element with a block in it, however deep. */
export function holdsBlock(element: ForeignElement): boolean {
  const before = known.get(element)
  if (before !== undefined) return before
  const holds = element.children.some((child) => isElement(child) && (isBlock(child) || holdsBlock(child)))
  known.set(element, holds)
  return holds
}

/** Cleaning takes them away with their text. */
const unseen = new Set(['script', 'style', 'option', 'textarea', 'xmp'])
export const isUnseen = ({ name }: ForeignElement): boolean => unseen.has(name)

const shows = new Set(['img', 'hr', 'iframe', 'video', 'audio', 'object', 'embed', 'input', 'svg', 'math'])
const space = /^(?:\s|&nbsp;|&#160;|&#xa0;)*$/i
/** True where a reader sees nothing, or empty lines. */
export const isBlank = (node: ForeignNode): boolean =>
  isElement(node)
    ? node.name === 'br' || isUnseen(node) || (!shows.has(node.name) && node.children.every(isBlank))
    : space.test(node)
