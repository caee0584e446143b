import { join } from 'node:path'
import { renderAsync } from '@resvg/resvg-js'
import sharp from 'sharp'
import { sharingSvg, type SharingInput } from './sharing-svg.ts'

const fontFile = join(import.meta.dirname, 'title-font.ttf')

// It would keep up to 50 MB of decoded pictures; finished images are cached by the caller.
sharp.cache(false)

/** A PNG of 1200 × 630. */
export async function drawSharingImage(input: SharingInput): Promise<Uint8Array> {
  const image = await renderAsync(sharingSvg(input), { font: { fontFiles: [fontFile], loadSystemFonts: false, defaultFontFamily: 'Plus Jakarta Sans' } })
  // A palette with little dithering: a third of the bytes, and below the size limits of messengers.
  const png = sharp(image.pixels, { raw: { width: image.width, height: image.height, channels: 4 } })
    .flatten()
    .png({ palette: true, colours: 256, effort: 3, dither: 0.2 })
  return png.toBuffer()
}
