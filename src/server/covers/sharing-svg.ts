import { composeArt, glyphInk } from './compose.ts'
import { designFor, type Design } from './palettes.ts'
import { drawable, widthOf, wrapTitle } from './wrap-title.ts'

export const sharingWidth = 1200
export const sharingHeight = 630

/** What a link to a course, or to the site, looks like where it is shared. */
export type SharingInput = SharingWords & { siteName: string }
export type SharingWords = {
  title: string
  /** In small letters below the title: the category's name, or what the site is. */
  label: string
  /** As for covers: the slug and the id that choose the art; without a category it is the house's own cloth. */
  category: string | null
  seed: string
}

const houseCategory = 'web-development'

// Titles keep to the left half and a bit, where the shade lies; the disc shows on the right.
const room = { width: 740, sizes: [76, 66, 58, 50], maximumLines: 3 }
const left = 72
const bottom = 558

const escapeXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

function text(value: string, { x, y, size, fill = '#fff' }: { x: number; y: number; size: number; fill?: string }): string {
  return `<text x="${x}" y="${y}" font-size="${size}" fill="${fill}" letter-spacing="${-size / 50}">${escapeXml(value)}</text>`
}

/** The cover's own cloth with the words on its dark side, as SVG of 1200 × 630. */
export function sharingSvg({ title, label, category, seed, siteName }: SharingInput): string {
  const { glyph, ...colours } = designFor(category ?? houseCategory)
  const design: Design = category !== null && glyph ? { ...colours, glyph } : colours
  const { lines, fontSize } = wrapTitle(title, room)
  const lineHeight = fontSize * 1.14
  // The title stands on the label, and grows upwards.
  const firstBaseline = bottom - 92 - lineHeight * (lines.length - 1) - fontSize * 0.3
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${sharingWidth}" height="${sharingHeight}" viewBox="0 0 ${sharingWidth} ${sharingHeight}" font-family="Plus Jakarta Sans" font-weight="800">` +
    `<g transform="translate(0 -22.5)scale(1.875)">${composeArt(category ?? houseCategory, seed)}</g>` +
    `<defs><linearGradient id="shade"><stop offset=".3" stop-color="${design.deep}" stop-opacity=".94"/><stop offset=".62" stop-color="${design.deep}" stop-opacity=".72"/><stop offset=".9" stop-color="${design.deep}" stop-opacity="0"/></linearGradient></defs>` +
    `<path fill="url(#shade)" d="M0 0H1200V630H0Z"/>` +
    mark(siteName) +
    lines.map((line, index) => text(line, { x: left, y: Math.round(firstBaseline + index * lineHeight), size: fontSize })).join('') +
    drawLabel(design, drawable(label)) +
    '</svg>'
  )
}

/** The mark and the name, as in the site's header. */
function mark(siteName: string): string {
  const name = wrapTitle(siteName, { width: room.width - 84, sizes: [44, 32], maximumLines: 1 })
  return (
    `<g transform="translate(${left} 64)scale(2)"><rect width="32" height="32" rx="9" fill="#151c4f"/><path d="M25 19.5V25H13a6 6 0 0 1-6-6v-6a6 6 0 0 1 6-6h12v5h-4v2.5h-4V17h-4v2.5z" fill="#f7b32b"/></g>` +
    text(name.lines.join(''), { x: left + 84, y: 111, size: name.fontSize })
  )
}

function drawLabel(design: Design, label: string): string {
  const size = 32
  const fits = widthOf(label) * size <= room.width - 84
  const words = fits ? label : wrapTitle(label, { width: room.width - 84, sizes: [size], maximumLines: 1 }).lines.join('')
  if (!design.glyph) return text(words, { x: left, y: bottom - 18, size, fill: design.tint })
  return (
    `<rect x="${left}" y="${bottom - 60}" width="60" height="60" rx="15" fill="#fff"/><g transform="translate(${left + 12} ${bottom - 48})scale(1.5)" ${glyphInk(design, design.glyph)}</g>` +
    text(words, { x: left + 80, y: bottom - 19, size, fill: design.tint })
  )
}
