import type { Logger } from 'pino'
import { failureResponse, unavailable } from '#server/platform/http/index.ts'
import type { ByteRange } from '#server/platform/storage/index.ts'
import type { Media } from './media.ts'
import type { MediaGrant, SignedUrls } from './signed-urls.ts'

type Deps = {
  media: Pick<Media, 'find' | 'read'>
  videoUrls: SignedUrls
  /** The video that this viewer may watch now; null when there is none (any more). */
  findWatchable: (grant: MediaGrant) => Promise<string | null>
  log: Pick<Logger, 'error'>
}

const denied = () => failureResponse(403, 'media-denied', 'Alamat video ini sudah tidak berlaku. Buka lagi materinya.')
const unreadable = () =>
  unavailable('Video ini sedang tidak bisa dimuat. Coba lagi sebentar lagi.', 10, 'media-unavailable')

/** Handles `GET` and `HEAD` of a signed URL, also of one byte range. The right to watch is checked on every request. */
export function createMediaServer({ media, videoUrls, findWatchable, log }: Deps) {
  return async function serveMedia(request: Request, token: string): Promise<Response> {
    const grant = await videoUrls.read(token)
    const id = grant && (await findWatchable(grant))
    const file = id ? await media.find(id) : null
    if (!file) return denied()
    const etag = `"${file.id}"`
    const headers: Record<string, string> = {
      'content-type': file.contentType,
      'accept-ranges': 'bytes',
      etag,
      // The browser may cache it, but revalidates each time whether the viewer may still watch it.
      'cache-control': 'private, no-cache',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    }
    if (request.headers.get('if-none-match') === etag) return new Response(null, { status: 304, headers })
    const ifRange = request.headers.get('if-range')
    const range = ifRange !== null && ifRange !== etag ? null : parseRange(request.headers.get('range'), file.bytes)
    if (range === 'unsatisfiable')
      return new Response(null, { status: 416, headers: { ...headers, 'content-range': `bytes */${file.bytes}` } })
    const { start, end } = range ?? { start: 0, end: file.bytes - 1 }
    const described = {
      ...headers,
      'content-length': String(end - start + 1),
      ...(range ? { 'content-range': `bytes ${start}-${end}/${file.bytes}` } : {}),
    }
    const status = range ? 206 : 200
    if (request.method === 'HEAD') return new Response(null, { status, headers: described })
    try {
      const body = await media.read(file.id, { start, end })
      if (body) return new Response(body, { status, headers: described })
      // Deleted since the query above, or lost.
      if (!(await media.find(file.id))) return denied()
      log.error({ mediaId: file.id }, 'a video is missing in the media store')
    } catch (error) {
      log.error({ err: error, mediaId: file.id }, 'a video could not be read from the media store')
    }
    return unreadable()
  }
}

/** The single range of a header; null for none, several and malformed ones, for which the whole file is sent. */
export function parseRange(header: string | null, size: number): ByteRange | 'unsatisfiable' | null {
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? []
  if (first === undefined || last === undefined || (first === '' && last === '')) return null
  if (first === '')
    return Number(last) === 0 ? 'unsatisfiable' : { start: Math.max(0, size - Number(last)), end: size - 1 }
  const start = Number(first)
  if (last !== '' && Number(last) < start) return null
  return start >= size ? 'unsatisfiable' : { start, end: last === '' ? size - 1 : Math.min(Number(last), size - 1) }
}
