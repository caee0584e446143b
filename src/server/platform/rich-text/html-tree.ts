/** An element or a text of clean HTML. Text and attributes are kept as written, with their entities. */
export type Element = { tag: string; attributes: ReadonlyMap<string, string>; children: HtmlNode[] }
export type HtmlNode = Element | string

const token = /<(\/?)([a-z][a-z0-9]*)((?: [a-z]+="[^"]*")*) ?\/?>|[^<]+/g
const attribute = / ([a-z]+)="([^"]*)"/g
const voidTags = new Set(['br', 'hr', 'img'])
const blockTags = new Set(
  'h2 h3 h4 p hr ul ol li blockquote pre figure figcaption table thead tbody tr th td'.split(' '),
)

const isElement = (node: HtmlNode): node is Element => typeof node !== 'string'
const isBlock = (node: HtmlNode): boolean => isElement(node) && blockTags.has(node.tag)

/** Parses what cleanHtml returned: every element is closed there, and `<` occurs only in tags. */
function parse(html: string): HtmlNode[] {
  const root: Element = { tag: '', attributes: new Map(), children: [] }
  const open = [root]
  for (const [text, isEnd, tag, attributes] of html.matchAll(token)) {
    const parent = open.at(-1) ?? root
    if (tag === undefined) parent.children.push(text)
    else if (isEnd) open.pop()
    else {
      const element: Element = {
        tag,
        attributes: new Map(
          [...(attributes ?? '').matchAll(attribute)].map(([, name = '', value = '']) => [name, value]),
        ),
        children: [],
      }
      parent.children.push(element)
      if (!voidTags.has(tag)) open.push(element)
    }
  }
  return root.children
}

export function serialize(nodes: readonly HtmlNode[]): string {
  return nodes
    .map((node) => {
      if (!isElement(node)) return node
      const attributes = [...node.attributes].map(([name, value]) => ` ${name}="${value}"`).join('')
      return voidTags.has(node.tag)
        ? `<${node.tag}${attributes} />`
        : `<${node.tag}${attributes}>${serialize(node.children)}</${node.tag}>`
    })
    .join('')
}

/**
 * The blocks of clean HTML in one form for everything that looks the same: without spaces between blocks, with text in paragraphs, list items
 * and cells without a paragraph where it would be their only one, and table heads in `thead`. So that the editor's HTML and the Markdown
 * renderer's are equal.
 */
export function canonicalBlocks(html: string): Element[] {
  return inRuns(parse(html).flatMap(canonical), 'p').filter(isElement)
}

function canonical(node: HtmlNode): HtmlNode[] {
  if (!isElement(node)) return [node.replaceAll(/[ \t\r\n]+/g, ' ')]
  const { tag } = node
  if (tag === 'table') return canonicalTable(node)
  const attributes = canonicalAttributes(node)
  if (tag === 'pre') return [{ tag, attributes, children: withoutLastLineBreak(node.children) }]
  const children = node.children.flatMap(canonical)
  if (tag === 'li' || tag === 'th' || tag === 'td')
    return [{ tag, attributes, children: withoutOnlyParagraph(inRuns(children, 'p'), tag) }]
  if (tag === 'blockquote') return [{ tag, attributes, children: inRuns(children, 'p') }]
  if (tag === 'ul' || tag === 'ol') return [{ tag, attributes, children: inRuns(children, 'li') }]
  return [{ tag, attributes, children: isBlock(node) ? trimmed(children) : children }]
}

const partsOfTables = new Set(['thead', 'tbody', 'tr'])

/** A table, and before it what stands between its parts, where browsers show that: the text of a caption. */
function canonicalTable(table: Element): HtmlNode[] {
  const strays: HtmlNode[] = []
  const inside = (part: Element): Element => ({
    tag: part.tag,
    attributes: canonicalAttributes(part),
    children: part.children.flatMap((child) => {
      if (isElement(child) && partsOfTables.has(child.tag)) return [inside(child)]
      if (isElement(child) && (child.tag === 'th' || child.tag === 'td')) return canonical(child)
      strays.push(...canonical(child))
      return []
    }),
  })
  const { tag, attributes, children } = inside(table)
  return [...inRuns(strays, 'p'), { tag, attributes, children: withHead(children.filter(isElement)) }]
}

/** In alphabetical order, and without what every element has or what is the default. */
function canonicalAttributes({ tag, attributes }: Element): Map<string, string> {
  const kept = [...attributes].filter(([name, value]) => {
    if (name === 'loading' || name === 'rel') return false
    if (name === 'colspan' || name === 'rowspan' || name === 'start') return value !== '1'
    return !(tag === 'th' && name === 'scope') && value !== ''
  })
  return new Map(kept.toSorted(([one], [other]) => (one < other ? -1 : 1)))
}

/** Texts and inline elements that follow each other, in a paragraph or an item of a list. */
function inRuns(nodes: readonly HtmlNode[], tag: 'p' | 'li'): HtmlNode[] {
  const blocks: HtmlNode[] = []
  let run: HtmlNode[] = []
  const endRun = () => {
    const children = trimmed(run)
    if (children.length > 0) blocks.push({ tag, attributes: new Map(), children })
    run = []
  }
  for (const node of nodes) {
    if (!isBlock(node)) run.push(node)
    else {
      endRun()
      blocks.push(node)
    }
  }
  endRun()
  return blocks
}

/** Without spaces at both ends and around line breaks; adjacent texts become one. */
function trimmed(nodes: readonly HtmlNode[]): HtmlNode[] {
  const joined: HtmlNode[] = []
  for (const node of nodes) {
    const last = joined.at(-1)
    if (!isElement(node) && typeof last === 'string') joined[joined.length - 1] = (last + node).replaceAll(/ +/g, ' ')
    else joined.push(node)
  }
  const isBreak = (node: HtmlNode | undefined) =>
    node === undefined || (isElement(node) && (node.tag === 'br' || isBlock(node)))
  return joined
    .map((node, index) => {
      if (isElement(node)) return node
      const start = isBreak(joined[index - 1]) ? node.replace(/^ /, '') : node
      return isBreak(joined[index + 1]) ? start.replace(/ $/, '') : start
    })
    .filter((node) => node !== '')
}

function withoutOnlyParagraph(blocks: HtmlNode[], tag: string): HtmlNode[] {
  const [first, ...rest] = blocks
  if (first === undefined || !isElement(first) || first.tag !== 'p') return blocks
  const mayFollow = (node: HtmlNode) => tag === 'li' && isElement(node) && (node.tag === 'ul' || node.tag === 'ol')
  return rest.every(mayFollow) ? [...first.children, ...rest] : blocks
}

function withoutLastLineBreak(children: readonly HtmlNode[]): HtmlNode[] {
  const last = children.at(-1)
  if (last === undefined) return []
  const end = isElement(last)
    ? { ...last, attributes: canonicalAttributes(last), children: withoutLastLineBreak(last.children) }
    : last.replace(/\n+$/, '')
  return end === '' ? children.slice(0, -1) : [...children.slice(0, -1), end]
}

/** A first row of head cells becomes the head. */
function withHead(parts: readonly Element[]): HtmlNode[] {
  const [body, ...rest] = parts
  const [row, ...rows] = body?.tag === 'tbody' ? body.children : []
  const isHead =
    row !== undefined &&
    isElement(row) &&
    row.children.length > 0 &&
    row.children.every((cell) => isElement(cell) && cell.tag === 'th')
  if (!body || !isHead) return [...parts]
  const none = new Map<string, string>()
  return [
    { tag: 'thead', attributes: none, children: [row] },
    ...(rows.length > 0 ? [{ tag: 'tbody', attributes: none, children: rows }] : []),
    ...rest,
  ]
}
