import { bytesOf, fits, isQuotaExceeded } from '#web/kit/device/bytes.ts'
import { missingVideosOf } from './missing-videos-of.ts'
import { savedCache } from './saved-names.ts'
import { addVideo, listSaved, updateSaved, type SavedItem, type SavedVideo } from './saved-store.ts'

type Options = {
  /** A signed URL at which the video of a lesson can be loaded now; undefined when the user may not watch it. */
  findUrl: (lessonId: string) => Promise<string | undefined>
  /** Called with the loaded share of all videos, in percent. */
  onProgress?: (percent: number) => void
}

/** The device has no space for some of the videos. */
export class NoSpace extends Error {}

/** Also those of an earlier attempt that was interrupted. */
export function missingVideos(item: Pick<SavedItem, 'kind' | 'id'>): SavedVideo[] {
  const stored = listSaved().find(({ kind, id }) => kind === item.kind && id === item.id)
  return stored ? missingVideosOf(stored) : []
}

/**
 * Loads the missing videos one after the other, in one tab at a time. Throws `NoSpace` when some of them do not fit, which are then not
 * loaded by a refresh, and another error when one cannot be loaded: the next refresh of the item goes on. Those that were loaded stay.
 */
export const saveVideos = (item: Pick<SavedItem, 'kind' | 'id'>, options: Options): Promise<void> =>
  navigator.locks.request('cendaki-saved-videos', () => loadMissing(item, options))

async function loadMissing(item: Pick<SavedItem, 'kind' | 'id'>, { findUrl, onProgress }: Options): Promise<void> {
  const videos = missingVideos(item)
  if (videos.length === 0) return
  const total = bytesOf(videos)
  let loaded = 0
  const count = (bytes: number) =>
    onProgress?.(Math.min(100, Math.floor((100 * (loaded += bytes)) / Math.max(1, total))))
  const cache = await caches.open(savedCache)
  updateSaved(item, { hasNoSpace: false })
  let hasNoSpace = false
  for (const video of videos) {
    if (!(await fits(video.bytes))) {
      hasNoSpace = true
      continue
    }
    const url = await findUrl(video.contentId)
    // Not through the HTTP cache, which would take the same space again.
    const response = url && (await fetch(url, { cache: 'no-store' }))
    if (!response || !response.ok || !response.body) throw new Error(`The video of ${video.contentId} cannot be loaded`)
    try {
      await cache.put(
        video.address,
        new Response(response.body.pipeThrough(counting(video.bytes, count)), { headers: response.headers }),
      )
    } catch (error) {
      if (!isQuotaExceeded(error)) throw error
      hasNoSpace = true
      continue
    }
    // The item was removed while its video was loaded.
    if (!addVideo(item, video)) await cache.delete(video.address)
  }
  if (!hasNoSpace) return
  updateSaved(item, { hasNoSpace: true })
  throw new NoSpace(`The device has no space for all videos of ${item.id}`)
}

/** Passes the bytes on. Fails at the end of an incomplete video, so that it is not stored. */
const counting = (expectedBytes: number, count: (bytes: number) => void) => {
  let received = 0
  return new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      received += chunk.byteLength
      count(chunk.byteLength)
      controller.enqueue(chunk)
    },
    flush(controller) {
      if (received !== expectedBytes) controller.error(new Error(`${received} of ${expectedBytes} bytes arrived`))
    },
  })
}
