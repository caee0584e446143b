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
 * Draws sharing images, each once for as long as it is remembered. Drawing takes a processor a third of a second, so they
 * are drawn one after the other, off the main thread, and only so many may wait.
 */
export function createSharingImages({ maximumBytes, maximumWaiting }: Options): SharingImages {
  const kept = new LRUCache<string, Uint8Array>({ maxSize: maximumBytes, sizeCalculation: (png) => png.byteLength })
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
      const known = kept.get(key)
      if (known) return known
      const underWay = drawing.get(key)
      if (!underWay && drawing.size >= maximumWaiting) return null
      const png = await (underWay ?? begin(key, input))
      kept.set(key, png)
      return png
    },
  }
}

/** Both libraries are native and large: they are loaded when the first image is asked for. */
async function drawPng(input: SharingInput): Promise<Uint8Array> {
  const [{ renderAsync }, { default: sharp }] = await Promise.all([import('@resvg/resvg-js'), import('sharp')])
  const image = await renderAsync(sharingSvg(input), { font: { fontFiles: [fontFile], loadSystemFonts: false, defaultFontFamily: 'Plus Jakarta Sans' } })
  // Few colours and no scattering: a third of the bytes, and below what messengers take.
  const png = sharp(image.pixels, { raw: { width: image.width, height: image.height, channels: 4 } })
    .flatten()
    .png({ palette: true, colours: 256, effort: 3, dither: 0.2 })
  return png.toBuffer()
}
