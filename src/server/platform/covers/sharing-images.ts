import { LRUCache } from 'lru-cache'
import { runInWorker } from '#server/platform/work/worker-pool.ts'
import type { drawSharingImage } from './draw-sharing-image.ts'
import type { SharingInput } from './sharing-svg.ts'

export type SharingImages = {
  /** A PNG of 1200 × 630; null when too many are waiting already. */
  draw(input: SharingInput): Promise<Uint8Array | null>
}

type Options = { maximumBytes: number; maximumWaiting: number }

const drawingFile = new URL('draw-sharing-image.ts', import.meta.url)

/**
 * Draws and caches sharing images. Drawing takes a third of a second of processor time, so images are drawn one at a time, in a
 * worker process, with a limited queue.
 */
export function createSharingImages({ maximumBytes, maximumWaiting }: Options): SharingImages {
  const cache = new LRUCache<string, Uint8Array>({ maxSize: maximumBytes, sizeCalculation: (png) => png.byteLength })
  const drawing = new Map<string, Promise<Uint8Array>>()
  let last: Promise<unknown> = Promise.resolve()

  function begin(key: string, input: SharingInput): Promise<Uint8Array> {
    const png = last
      .catch(() => {})
      .then(() => runInWorker<typeof drawSharingImage>('pictures', drawingFile, 'drawSharingImage', input))
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
