import { escapeHtml, escapeText } from '#contract/kit/text/html-text.ts'
import { typedHtml } from '#server/platform/rich-text/index.ts'
import { allOf, childrenOf, type XmlNode } from '#server/platform/xml.ts'

// Reads what a person sees of an item of QTI 1.2, whatever elements a platform wraps around it.

const plainTypes = /plain/i
const markupTypes = /html|xml/i

/** Text is text unless its type says that it is HTML; without a type, allowed elements work. */
function textOf({ attributes, text }: XmlNode): string {
  const type = attributes['texttype'] ?? attributes['type'] ?? ''
  if (markupTypes.test(type)) return text
  // Sakai names a character set, and calls its HTML plain.
  const isPlain = plainTypes.test(type) && !('charset' in attributes)
  return isPlain ? escapeText(text).replaceAll('\n', '<br>') : typedHtml(text)
}

const dataOf = ({ attributes, text }: XmlNode, type: string): string =>
  `data:${attributes[type] ?? 'image/png'};base64,${text.replaceAll(/\s/g, '')}`
const fileOf = (node: XmlNode): string => {
  const { uri = '', label = '' } = node.attributes
  return uri === '' ? '' : `<a href="${escapeHtml(uri)}">${escapeText(label || uri)}</a>`
}

/** HTML of one element that shows something; null for one that only holds others. */
function shown(node: XmlNode): string | null {
  switch (node.name) {
    case 'mattext':
    case 'matemtext':
    case 'mat_formattedtext':
      return textOf(node)
    case 'matimage': {
      const { uri = '', label = '', embedded = '' } = node.attributes
      const src = embedded || uri === '' ? dataOf(node, 'imagtype') : uri
      return `<img src="${escapeHtml(src)}" alt="${escapeHtml(label)}">`
    }
    case 'matbreak':
      return '<br>'
    case 'mataudio':
    case 'matvideo':
    case 'matapplication':
    case 'matapplet':
      return fileOf(node)
    default:
      return null
  }
}

/** Where students answer, which is no part of the text before it. */
const answering = /^(?:response_(?:lid|str|num|xy|grp|extension|label)|render_.+)$/

const blank = '_____'

/** The materials of a node in their order, without those of its answers. Where a text goes on behind a field, the field is a blank. */
export function materialOf(node: XmlNode | undefined): string {
  const parts = (node?.children ?? []).flatMap((child): string[] => {
    const html = shown(child)
    if (html !== null) return html.trim() === '' ? [] : [html]
    if (/^response_(?:str|num)$/.test(child.name)) return [blank]
    return answering.test(child.name) ? [] : [materialOf(child)].filter((part) => part !== '')
  })
  const end = parts.findLastIndex((part) => part !== blank)
  return parts.slice(0, end + 1).join(' ')
}

const spellings = ['qtimetadatafield', 'qti_metadatafield']
const textIn = (node: XmlNode, name: string): string => childrenOf(node, name)[0]?.text.trim() ?? ''

/** Metadata beside the content, as label and entry or as an element of its own name. */
export function fieldsOf(metadata: readonly (XmlNode | undefined)[]): Map<string, string> {
  const fields = new Map<string, string>()
  for (const node of metadata) {
    for (const { name, children, text } of node?.children ?? [])
      if (children.length === 0 && text.trim() !== '') fields.set(name, text.trim())
    for (const spelling of spellings)
      for (const field of allOf(node, spelling)) fields.set(textIn(field, 'fieldlabel'), textIn(field, 'fieldentry'))
  }
  return fields
}

/** The name of an option or an answer in the conditions. */
export const identOf = ({ attributes }: XmlNode): string => attributes['ident'] ?? attributes['respident'] ?? ''
/** Parts of an item that Blackboard marks as what they are. */
export const flowsOf = (presentation: XmlNode | undefined, kind: string): XmlNode[] =>
  allOf(presentation, 'flow').filter(({ attributes }) => attributes['class'] === kind)
