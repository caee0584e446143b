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
  readonly file: string
  /** Counted from 1. */
  readonly line: number
  /** The message without the file. */
  readonly problem: string
  constructor(file: string, line: number, problem: string) {
    super(`${file}: ${problem}`)
    this.file = file
    this.line = line
    this.problem = problem
  }
}

/** XML that was cut off, or whose elements are not closed in their order: what would be read of it is not what it held. */
export class DamagedXml extends UnreadableXml {
  override name = 'DamagedXml'
}

export const noXml: XmlNode = { name: '', attributes: {}, children: [], text: '', line: 1 }

const deepest = 100
/** Names a DTD, which is never fetched, and defines nothing. Exports of QTI 1.2 start with one. */
const plainDoctype = /^!doctype\s+[\w:.-]+(?:\s+(?:SYSTEM|PUBLIC\s+"[^"]*")\s+"[^"]*\.dtd")?\s*$/i
const maximumNodes = 2_000_000
/** Elements of Moodle and QTI whose content is HTML. Some exports do not escape it: then its tags are part of the text. */
const ofHtml = new Set(['text', 'mattext', 'mat_formattedtext'])
const xmlEncoding = /^[^<]*<\?xml[^>]*encoding=["']([\w-]+)["']/

/** Tells of the end of every element as it is written, also of one that closes nothing or too much. */
class CheckedParser extends Parser {
  onEnd: (start: number, end: number) => void = () => undefined
  override onclosetag(start: number, end: number): void {
    this.onEnd(start, end)
    super.onclosetag(start, end)
  }
}

/**
 * Reads XML into a tree, names without their prefix. Elements that do not close as they should are DamagedXml. An `&` or an attribute
 * that is not escaped is read, as some exports write it: nothing is lost by that. Entities beyond the five of XML are left as they are,
 * and a document type that defines something is refused: nothing is expanded or fetched.
 */
export function parseXml(bytes: Uint8Array, file: string): XmlNode {
  const text = decodeText(bytes, xmlEncoding)
  const root: XmlNode = { ...noXml, attributes: {}, children: [] }
  const stack = [root]
  /** As they are written. */
  const names: string[] = []
  /** Where the content of each of them begins. */
  const starts: number[] = []
  let nodes = 0
  let [line, nextBreak] = [1, text.indexOf('\n')]
  const lineAt = (index: number): number => {
    for (; nextBreak !== -1 && nextBreak < index; nextBreak = text.indexOf('\n', nextBreak + 1)) line++
    return line
  }
  const damaged = (at: number, problem: string) => new DamagedXml(file, at, `XML rusak: ${problem}`)
  const parser = new CheckedParser(
    {
      onopentag(name, attributes) {
        if (stack.length > deepest || ++nodes > maximumNodes)
          throw new UnreadableXml(file, lineAt(parser.startIndex), 'Susunan XML terlalu dalam atau terlalu panjang')
        names.push(name)
        starts.push(parser.endIndex + 1)
        const node = { name: local(name), attributes, children: [], text: '', line: lineAt(parser.startIndex) }
        stack.at(-1)?.children.push(node)
        stack.push(node)
      },
      ontext(part) {
        const node = stack.at(-1)
        if (node) node.text += part
      },
      onclosetag() {
        stack.pop()
        names.pop()
        starts.pop()
      },
      // Not a search in the text: CDATA may hold a whole page with its own.
      onprocessinginstruction(name, declaration) {
        if (name.startsWith('!') && !plainDoctype.test(declaration))
          throw new UnreadableXml(file, lineAt(parser.startIndex), 'XML dengan DOCTYPE atau ENTITY tidak diterima')
      },
    },
    { xmlMode: true, decodeEntities: true },
  )
  parser.onEnd = (start, end) => {
    const [name, open] = [text.slice(start, end), names.at(-1)]
    if (name !== open)
      throw damaged(
        lineAt(start),
        open === undefined
          ? `</${shown(name)}> tidak menutup apa pun`
          : `</${shown(name)}> di tempat </${shown(open)}>`,
      )
    const node = stack.at(-1)
    if (!node || node.children.length === 0 || !ofHtml.has(node.name)) return
    // Without the `</` of its end.
    node.text = text.slice(starts.at(-1), start - 2)
    node.children = []
  }
  parser.write(text)
  const open = names.at(-1)
  // The innermost one: where the text was cut.
  if (open !== undefined) throw damaged(stack.at(-1)?.line ?? 1, `<${shown(open)}> tidak ditutup`)
  parser.end()
  const [only, second] = root.children
  if (!only) throw damaged(1, 'tidak ada isinya')
  if (second) throw damaged(second.line, `<${shown(second.name)}> ada setelah akhirnya`)
  return root
}

const shown = (name: string): string => name.slice(0, 50).trim()
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
