import { join } from 'node:path'
import { LRUCache } from 'lru-cache'
import { sharingSvg, type SharingInput } from './sharing-svg.ts'

export type SharingImages = {
  /** A PNG of 1200 × 630; null when too many are waiting already. */
  draw(input: SharingInput): Promise<Uint8Array | null>
}

type Options = { maximumBytes: number; maximumWaiting: number }

const fontFile = join(import.meta.dirname, 'title-font.ttf')

/**
 * Draws and caches sharing images. Drawing takes a third of a second of processor time, so images are drawn one at a time, off the
 * main thread, with a limited queue.
 */
export function createSharingImages({ maximumBytes, maximumWaiting }: Options): SharingImages {
  const cache = new LRUCache<string, Uint8Array>({ maxSize: maximumBytes, sizeCalculation: (png) => png.byteLength })
  const drawing = new Map<string, Promise<Uint8Array>>()
  let last: Promise<unknown> = Promise.resolve()

  function begin(key: string, input: SharingInput): Promise<Uint8Array> {
    const png = last
      .catch(() => {})
      .then(() => drawPng(input))
      .finally(() => drawing.delete(key))
    last = png
    drawing.set(key, png)
    return png
  }

  return {
    async draw(input) {
      const key = JSON.stringify(input)
      const cached = cache.get(key)
      if (cached) return cached
      const underWay = drawing.get(key)
      if (!underWay && drawing.size >= maximumWaiting) return null
      const png = await (underWay ?? begin(key, input))
      cache.set(key, png)
      return png
    },
  }
}

/** Both libraries are native and large, so they are loaded for the first image. */
async function drawPng(input: SharingInput): Promise<Uint8Array> {
  const [{ renderAsync }, { default: sharp }] = await Promise.all([import('@resvg/resvg-js'), import('sharp')])
  // It would keep up to 50 MB of decoded pictures; finished images are cached above.
  sharp.cache(false)
  const image = await renderAsync(sharingSvg(input), { font: { fontFiles: [fontFile], loadSystemFonts: false, defaultFontFamily: 'Plus Jakarta Sans' } })
  // A palette with little dithering: a third of the bytes, and below the size limits of messengers.
  const png = sharp(image.pixels, { raw: { width: image.width, height: image.height, channels: 4 } })
    .flatten()
    .png({ palette: true, colours: 256, effort: 3, dither: 0.2 })
  return png.toBuffer()
}
