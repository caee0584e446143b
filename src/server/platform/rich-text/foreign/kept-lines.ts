import { holdsBlock, isBlank, isBlock, isKeptBlock, isRemovedBlock, isUnseen } from './blocks.ts'
import { isElement, isVoid, type ForeignElement, type ForeignNode } from './tree.ts'

// Cleaning takes some blocks away. What they held stays on lines of its own: in paragraphs, and behind line breaks where no paragraph may be.

/** Elements that cleaning keeps although they are no blocks; others are as if they were not there. */
const inlineNames = new Set('a b strong i em u ins s strike del sub sup code kbd mark img br script style'.split(' '))
const listNames: Readonly<Record<string, string>> = { menu: 'ul', dir: 'ul' }
/** They hold blocks of their own kind only. */
const outerBlocks = new Set('ul ol table thead tbody tfoot tr'.split(' '))

const lineBreak: ForeignElement = { name: 'br', attributes: {}, children: [] }

/** Without what stands around blocks and goes, and with captions before their tables, where browsers show them. */
function opened(nodes: readonly ForeignNode[]): ForeignNode[] {
  return nodes.flatMap((node): ForeignNode[] => {
    if (!isElement(node)) return [node]
    if (node.name === 'table') {
      const captions = node.children.filter((child) => isElement(child) && child.name === 'caption')
      return captions.length === 0
        ? [node]
        : [...captions, { ...node, children: node.children.filter((child) => !captions.includes(child)) }]
    }
    return !isBlock(node) && !inlineNames.has(node.name) && holdsBlock(node) ? opened(node.children) : [node]
  })
}

type Flow = { shown: ForeignNode[]; made: Set<ForeignNode> }

/** Where paragraphs may be. The texts of a block that goes get them. */
function flow(nodes: readonly ForeignNode[], goes: boolean, into: Flow): void {
  let run: ForeignNode[] = []
  function endRun(): void {
    const children = inLine(run)
    run = []
    if (!goes || children.some((child) => isElement(child) && holdsBlock(child))) {
      for (const child of children) into.shown.push(child)
    } else if (!children.every(isBlank)) {
      const paragraph = { name: 'p', attributes: {}, children }
      into.made.add(paragraph)
      into.shown.push(paragraph)
    }
  }
  for (const node of opened(nodes)) {
    if (!isElement(node) || !isBlock(node)) run.push(node)
    else {
      endRun()
      if (isRemovedBlock(node)) flow(node.children, true, into)
      else into.shown.push(kept(node))
    }
  }
  endRun()
}

function kept(element: ForeignElement): ForeignElement {
  const name = listNames[element.name] ?? element.name
  if (name === 'blockquote') {
    const into: Flow = { shown: [], made: new Set() }
    flow(element.children, false, into)
    return { ...element, children: into.shown }
  }
  if (outerBlocks.has(name)) return { ...element, name, children: parts(element.children) }
  return { ...element, children: inLine(element.children, name === 'pre' ? '\n' : lineBreak) }
}

const parts = (nodes: readonly ForeignNode[]): ForeignNode[] =>
  nodes.flatMap((node): ForeignNode[] => {
    if (!isElement(node)) return [node]
    if (isKeptBlock(node)) return [kept(node)]
    return isRemovedBlock(node) || holdsBlock(node) ? [' ', ...parts(node.children), ' '] : inLine([node])
  })

/** State of the line so far, and whether the next text is on another one. */
type Line = { end: ForeignNode; hasText: boolean; isEnded: boolean }

const inLine = (nodes: readonly ForeignNode[], end: ForeignNode = lineBreak): ForeignNode[] =>
  onLine(nodes, { end, hasText: false, isEnded: false })

function onLine(nodes: readonly ForeignNode[], line: Line): ForeignNode[] {
  const endLine = (): void => void (line.isEnded ||= line.hasText)
  const startLine = (): void => void Object.assign(line, { hasText: false, isEnded: false })
  function withText(node: ForeignNode): ForeignNode[] {
    const isNext = line.isEnded
    Object.assign(line, { hasText: true, isEnded: false })
    return isNext ? [line.end, node] : [node]
  }
  return opened(nodes).flatMap((node): ForeignNode[] => {
    if (!isElement(node)) return isBlank(node) ? [node] : withText(node)
    if (node.name === 'br') {
      startLine()
      return [node]
    }
    if (isUnseen(node)) return [node]
    if (isRemovedBlock(node)) {
      endLine()
      const shown = onLine(node.children, line)
      endLine()
      return shown
    }
    if (isKeptBlock(node)) {
      startLine()
      return [kept(node)]
    }
    return isVoid(node) ? withText(node) : [{ ...node, children: onLine(node.children, line) }]
  })
}

/** The nodes without blocks that cleaning takes away. */
export function keepLines(nodes: readonly ForeignNode[]): readonly ForeignNode[] {
  const into: Flow = { shown: [], made: new Set() }
  flow(nodes, false, into)
  const [only, ...others] = into.shown.filter((node) => isElement(node) || node.trim() !== '')
  // One line has nothing to be apart from.
  const isAlone = only !== undefined && others.length === 0 && isElement(only) && into.made.has(only)
  return isAlone ? only.children : into.shown
}
