import { escapeText } from '#contract/kit/text/html-text.ts'
import { uploadPath } from '#contract/kit/media/images.ts'
import { isAllowedTag, safeAddress } from './clean-html.ts'

const tag = /<(\/?)([a-z][a-z\d]*)((?:\s(?:[^<>"']|"[^"<]*"|'[^'<]*')*)?)\/?>/gi
const addressIn = /\s(?:src|href)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i
/** Elements whose end may be left out within others. */
const parents: Record<string, readonly string[]> = {
  li: ['ul', 'ol'],
  thead: ['table'],
  tbody: ['table'],
  tr: ['table'],
  th: ['table'],
  td: ['table'],
}

type Tag = {
  part: number
  start: number
  end: number
  name: string
  isEnd: boolean
  address: string
  isMarkup: boolean
}

const tagsIn = (text: string, part: number): Tag[] =>
  [...text.matchAll(tag)].map(({ 0: whole, 1: slash, 2: name = '', 3: attributes = '', index }) => {
    const [, one, two, three] = addressIn.exec(attributes) ?? []
    return {
      part,
      start: index,
      end: index + whole.length,
      name: name.toLowerCase(),
      isEnd: slash === '/',
      address: one ?? two ?? three ?? '',
      isMarkup: false,
    }
  })

/** Which pictures are there, and which links lead somewhere; others are text. */
type Known = {
  hasPicture?: ((src: string) => boolean) | undefined
  isLink?: ((address: string) => boolean) | undefined
}

/** A text, and what stands around it. */
export type TypedPart = { text: string; before?: string; after?: string }

/** A break is beside words: `satu<br>dua`. Between spaces, `<br>` and `<hr>` are spoken of. */
const breaks = (before: string, after: string): boolean =>
  /(?:[^\s([{"'“‘<>]|[\w"'/]>)$/.test(before) || /^(?:[\p{L}\p{N}]|<\/?[a-z])/iu.test(after)

function markMarkup(
  tags: readonly Tag[],
  parts: readonly TypedPart[],
  { hasPicture = (src) => uploadPath.test(src), isLink = (address) => safeAddress.test(address) }: Known,
): void {
  const open = new Map<string, (Tag | null)[]>()
  for (const one of tags) {
    const { name, isEnd } = one
    if (!isAllowedTag(name)) continue
    if (name === 'br' || name === 'hr') {
      const { text, before = '', after = '' } = parts[one.part] ?? { text: '' }
      one.isMarkup = breaks(
        before.slice(-3) + text.slice(Math.max(0, one.start - 3), one.start),
        text.slice(one.end, one.end + 3) + after.slice(0, 3),
      )
    } else if (name === 'img') one.isMarkup = hasPicture(one.address)
    else if (!isEnd) {
      // A link that leads nowhere is text, with its end.
      const start = name === 'a' && !isLink(one.address) ? null : one
      const starts = open.get(name)
      if (starts) starts.push(start)
      else open.set(name, [start])
    } else {
      const start = open.get(name)?.pop()
      if (start) start.isMarkup = one.isMarkup = true
    }
  }
  const inside = new Map<string, number>()
  for (const one of tags) {
    const { name, isEnd } = one
    const isPart = parents[name]?.some((parent) => (inside.get(parent) ?? 0) > 0)
    if (isPart !== undefined && (!isPart || !isEnd)) one.isMarkup = isPart
    else if (one.isMarkup) inside.set(name, (inside.get(name) ?? 0) + (isEnd ? -1 : 1))
  }
}

/** True for what may be a picture of a file, in contrast to `<img src=x>` in a text about HTML. */
export const isPictureName = (src: string): boolean =>
  /^(?:\/uploads\/|https?:|data:|@@PLUGINFILE@@)|\.(?:png|jpe?g|gif|webp|svg|avif|bmp)$/i.test(src)

/** Texts that people type, in parts that belong together: only an allowed element with its start and its end is markup, all other tags are shown as typed. */
export function showTypedTags(parts: readonly TypedPart[], known: Known = {}): string[] {
  const tags = parts.flatMap(({ text }, part) => tagsIn(text, part))
  markMarkup(tags, parts, known)
  const byPart = Map.groupBy(
    tags.filter(({ isMarkup }) => isMarkup),
    ({ part }) => part,
  )
  const asText = (text: string): string => text.replaceAll('<', '&lt;')
  return parts.map(({ text }, part) => {
    const shown: string[] = []
    let from = 0
    for (const { start, end } of byPart.get(part) ?? []) {
      shown.push(asText(text.slice(from, start)), text.slice(start, end))
      from = end
    }
    return [...shown, asText(text.slice(from))].join('')
  })
}

/** Text of a file that may have allowed markup in it, with its line breaks. Programs write signs of HTML also where no element is. */
export const typedHtml = (text: string): string =>
  showTypedTags([{ text }], { hasPicture: isPictureName }).join('').replaceAll('\n', '<br>')

/** The same of a file that people write: where no element is, `&nbsp;` is text. */
export function writtenHtml(text: string): string {
  const shown = typedHtml(text)
  return shown.replaceAll('<br>', '').includes('<') || shown.split('<br>').length > text.split('\n').length
    ? shown
    : escapeText(text).replaceAll('\n', '<br>')
}
