import { hasVisibleText } from '#contract/kit/text/visible-text.ts'

type PictureAttributes = Readonly<Record<string, string>>
type Link = { address: string; alts: string[]; lost: number; hasContent: boolean }

const piece = /<a ([^<>]*)>|<\/a>|<img ([^<>]*)\/>/g
const attributesIn = (written: string): Record<string, string> =>
  Object.fromEntries(
    [...written.matchAll(/(?<![a-z])([a-z]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]),
  )
const mayShow = (html: string): boolean => hasVisibleText(html.replaceAll(/<[^<>]*>|&nbsp;/g, ''))

/** Shown in a link instead of its pictures, so that it can be found. */
const shownOf = ({ address, alts }: Link): string => alts.join(' ') || address.replace(/^mailto:/i, '')

/** Clean HTML with other pictures; null removes one. A link of which nothing is left shows what its pictures were called, or its address. */
export function replaceImages(
  html: string,
  replace: (attributes: PictureAttributes) => PictureAttributes | null,
): string {
  if (!html.includes('<img ')) return html
  const shown: string[] = []
  let from = 0
  let link: Link | null = null
  for (const { 0: whole, 1: ofLink, 2: ofPicture, index } of html.matchAll(piece)) {
    const before = html.slice(from, index)
    from = index + whole.length
    shown.push(before)
    if (link && !link.hasContent) link.hasContent = mayShow(before)
    if (ofPicture !== undefined) {
      const attributes = attributesIn(ofPicture)
      const replaced = replace(attributes)
      if (replaced) {
        if (link) link.hasContent = true
        const written = Object.entries(replaced).map(([name, value]) => `${name}="${value}"`)
        shown.push(`<img ${written.join(' ')} />`)
      } else if (link) {
        link.lost++
        if (attributes['alt']?.trim()) link.alts.push(attributes['alt'].trim())
      }
      continue
    }
    if (ofLink !== undefined)
      link = { address: attributesIn(ofLink)['href'] ?? '', alts: [], lost: 0, hasContent: false }
    else {
      if (link && link.lost > 0 && !link.hasContent && link.address !== '') shown.push(shownOf(link))
      link = null
    }
    shown.push(whole)
  }
  shown.push(html.slice(from))
  return shown.join('')
}
