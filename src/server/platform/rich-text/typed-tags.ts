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

function markMarkup(tags: readonly Tag[], hasPicture: (src: string) => boolean): void {
  const open = new Map<string, (Tag | null)[]>()
  for (const one of tags) {
    const { name, isEnd } = one
    if (!isAllowedTag(name)) continue
    if (name === 'br' || name === 'hr') one.isMarkup = true
    else if (name === 'img') one.isMarkup = hasPicture(one.address)
    else if (!isEnd) {
      // A link that leads nowhere is text, with its end.
      const start = name === 'a' && !safeAddress.test(one.address) ? null : one
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
    if (one.isMarkup) inside.set(name, (inside.get(name) ?? 0) + (isEnd ? -1 : 1))
    else if (!isEnd) one.isMarkup = parents[name]?.some((parent) => (inside.get(parent) ?? 0) > 0) ?? false
  }
}

/** True for what may be a picture of a file, in contrast to `<img src=x>` in a text about HTML. */
export const isPictureName = (src: string): boolean =>
  /^(?:\/uploads\/|https?:|data:|@@PLUGINFILE@@)|\.(?:png|jpe?g|gif|webp|svg|avif|bmp)$/i.test(src)

/**
 * Texts that people type, in parts that belong together: only an allowed element with its start and its end is markup, all other
 * tags are shown as typed. `hasPicture` says which pictures are markup.
 */
export function showTypedTags(
  parts: readonly string[],
  hasPicture: (src: string) => boolean = (src) => uploadPath.test(src),
): string[] {
  const tags = parts.flatMap(tagsIn)
  markMarkup(tags, hasPicture)
  const byPart = Map.groupBy(
    tags.filter(({ isMarkup }) => isMarkup),
    ({ part }) => part,
  )
  const asText = (text: string): string => text.replaceAll('<', '&lt;')
  return parts.map((text, part) => {
    const shown: string[] = []
    let from = 0
    for (const { start, end } of byPart.get(part) ?? []) {
      shown.push(asText(text.slice(from, start)), text.slice(start, end))
      from = end
    }
    return [...shown, asText(text.slice(from))].join('')
  })
}

/** Text of a file that may have allowed markup in it, with its line breaks. */
export const typedHtml = (text: string): string =>
  showTypedTags([text], isPictureName).join('').replaceAll('\n', '<br>')
