import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Dependencies } from './dependencies.ts'

// Responses as bytes: compressed once, and sent in the encoding that a client accepts.

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

type Encoding = 'identity' | 'br' | 'gzip'

/** A response as bytes, ready to be sent to every client that requests the same URL. */
export type CachedResponse = {
  status: number
  etag: string
  /** Headers and bytes per encoding, prepared once. */
  variants: Record<Encoding, { headers: Record<string, string>; body: Uint8Array }>
  notModifiedHeaders: Record<string, string>
  dependencies: Dependencies
}

export type FreshResponse = { status: number; headers: Record<string, string>; body: Uint8Array }

/** Cached responses are compressed well, responses to a single request quickly. */
const brotliQuality = { cached: 9, once: 4 }
const everyEncoding: readonly Encoding[] = ['identity', 'br', 'gzip']

const noDependencies: Dependencies = { tags: new Set(), until: null }

/** Compresses a response and prepares its headers. */
export async function prepareResponse(fresh: FreshResponse, dependencies = noDependencies): Promise<CachedResponse> {
  return prepare(fresh, { use: 'cached', encodings: everyEncoding, dependencies })
}

async function prepare(
  { status, headers, body }: FreshResponse,
  {
    use,
    encodings,
    dependencies,
  }: { use: keyof typeof brotliQuality; encodings: readonly Encoding[]; dependencies: Dependencies },
): Promise<CachedResponse> {
  const isEmpty = body.byteLength === 0
  const compressBr = () =>
    compressBrotli(body, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: brotliQuality[use],
        [constants.BROTLI_PARAM_SIZE_HINT]: body.byteLength,
      },
    })
  const [br, gzip] = await Promise.all([
    encodings.includes('br') && !isEmpty ? compressBr() : body,
    encodings.includes('gzip') && !isEmpty ? compressGzip(body) : body,
  ])
  // Weak, because all encodings share one etag.
  const etag = `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
  const common = { ...headers, etag, vary: 'accept-encoding' }
  const variant = (bytes: Uint8Array, encoding: Encoding) => ({
    headers: {
      ...common,
      'content-length': String(bytes.byteLength),
      ...(encoding === 'identity' || isEmpty ? {} : { 'content-encoding': encoding }),
    },
    body: bytes,
  })
  return {
    status,
    etag,
    variants: { identity: variant(body, 'identity'), br: variant(br, 'br'), gzip: variant(gzip, 'gzip') },
    notModifiedHeaders: common,
    dependencies,
  }
}

/** The same response with more headers. */
export function withHeaders(response: CachedResponse, headers: Record<string, string>): CachedResponse {
  const variant = (encoding: Encoding) => ({
    ...response.variants[encoding],
    headers: { ...response.variants[encoding].headers, ...headers },
  })
  return {
    ...response,
    variants: { identity: variant('identity'), br: variant('br'), gzip: variant('gzip') },
    notModifiedHeaders: { ...response.notModifiedHeaders, ...headers },
  }
}

/** The best encoding that the client accepts. */
function chooseEncoding(acceptEncoding: string | null | undefined): Encoding {
  const accepted = acceptEncoding ?? ''
  if (/\bbr\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(accepted)) return 'br'
  if (/\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(accepted)) return 'gzip'
  return 'identity'
}

/** True when the client already has this response. */
function matchesEtag(ifNoneMatch: string | null | undefined, etag: string): boolean {
  if (!ifNoneMatch) return false
  const bare = etag.replace(/^W\//, '')
  return ifNoneMatch
    .split(',')
    .some((candidate) => candidate.trim() === '*' || candidate.trim().replace(/^W\//, '') === bare)
}

type RequestHeaders = { ifNoneMatch: string | null | undefined; acceptEncoding: string | null | undefined }

/** Status, headers and body for one request; no body for 304. */
export function encodeResponse(
  response: CachedResponse,
  { ifNoneMatch, acceptEncoding }: RequestHeaders,
): { status: number; headers: Record<string, string>; body: Uint8Array | null } {
  if (response.status === 200 && matchesEtag(ifNoneMatch, response.etag))
    return { status: 304, headers: response.notModifiedHeaders, body: null }
  return { status: response.status, ...response.variants[chooseEncoding(acceptEncoding)] }
}

/** Like encodeResponse(), as a web-standard response. */
export function toResponse(response: CachedResponse, request: Request): Response {
  const { status, headers, body } = encodeResponse(response, {
    ifNoneMatch: request.headers.get('if-none-match'),
    acceptEncoding: request.headers.get('accept-encoding'),
  })
  const hasBody = body !== null && body.byteLength > 0 && request.method !== 'HEAD'
  return new Response(hasBody ? (body as Uint8Array<ArrayBuffer>) : null, { status, headers })
}

/** An uncached response, compressed as this request accepts it. */
export async function respondOnce(request: Request, fresh: FreshResponse): Promise<Response> {
  const encodings = [chooseEncoding(request.headers.get('accept-encoding'))]
  return toResponse(await prepare(fresh, { use: 'once', encodings, dependencies: noDependencies }), request)
}

/** The same with success and a text. */
export const respondWithText = (request: Request, headers: Record<string, string>, text: string): Promise<Response> =>
  respondOnce(request, { status: 200, headers, body: new TextEncoder().encode(text) })
