import type { XmlNode } from '#server/platform/xml.ts'

// Moodle keeps a text in several languages side by side, and shows one of them.

const span = '<(?:span|lang)\\b[^<>]*\\blang="([\\w-]+)"[^<>]*>([^]*?)</(?:span|lang)>'
const isMultilang = /<span\b[^<>]*\bclass="multilang"|<lang\b[^<>]*\blang=|\{mlang\b/i
const spans = new RegExp(`${span}(?:\\s*${span})+`, 'gi')
const shortcodes =
  /\{\s*mlang\s+[\w,-]+\s*\}[^]*?\{\s*mlang\s*\}(?:\s*\{\s*mlang\s+[\w,-]+\s*\}[^]*?\{\s*mlang\s*\})*/gi
const shortcode = /\{\s*mlang\s+([\w,-]+)\s*\}([^]*?)\{\s*mlang\s*\}/gi

/** Indonesian, else what is meant for all others, else the first one. */
function choose(versions: readonly (readonly [language: string, text: string])[]): string {
  const of = (wanted: string) => versions.find(([language]) => language.toLowerCase().split(',').includes(wanted))?.[1]
  return of('id') ?? of('other') ?? versions[0]?.[1] ?? ''
}

export function oneLanguage(text: string): string {
  if (!isMultilang.test(text)) return text
  return text
    .replaceAll(spans, (all) =>
      choose(
        [...all.matchAll(new RegExp(span, 'gi'))].map(([, language = '', inner = '']) => [language, inner] as const),
      ),
    )
    .replaceAll(shortcodes, (all) =>
      choose([...all.matchAll(shortcode)].map(([, language = '', inner = '']) => [language, inner] as const)),
    )
}

/** A part of Moodle XML with every text in one language; true where it had others. */
export function chooseLanguage(node: XmlNode): boolean {
  const text = oneLanguage(node.text)
  const isChanged = text !== node.text
  node.text = text
  return node.children.map(chooseLanguage).some(Boolean) || isChanged
}
export const otherLanguages = 'teks dalam bahasa lain tidak ikut'
