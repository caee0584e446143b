import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { renderAsync } from '@resvg/resvg-js'
import sharp from 'sharp'
import { fontsFor, measureWith, runsWith, toDraw, type TextFonts } from '#server/platform/drawing/index.ts'
import { sharingSvg, type SharingInput } from './sharing-svg.ts'

const fontFile = join(import.meta.dirname, 'title-font.ttf')

// It would keep up to 50 MB of decoded pictures; finished images are cached by the caller.
sharp.cache(false)

/** Further fonts for the characters that the font of titles lacks. */
async function otherFonts(title: TextFonts, ...texts: string[]): Promise<TextFonts> {
  const measure = await measureWith(title)
  const others = [...toDraw(texts.join(' '))].filter((character) => measure(character) === 0)
  return others.length === 0 ? { fonts: [], missing: [] } : fontsFor(`${others.join('')} `, 800)
}

/** A PNG of 1200 × 630. */
export async function drawSharingImage(input: SharingInput): Promise<Uint8Array> {
  const title = { fonts: [{ id: 'title', bytes: await readFile(fontFile) }], missing: [] }
  const { fonts, missing } = await otherFonts(title, input.title, input.label, input.siteName)
  const clean = (text: string) => [...toDraw(text)].filter((character) => !missing.includes(character)).join('')
  const texts = { title: clean(input.title), label: clean(input.label), siteName: clean(input.siteName) }
  const all = { fonts: [...title.fonts, ...fonts], missing }
  const svg = sharingSvg(
    { ...input, ...texts },
    await measureWith(all),
    fonts.length === 0 ? undefined : await runsWith(all),
  )
  // The renderer reads fonts from files only.
  const folder = fonts.length === 0 ? null : await mkdtemp(join(tmpdir(), 'fonts-'))
  try {
    const files = await Promise.all(
      fonts.map(async ({ id, bytes }) => {
        const file = join(folder ?? '', `${id}.ttf`)
        await writeFile(file, bytes)
        return file
      }),
    )
    return await toPng(svg, [fontFile, ...files])
  } finally {
    if (folder !== null) await rm(folder, { recursive: true, force: true })
  }
}

async function toPng(svg: string, fontFiles: string[]): Promise<Uint8Array> {
  const image = await renderAsync(svg, {
    font: { fontFiles, loadSystemFonts: false, defaultFontFamily: 'Plus Jakarta Sans' },
  })
  // A palette with little dithering: a third of the bytes, and below the size limits of messengers.
  const png = sharp(image.pixels, { raw: { width: image.width, height: image.height, channels: 4 } })
    .flatten()
    .png({ palette: true, colours: 256, effort: 3, dither: 0.2 })
  return png.toBuffer()
}
