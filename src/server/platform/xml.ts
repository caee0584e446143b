import { Parser } from 'htmlparser2'

export type XmlNode = {
  name: string
  attributes: Record<string, string>
  children: XmlNode[]
  text: string
  /** Counted from 1. */ line: number
}

/** XML that is not read; the message is a sentence for the one who sent it. */
export class UnreadableXml extends Error {
  override name = 'UnreadableXml'
}

export const noXml: XmlNode = { name: '', attributes: {}, children: [], text: '', line: 1 }

const deepest = 100
/** Names a DTD, which is never fetched, and defines nothing. Exports of QTI 1.2 start with one. */
const plainDoctype = /^!doctype\s+[\w:.-]+(?:\s+(?:SYSTEM|PUBLIC\s+"[^"]*")\s+"[^"]*\.dtd")?\s*$/i
const maximumNodes = 2_000_000
const xmlEncoding = /^[^<]*<\?xml[^>]*encoding=["']([\w-]+)["']/

/**
 * Reads XML into a tree, names without their prefix. Entities beyond the five of XML are left as they are, and a document type that
 * defines something is refused: nothing is expanded or fetched.
 */
export function parseXml(bytes: Uint8Array, file: string): XmlNode {
  const text = decodeText(bytes, xmlEncoding)
  const root: XmlNode = { ...noXml, attributes: {}, children: [] }
  const stack = [root]
  let nodes = 0
  let [line, nextBreak] = [1, text.indexOf('\n')]
  const lineAt = (index: number): number => {
    for (; nextBreak !== -1 && nextBreak < index; nextBreak = text.indexOf('\n', nextBreak + 1)) line++
    return line
  }
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (stack.length > deepest || ++nodes > maximumNodes)
          throw new UnreadableXml(`${file}: susunan XML terlalu dalam atau terlalu panjang`)
        const node = { name: local(name), attributes, children: [], text: '', line: lineAt(parser.startIndex) }
        stack.at(-1)?.children.push(node)
        stack.push(node)
      },
      ontext(part) {
        const node = stack.at(-1)
        if (node) node.text += part
      },
      onclosetag: () => void stack.pop(),
      // Not a search in the text: CDATA may hold a whole page with its own.
      onprocessinginstruction(name, declaration) {
        if (name.startsWith('!') && !plainDoctype.test(declaration))
          throw new UnreadableXml(`${file}: XML dengan DOCTYPE atau ENTITY tidak diterima`)
      },
    },
    { xmlMode: true, decodeEntities: true },
  )
  parser.write(text)
  parser.end()
  return root
}

const local = (name: string): string => name.slice(name.indexOf(':') + 1)

/** In the encoding that its mark or this declaration says; without a true one UTF-8, or what Windows wrote before it. */
export function decodeText(bytes: Uint8Array, declaration: RegExp): string {
  const head = Buffer.from(bytes.subarray(0, 1024)).toString('latin1')
  const marked =
    bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : null
  for (const encoding of [marked ?? declaration.exec(head)?.[1] ?? 'utf-8', 'utf-8']) {
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(bytes)
    } catch {
      // Not in this encoding, or in none that is known.
    }
  }
  return new TextDecoder('windows-1252').decode(bytes)
}

export const childrenOf = (node: XmlNode | undefined, name: string): XmlNode[] =>
  node?.children.filter((child) => child.name === name) ?? []
/** The node at a path of names, the first one at each step. */
export const at = (node: XmlNode | undefined, ...path: string[]): XmlNode | undefined =>
  path.reduce<XmlNode | undefined>((found, name) => found?.children.find((child) => child.name === name), node)
/** The text at a path, trimmed; empty without one. Moodle writes `$@NULL@$` for nothing. */
export function textAt(node: XmlNode | undefined, ...path: string[]): string {
  const text = at(node, ...path)?.text.trim() ?? ''
  return text === '$@NULL@$' ? '' : text
}
/** All nodes of a name below this one, in order. */
export function allOf(node: XmlNode | undefined, name: string): XmlNode[] {
  return node ? node.children.flatMap((child) => [...(child.name === name ? [child] : []), ...allOf(child, name)]) : []
}
