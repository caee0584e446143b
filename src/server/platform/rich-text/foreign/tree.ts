import { Parser } from 'htmlparser2'

/** An element or a text of HTML that is not clean. */
export type ForeignElement = {
  name: string
  attributes: Readonly<Record<string, string>>
  children: readonly ForeignNode[]
}
export type ForeignNode = ForeignElement | string

/** Deeper elements are removed and their text stays, as cleaning does earlier. No text of people comes near. */
const maximumDepth = 100
const voidNames = new Set(
  'area base br col embed frame hr img input link meta param source track wbr basefont isindex keygen'.split(' '),
)

export const isElement = (node: ForeignNode): node is ForeignElement => typeof node !== 'string'
export const isVoid = ({ name }: ForeignElement): boolean => voidNames.has(name)

/** Texts and attributes stay as written, with their entities, unless they are decoded. */
export function parseForeign(html: string, { decodeEntities = false } = {}): ForeignNode[] {
  const root: ForeignNode[] = []
  const open = [root]
  let deeper = 0
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (open.length > maximumDepth) return void deeper++
        const children: ForeignNode[] = []
        open.at(-1)?.push({ name, attributes, children })
        open.push(children)
      },
      ontext(text) {
        const children = open.at(-1) ?? root
        const last = children.at(-1)
        if (typeof last === 'string') children[children.length - 1] = last + text
        else children.push(text)
      },
      onclosetag() {
        if (deeper > 0) deeper--
        else open.pop()
      },
    },
    { decodeEntities },
  )
  parser.write(html)
  parser.end()
  return root
}

/** Takes nodes whose entities were not decoded. */
export function writeForeign(nodes: readonly ForeignNode[]): string {
  return nodes
    .map((node) => {
      if (!isElement(node)) return node
      const attributes = Object.entries(node.attributes).map(
        ([name, value]) => ` ${name}="${value.replaceAll('"', '&quot;')}"`,
      )
      const start = `<${node.name}${attributes.join('')}>`
      return isVoid(node) ? start : `${start}${writeForeign(node.children)}</${node.name}>`
    })
    .join('')
}

export const textOf = (nodes: readonly ForeignNode[]): string =>
  nodes.map((node) => (isElement(node) ? textOf(node.children) : node)).join('')
