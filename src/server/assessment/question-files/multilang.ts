import type { XmlNode } from '#server/platform/xml.ts'

// Moodle keeps a text in several languages side by side, and shows one of them.

const isMultilang = /<(?:span|lang)\b[^<>]*\blang\s*=|\{\s*mlang\b/i
const tags = /<(\/?)(span|lang)\b([^<>]*)>/gi
const shortcodes = /\{\s*mlang(?:\s+([\w,-]+))?\s*\}/gi
const languageIn = /(?:^|\s)lang\s*=\s*["']?([\w-]+)/i
const classIn = /(?:^|\s)class\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"']+))/i
function isMarked(attributes: string): boolean {
  const [, one, two, three] = classIn.exec(attributes) ?? []
  return /\bmultilang\b/i.test(one ?? two ?? three ?? '')
}

/** A part of a text that is for one language. */
type Version = { start: number; end: number; language: string; text: string }

/** Elements for one language, each with all that is in it. */
function elementsIn(text: string): Version[] {
  const versions: Version[] = []
  const open: { name: string; start: number; from: number; language: string | null }[] = []
  let outer = 0
  for (const { 0: whole, 1: slash, 2: written = '', 3: attributes = '', index } of text.matchAll(tags)) {
    const name = written.toLowerCase()
    if (slash === '') {
      const isVersion = outer === 0 && (name === 'lang' || isMarked(attributes))
      const language = isVersion ? (languageIn.exec(attributes)?.[1] ?? null) : null
      if (language !== null) outer++
      open.push({ name, start: index, from: index + whole.length, language })
      continue
    }
    const last = open.at(-1)
    if (last?.name !== name) continue
    open.pop()
    if (last.language === null) continue
    outer = 0
    versions.push({
      start: last.start,
      end: index + whole.length,
      language: last.language,
      text: text.slice(last.from, index),
    })
  }
  return versions
}

function shortcodesIn(text: string): Version[] {
  const versions: Version[] = []
  let open: { start: number; from: number; language: string } | null = null
  for (const { 0: whole, 1: language, index } of text.matchAll(shortcodes)) {
    const end = index + whole.length
    if (language !== undefined) open ??= { start: index, from: end, language }
    else if (open) {
      versions.push({ start: open.start, end, language: open.language, text: text.slice(open.from, index) })
      open = null
    }
  }
  return versions
}

/** Indonesian, else what is meant for all others, else the first one. */
function choose(versions: readonly Version[]): string {
  const of = (wanted: string) =>
    versions.find(({ language }) => language.toLowerCase().split(',').includes(wanted))?.text
  return of('id') ?? of('other') ?? versions[0]?.text ?? ''
}

/** The text with one of the versions that follow each other. Fewer than `least` are no choice. */
function withOne(text: string, versions: readonly Version[], least: number): string {
  const groups: Version[][] = []
  for (const version of versions) {
    const group = groups.at(-1)
    const end = group?.at(-1)?.end
    if (group && end !== undefined && text.slice(end, version.start).trim() === '') group.push(version)
    else groups.push([version])
  }
  const shown: string[] = []
  let from = 0
  for (const group of groups.filter(({ length }) => length >= least)) {
    shown.push(text.slice(from, group[0]?.start), choose(group))
    from = group.at(-1)?.end ?? from
  }
  return shown.join('') + text.slice(from)
}

export function oneLanguage(text: string): string {
  if (!isMultilang.test(text)) return text
  const ofElements = withOne(text, elementsIn(text), 2)
  return withOne(ofElements, shortcodesIn(ofElements), 1)
}

/** A part of Moodle XML with every text in one language; true where it had others. */
export function chooseLanguage(node: XmlNode): boolean {
  const text = oneLanguage(node.text)
  const isChanged = text !== node.text
  node.text = text
  return node.children.map(chooseLanguage).some(Boolean) || isChanged
}
export const otherLanguages = 'teks dalam bahasa lain tidak ikut'
