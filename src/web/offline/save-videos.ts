import { addVideo, cacheName, giveUpVideos, listSaved, type SavedItem, type SavedVideo } from './saved-store.ts'

type Options = {
  /** A signed address at which the video of a lesson can be loaded now; undefined when the user may not watch it. */
  findUrl: (contentId: string) => Promise<string | undefined>
  /** Called with the loaded share of all videos, in percent. */
  onProgress?: (percent: number) => void
}

const stored = ({ kind, id }: Pick<SavedItem, 'kind' | 'id'>): SavedItem | undefined => listSaved().find((item) => item.kind === kind && item.id === id)

/** The videos of a saved course that are to be on this device and are not: also those of an earlier attempt that was interrupted. */
export const missingVideos = (item: Pick<SavedItem, 'kind' | 'id'>): SavedVideo[] => {
  const { videos = [], addresses = [] } = stored(item) ?? {}
  return videos.filter(({ address }) => !addresses.includes(address))
}

/**
 * Loads the missing videos one after the other, in one tab at a time. Throws when one cannot be loaded or stored; those before it stay, and
 * the next refresh of the item goes on.
 */
export const saveVideos = (item: Pick<SavedItem, 'kind' | 'id'>, options: Options): Promise<void> =>
  navigator.locks.request('cendaki-saved-videos', () => loadMissing(item, options))

async function loadMissing(item: Pick<SavedItem, 'kind' | 'id'>, { findUrl, onProgress }: Options): Promise<void> {
  const videos = missingVideos(item)
  if (videos.length === 0) return
  const total = videos.reduce((sum, { bytes }) => sum + bytes, 0)
  let loaded = 0
  const count = (bytes: number) => onProgress?.(Math.min(100, Math.floor((100 * (loaded += bytes)) / Math.max(1, total))))
  const cache = await caches.open(cacheName)
  for (const video of videos) {
    const url = await findUrl(video.contentId)
    const response = url && (await fetch(url))
    if (!response || !response.ok || !response.body) throw new Error(`The video of ${video.contentId} cannot be loaded`)
    await cache.put(video.address, new Response(response.body.pipeThrough(counting(count)), { headers: response.headers })).catch((error: unknown) => {
      if (error instanceof DOMException && error.name === 'QuotaExceededError') giveUpVideos(item)
      throw error
    })
    // The item was removed while its video was loaded.
    if (!addVideo(item, video)) await cache.delete(video.address)
  }
}

const counting = (count: (bytes: number) => void) =>
  new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      count(chunk.byteLength)
      controller.enqueue(chunk)
    },
  })
