import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import { collectDependencies, dependsOn, validUntil, type CacheTags, type Dependencies } from '#server/cache-tags/index.ts'
import type { Clock } from '#server/clock.ts'

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

export type Encoding = 'identity' | 'br' | 'gzip'

/** A response as bytes, ready to be sent to every client that requests the same address. */
export type CachedResponse = {
  status: number
  etag: string
  /** Headers and bytes per encoding, prepared once. */
  variants: Record<Encoding, { headers: Record<string, string>; body: Uint8Array }>
  notModifiedHeaders: Record<string, string>
  dependencies: Dependencies
  /** When it is made again although it is still valid, because a CDN would keep it past its validity. */
  renewAt: Date | null
}

export type FreshResponse = { status: number; headers: Record<string, string>; body: Uint8Array }

/** Names a response. `isFreeText`: it contains text that a client chose, such as a filter, so any number of such keys can be made up. */
export type CacheKey = { name: string; isFreeText: boolean }

export type PageCache = {
  /** The cached response of this key. On a miss `make` runs, once for all concurrent requests. */
  getOrMake(key: CacheKey, make: () => Promise<FreshResponse>): Promise<CachedResponse>
  /** Maps an address, exactly as in the request line, to the key of a cached response. */
  alias(rawAddress: string, key: CacheKey): void
  /** The cached response to an address exactly as in the request line; null on a miss. */
  peekAddress(rawAddress: string): CachedResponse | null
  /** Hits and misses since the start, and what is in memory now. */
  figures(): { hits: number; misses: number; entries: number; bytes: number }
}

/** How long a CDN may keep a response, and the headers that let it. */
type CdnHeaders = { maximumAgeMs: number; headersOf(tags: ReadonlySet<string>): Record<string, string> }
export type PageCacheOptions = { cacheTags: CacheTags; clock: Clock; maximumBytes: number; cdn?: CdnHeaders | null }

/** The share of the memory for responses that are out of date; they are sent only while new ones cannot be made, and not for longer than this. */
const outdatedShare = 0.2
const outdatedMs = 5 * 60_000

/** The share of the memory that keys with free text may fill, so that made-up addresses cannot evict the pages that exist. */
const freeTextShare = 0.25

export function createPageCache({ cacheTags, clock, maximumBytes, cdn = null }: PageCacheOptions): PageCache {
  const keysByTag = new Map<string, Set<string>>()
  const open = (share: number) =>
    new LRUCache<string, CachedResponse>({
      maxSize: Math.floor(maximumBytes * share),
      sizeCalculation: sizeOf,
      dispose: (response, name) => removeTags(name, response),
    })
  const known = open(1 - freeTextShare - outdatedShare)
  const freeText = open(freeTextShare)
  const outdated = new LRUCache<string, { response: CachedResponse; since: Date }>({
    maxSize: Math.floor(maximumBytes * outdatedShare),
    sizeCalculation: ({ response }, name) => sizeOf(response, name),
  })
  const cacheOf = ({ isFreeText }: CacheKey) => (isFreeText ? freeText : known)
  const making = new Map<string, Promise<CachedResponse>>()
  /** The last attempt to make a response found the database unavailable. */
  let isAway = false
  let hits = 0
  let misses = 0

  // Counts changes. While responses are being made, the last change per tag is tracked, so that responses of an older state are not cached.
  let changeCount = 0
  let everythingChangedAt = 0
  const changedAt = new Map<string, number>()
  let makingCount = 0

  cacheTags.onInvalidated((tags) => {
    changeCount++
    // A request after a change must not receive a response that was started before it.
    making.clear()
    if (tags === 'everything') {
      everythingChangedAt = changeCount
      for (const name of known.keys()) keepOutdated(name)
      known.clear()
      freeText.clear()
      return
    }
    for (const tag of tags) {
      if (makingCount > 0) changedAt.set(tag, changeCount)
      // A JavaScript Set may be changed while it is iterated.
      for (const name of keysByTag.get(tag) ?? []) {
        keepOutdated(name)
        known.delete(name)
        freeText.delete(name)
      }
    }
  })

  function keepOutdated(name: string): void {
    const response = known.peek(name)
    if (response) outdated.set(name, { response: cdn ? withHeaders(response, notForCdn) : response, since: clock.now() })
  }

  /** The last response of a key, for when the database is unavailable. */
  function findOutdated(name: string): CachedResponse | null {
    const last = outdated.get(name)
    return last && clock.now().getTime() - last.since.getTime() < outdatedMs ? last.response : null
  }

  function removeTags(name: string, { dependencies }: CachedResponse) {
    for (const tag of dependencies.tags) {
      const keys = keysByTag.get(tag)
      keys?.delete(name)
      if (keys?.size === 0) keysByTag.delete(tag)
    }
  }

  const changedSince = (began: number, { tags }: Dependencies): boolean =>
    everythingChangedAt > began || [...tags].some((tag) => (changedAt.get(tag) ?? 0) > began)

  /** What is made from an outdated response is not cached. */
  const isOutdated = (key: CacheKey, response: CachedResponse): boolean => outdated.peek(key.name)?.response === response

  function store(key: CacheKey, response: CachedResponse) {
    cacheOf(key).set(key.name, response)
    outdated.delete(key.name)
    for (const tag of response.dependencies.tags) {
      const names = keysByTag.get(tag) ?? new Set()
      keysByTag.set(tag, names.add(key.name))
    }
  }

  async function makeAndStore(key: CacheKey, make: () => Promise<FreshResponse>): Promise<CachedResponse> {
    const began = changeCount
    misses++
    makingCount++
    try {
      const { result, dependencies } = await collectDependencies(make)
      const prepared = await prepareResponse(result, 'cached', dependencies)
      const isFromOutdated = dependencies.until !== null && dependencies.until <= clock.now()
      // Redirects and misses answer any number of made-up addresses, and failures may be temporary.
      const mayKeep = prepared.status === 200 && !isFromOutdated && !changedSince(began, dependencies)
      const response = mayKeep ? forCdn(prepared) : prepared
      if (mayKeep) store(key, response)
      isAway = response.status === unavailable || (isAway && isFromOutdated)
      return response.status < 500 ? response : (findOutdated(key.name) ?? response)
    } catch (error) {
      isAway = (error as { status?: unknown }).status === unavailable
      const last = isAway ? findOutdated(key.name) : null
      if (!last) throw error
      return last
    } finally {
      makingCount--
      if (makingCount === 0) changedAt.clear()
    }
  }

  /** Adds the headers for a CDN to a response that everyone may keep, unless its validity ends before a copy would. */
  function forCdn(response: CachedResponse): CachedResponse {
    const { until, tags } = response.dependencies
    if (!cdn || response.notModifiedHeaders['cache-control'] !== sharedByEveryone) return response
    const renewAt = until && new Date(until.getTime() - cdn.maximumAgeMs)
    return renewAt && renewAt <= clock.now() ? response : { ...withHeaders(response, cdn.headersOf(tags)), renewAt }
  }

  function peek(key: CacheKey): CachedResponse | null {
    const response = cacheOf(key).get(key.name)
    if (!response) return null
    const expiresAt = response.renewAt ?? response.dependencies.until
    if (expiresAt && expiresAt <= clock.now()) {
      keepOutdated(key.name)
      cacheOf(key).delete(key.name)
      return null
    }
    hits++
    return response
  }

  // Bounded, because one page has any number of spellings of its address.
  const keyByAddress = new LRUCache<string, CacheKey>({
    max: maximumAliases,
    maxSize: maximumAliasBytes,
    sizeCalculation: ({ name }, rawAddress) => 2 * (name.length + rawAddress.length) + 100,
  })

  return {
    figures: () => ({ hits, misses, entries: known.size + freeText.size, bytes: known.calculatedSize + freeText.calculatedSize }),
    alias(rawAddress, key) {
      if (cacheOf(key).has(key.name)) keyByAddress.set(rawAddress, key)
    },
    peekAddress(rawAddress) {
      const key = keyByAddress.get(rawAddress)
      return key === undefined ? null : peek(key)
    },
    async getOrMake(key, make) {
      let response = peek(key)
      if (!response) {
        let promise = making.get(key.name)
        if (!promise) {
          promise = makeAndStore(key, make).finally(() => {
            if (making.get(key.name) === promise) making.delete(key.name)
          })
          making.set(key.name, promise)
        }
        // A server that does not respond would make every visitor wait until it is given up.
        const last = findOutdated(key.name)
        response = await (last ? Promise.race([promise, pause(isAway ? awayMs : slowMs, last, { ref: false })]) : promise)
      }
      if (isOutdated(key, response)) validUntil(clock.now())
      // A page made from this response depends on the same tags.
      dependsOn(...response.dependencies.tags)
      if (response.dependencies.until) validUntil(response.dependencies.until)
      return response
    },
  }
}

const unavailable = 503
/** `Cache-Control` of responses that are the same for everyone. */
export const sharedByEveryone = 'public, max-age=0, must-revalidate'
const awayMs = 300
const slowMs = 4_000
const maximumAliases = 5_000
const maximumAliasBytes = 4 * 1024 * 1024

/** Bytes that a response occupies, with its key and headers. */
function sizeOf({ variants, dependencies }: CachedResponse, name: string): number {
  const texts = [name, name, JSON.stringify(variants.identity.headers).repeat(4), ...dependencies.tags]
  const bodies = Object.values(variants).reduce((sum, { body }) => sum + body.byteLength, 0)
  return 2048 + bodies + 2 * texts.reduce((sum, text) => sum + text.length, 0)
}

/** Cached responses are compressed well, responses to a single request quickly. */
const brotliQuality = { cached: 9, once: 4 }

const noDependencies: Dependencies = { tags: new Set(), until: null }

/** Compresses a response and prepares its headers. */
export async function prepareResponse(
  { status, headers, body }: FreshResponse,
  use: keyof typeof brotliQuality,
  dependencies = noDependencies,
): Promise<CachedResponse> {
  const isEmpty = body.byteLength === 0
  const [br, gzip] = isEmpty
    ? [body, body]
    : await Promise.all([
        compressBrotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality[use], [constants.BROTLI_PARAM_SIZE_HINT]: body.byteLength } }),
        compressGzip(body),
      ])
  // Weak, because all encodings share one etag.
  const etag = `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
  const common = { ...headers, etag, vary: 'accept-encoding' }
  const variant = (bytes: Uint8Array, encoding: Encoding) => ({
    headers: { ...common, 'content-length': String(bytes.byteLength), ...(encoding === 'identity' || isEmpty ? {} : { 'content-encoding': encoding }) },
    body: bytes,
  })
  return {
    status,
    etag,
    variants: { identity: variant(body, 'identity'), br: variant(br, 'br'), gzip: variant(gzip, 'gzip') },
    notModifiedHeaders: common,
    dependencies,
    renewAt: null,
  }
}

const notForCdn = { 'cache-control': sharedByEveryone, 'cdn-cache-control': 'no-store' }

/** The same response with more headers. */
function withHeaders(response: CachedResponse, headers: Record<string, string>): CachedResponse {
  const variant = (encoding: Encoding) => ({ ...response.variants[encoding], headers: { ...response.variants[encoding].headers, ...headers } })
  return {
    ...response,
    variants: { identity: variant('identity'), br: variant('br'), gzip: variant('gzip') },
    notModifiedHeaders: { ...response.notModifiedHeaders, ...headers },
  }
}

/** The best encoding that the client accepts. */
export function chooseEncoding(acceptEncoding: string | null | undefined): Encoding {
  const accepted = acceptEncoding ?? ''
  if (/\bbr\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(accepted)) return 'br'
  if (/\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(accepted)) return 'gzip'
  return 'identity'
}

/** True when the client already has this response. */
export function matchesEtag(ifNoneMatch: string | null | undefined, etag: string): boolean {
  if (!ifNoneMatch) return false
  const bare = etag.replace(/^W\//, '')
  return ifNoneMatch.split(',').some((candidate) => candidate.trim() === '*' || candidate.trim().replace(/^W\//, '') === bare)
}

type RequestHeaders = { ifNoneMatch: string | null | undefined; acceptEncoding: string | null | undefined }

/** Status, headers and body for one request; no body for 304. */
export function encodeResponse(
  response: CachedResponse,
  { ifNoneMatch, acceptEncoding }: RequestHeaders,
): { status: number; headers: Record<string, string>; body: Uint8Array | null } {
  if (response.status === 200 && matchesEtag(ifNoneMatch, response.etag)) return { status: 304, headers: response.notModifiedHeaders, body: null }
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

/** An uncached response, compressed for this request. */
export async function respondOnce(request: Request, headers: Record<string, string>, text: string): Promise<Response> {
  return toResponse(await prepareResponse({ status: 200, headers, body: new TextEncoder().encode(text) }, 'once'), request)
}
