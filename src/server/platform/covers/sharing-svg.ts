import { escapeHtml } from '#contract/kit/text/html-text.ts'
import { composeArt, glyphInk } from './compose.ts'
import { designFor, type Design } from './palettes.ts'
import { drawable, wrapTitle, type Measure } from './wrap-title.ts'

const sharingWidth = 1200
const sharingHeight = 630

/** The image of a shared link to a course or to the site. */
export type SharingInput = SharingText & {
  siteName: string
  /** The site's own logo, a PNG in base64; null: the default one. */
  logoPng: string | null
}
export type SharingText = {
  title: string
  /** Small text below the title: the category's name, or a description of the site. */
  label: string
  /** Category slug and course id, as for covers. Without a category the default design is used. */
  category: string | null
  seed: string
}

const defaultCategory = 'web-development'

// The title's box: the shaded left part, so that the disc on the right stays visible.
const box = { width: 740, sizes: [76, 66, 58, 50], maximumLines: 3 }
const left = 72
const bottom = 558

/** The renderer shapes joined and stacked letters only in a run of their own font. */
const families: readonly [RegExp, string][] = [
  [/\p{Script=Arabic}/u, 'Vazirmatn'],
  [/\p{Script=Javanese}/u, 'Noto Sans Javanese'],
  [/\p{Script=Devanagari}/u, 'Noto Sans'],
]
/** The parts of a text by their fonts. One after another they are drawn; together, the renderer leaves out a text whose fonts join letters differently. */
type Runs = (text: string) => { text: string; start: number }[]

function text(
  value: string,
  { x, y, size, fill = '#fff', runs }: { x: number; y: number; size: number; fill?: string; runs: Runs },
): string {
  // Closer letters would tear scripts apart whose letters are joined or stacked.
  const spacing = /^[\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]*$/u.test(value)
    ? ` letter-spacing="${-size / 50}"`
    : ''
  const parts = spacing === '' ? runs(value) : [{ text: value, start: 0 }]
  return parts
    .map(({ text: part, start }) => {
      const family = families.find(([script]) => script.test(part))?.[1]
      const font = family ? ` font-family="${family}"` : ''
      return `<text x="${Math.round(x + start * size)}" y="${y}" font-size="${size}" fill="${fill}"${font}${spacing}>${escapeHtml(part)}</text>`
    })
    .join('')
}

/** The cover's art with the text on its shaded side, as SVG of 1200 × 630. */
export function sharingSvg(
  { title, label, category, seed, siteName, logoPng }: SharingInput,
  measure: Measure,
  runs: Runs = (whole) => [{ text: whole, start: 0 }],
): string {
  const { glyph, ...colours } = designFor(category ?? defaultCategory)
  const design: Design = category !== null && glyph ? { ...colours, glyph } : colours
  const { lines, fontSize } = wrapTitle(title, box, measure)
  const lineHeight = fontSize * 1.14
  // The last line is above the label; further lines are added above it.
  const firstBaseline = bottom - 92 - lineHeight * (lines.length - 1) - fontSize * 0.3
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${sharingWidth}" height="${sharingHeight}" viewBox="0 0 ${sharingWidth} ${sharingHeight}" font-family="Plus Jakarta Sans" font-weight="800">` +
    `<g transform="translate(0 -22.5)scale(1.875)">${composeArt(category ?? defaultCategory, seed)}</g>` +
    `<defs><linearGradient id="shade"><stop offset=".3" stop-color="${design.deep}" stop-opacity=".94"/><stop offset=".62" stop-color="${design.deep}" stop-opacity=".72"/><stop offset=".9" stop-color="${design.deep}" stop-opacity="0"/></linearGradient></defs>` +
    `<path fill="url(#shade)" d="M0 0H1200V630H0Z"/>` +
    logo(siteName, logoPng, measure, runs) +
    lines
      .map((line, index) =>
        text(line, { x: left, y: Math.round(firstBaseline + index * lineHeight), size: fontSize, runs }),
      )
      .join('') +
    drawLabel(design, drawable(label), measure, runs) +
    '</svg>'
  )
}

const mark =
  '<rect width="32" height="32" rx="9" fill="#151c4f"/><path d="M25 19.5V25H13a6 6 0 0 1-6-6v-6a6 6 0 0 1 6-6h12v5h-4v2.5h-4V17h-4v2.5z" fill="#f7b32b"/>'

/** The logo and the name, as in the site's header. */
function logo(siteName: string, png: string | null, measure: Measure, runs: Runs): string {
  const name = wrapTitle(siteName, { width: box.width - 84, sizes: [44, 32], maximumLines: 1 }, measure)
  return (
    `<g transform="translate(${left} 64)scale(2)">${png === null ? mark : `<image width="32" height="32" href="data:image/png;base64,${png}"/>`}</g>` +
    text(name.lines.join(''), { x: left + 84, y: 111, size: name.fontSize, runs })
  )
}

function drawLabel(design: Design, label: string, measure: Measure, runs: Runs): string {
  const size = 32
  const fits = measure(label) * size <= box.width - 84
  const shown = fits
    ? label
    : wrapTitle(label, { width: box.width - 84, sizes: [size], maximumLines: 1 }, measure).lines.join('')
  if (!design.glyph) return text(shown, { x: left, y: bottom - 18, size, fill: design.tint, runs })
  return (
    `<rect x="${left}" y="${bottom - 60}" width="60" height="60" rx="15" fill="#fff"/><g transform="translate(${left + 12} ${bottom - 48})scale(1.5)" ${glyphInk(design, design.glyph)}</g>` +
    text(shown, { x: left + 80, y: bottom - 19, size, fill: design.tint, runs })
  )
}
