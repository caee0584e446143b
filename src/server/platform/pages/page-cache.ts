import { setTimeout as pause } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { minuteMs } from '#contract/kit/durations.ts'
import { collectDependencies, dependsOn, isCollectingDependencies, validUntil, type CacheTags, type Dependencies } from '#server/platform/cache-tags/index.ts'
import type { Clock } from '#server/platform/clock.ts'
import { prepareResponse, withHeaders, type CachedResponse, type FreshResponse } from './response.ts'

/** Names a response. `isFreeText`: it contains text that a client chose, such as a filter, so any number of such keys can be made up. */
export type CacheKey = { name: string; isFreeText: boolean }

export type PageCache = {
  /** The cached response of this key. On a miss `make` runs, once for all concurrent requests. */
  getOrMake(key: CacheKey, make: () => Promise<FreshResponse>): Promise<CachedResponse>
  /** Maps a URL, exactly as in the request line, to the key of a cached response. */
  alias(rawUrl: string, key: CacheKey): void
  /** The cached response to a URL exactly as in the request line; null on a miss. */
  peekUrl(rawUrl: string): CachedResponse | null
  /**
   * Requests since the start, and what is in memory now. Hits were in memory, stale ones among them; a miss is a response that was made while a client
   * waited. What a page is made of does not count.
   */
  figures(): { hits: number; stale: number; misses: number; entries: number; bytes: number }
}

/** How long a CDN may cache a response, and the headers that allow it. */
type CdnHeaders = { maximumAgeMs: number; headersOf(tags: ReadonlySet<string>): Record<string, string> }
export type PageCacheOptions = { cacheTags: CacheTags; clock: Clock; maximumBytes: number; cdn?: CdnHeaders | null }

/** The share of the memory for responses that are out of date; they are sent only while new ones cannot be made, and not for longer than this. */
const outdatedShare = 0.2
const outdatedMs = 5 * minuteMs

/** For so long a stale response is sent while a new one is made; afterwards a visitor waits for the new one. */
const staleMs = minuteMs

/** The share of the memory that keys with free text may fill, so that made-up URLs cannot evict the pages that exist. */
const freeTextShare = 0.25

export function createPageCache({ cacheTags, clock, maximumBytes, cdn = null }: PageCacheOptions): PageCache {
  const keysByTag = new Map<string, Set<string>>()
  const createCache = (share: number) =>
    new LRUCache<string, CachedResponse>({
      maxSize: Math.floor(maximumBytes * share),
      sizeCalculation: sizeOf,
      dispose: (response, name) => removeTags(name, response),
    })
  const regularCache = createCache(1 - freeTextShare - outdatedShare)
  const freeTextCache = createCache(freeTextShare)
  const outdatedCache = new LRUCache<string, { response: CachedResponse; since: Date }>({
    maxSize: Math.floor(maximumBytes * outdatedShare),
    sizeCalculation: ({ response }, name) => sizeOf(response, name),
  })
  const cacheOf = ({ isFreeText }: CacheKey) => (isFreeText ? freeTextCache : regularCache)
  const making = new Map<string, Promise<CachedResponse>>()
  /** The last attempt to make a response found the database unavailable. */
  let isDatabaseUnavailable = false
  const counts = { hits: 0, stale: 0, misses: 0 }

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
      for (const name of regularCache.keys()) storeOutdated(name)
      regularCache.clear()
      freeTextCache.clear()
      return
    }
    for (const tag of tags) {
      if (makingCount > 0) changedAt.set(tag, changeCount)
      // A JavaScript Set may be changed while it is iterated.
      for (const name of keysByTag.get(tag) ?? []) {
        storeOutdated(name)
        regularCache.delete(name)
        freeTextCache.delete(name)
      }
    }
  })

  cacheTags.onStale((tags) => {
    changeCount++
    making.clear()
    for (const tag of tags) {
      if (makingCount > 0) changedAt.set(tag, changeCount)
      // A copy, because each name is removed and added again.
      for (const name of Array.from(keysByTag.get(tag) ?? [])) for (const cache of [regularCache, freeTextCache]) markStale(cache, name)
    }
  })

  function markStale(cache: typeof regularCache, name: string): void {
    const response = cache.peek(name)
    if (!response || response.staleUntil) return
    const staleUntil = new Date(clock.now().getTime() + staleMs)
    put(cache, name, { ...(cdn ? withHeaders(response, notForCdn) : response), staleUntil })
  }

  function storeOutdated(name: string): void {
    const response = regularCache.peek(name)
    if (response) outdatedCache.set(name, { response: cdn ? withHeaders(response, notForCdn) : response, since: clock.now() })
  }

  /** The last response of a key, for when the database is unavailable. */
  function findOutdated(name: string): CachedResponse | null {
    const last = outdatedCache.get(name)
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

  function put(cache: typeof regularCache, name: string, response: CachedResponse): void {
    // Removes the tags of the response that it replaces.
    cache.set(name, response)
    if (!cache.has(name)) return
    for (const tag of response.dependencies.tags) {
      const names = keysByTag.get(tag) ?? new Set()
      keysByTag.set(tag, names.add(name))
    }
  }

  /** Makes the response of a key, and caches it while it is current. When it cannot be made, the outdated one takes its place, if there is one. */
  async function makeAndStore(key: CacheKey, make: () => Promise<FreshResponse>): Promise<CachedResponse> {
    const began = changeCount
    makingCount++
    try {
      const { result, dependencies } = await collectDependencies(make)
      const prepared = await prepareResponse(result, 'cached', dependencies)
      const isFromOutdated = dependencies.until !== null && dependencies.until <= clock.now()
      // Redirects and 404 are the responses to any number of made-up URLs, and failures may be temporary.
      const mayBeCached = prepared.status === 200 && !isFromOutdated && !changedSince(began, dependencies)
      const response = mayBeCached ? store(key, prepared) : prepared
      isDatabaseUnavailable = response.status === unavailable || (isDatabaseUnavailable && isFromOutdated)
      return response.status < 500 ? response : (findOutdated(key.name) ?? response)
    } catch (error) {
      isDatabaseUnavailable = (error as { status?: unknown }).status === unavailable
      const last = isDatabaseUnavailable ? findOutdated(key.name) : null
      if (!last) throw error
      return last
    } finally {
      makingCount--
      if (makingCount === 0) changedAt.clear()
    }
  }

  /** Caches a new response, and returns it as it is cached. */
  function store(key: CacheKey, prepared: CachedResponse): CachedResponse {
    const response = forCdn(prepared)
    put(cacheOf(key), key.name, response)
    outdatedCache.delete(key.name)
    return response
  }

  /** Adds the headers for a CDN to a response that is the same for everyone, unless its validity ends before that of a copy. */
  function forCdn(response: CachedResponse): CachedResponse {
    const { until, tags } = response.dependencies
    if (!cdn || response.notModifiedHeaders['cache-control'] !== sharedByEveryone) return response
    const renewAt = until && new Date(until.getTime() - cdn.maximumAgeMs)
    return renewAt && renewAt <= clock.now() ? response : { ...withHeaders(response, cdn.headersOf(tags)), renewAt }
  }

  function peek(key: CacheKey): CachedResponse | null {
    const response = cacheOf(key).get(key.name)
    if (!response) return null
    const expiry = [response.renewAt ?? response.dependencies.until, response.staleUntil]
    if (expiry.every((moment) => moment === null || moment > clock.now())) return response
    storeOutdated(key.name)
    cacheOf(key).delete(key.name)
    return null
  }

  // Bounded, because one page has any number of spellings of its URL.
  const keyByUrl = new LRUCache<string, CacheKey>({
    max: maximumAliases,
    maxSize: maximumAliasBytes,
    sizeCalculation: ({ name }, rawUrl) => 2 * (name.length + rawUrl.length) + 100,
  })

  function countHit({ staleUntil }: CachedResponse): void {
    counts.hits++
    if (staleUntil) counts.stale++
  }

  /** The new response of this key, made once for all concurrent requests. */
  function makeOnce(key: CacheKey, make: () => Promise<FreshResponse>): Promise<CachedResponse> {
    const underWay = making.get(key.name)
    if (underWay) return underWay
    const promise = makeAndStore(key, make).finally(() => {
      if (making.get(key.name) === promise) making.delete(key.name)
    })
    making.set(key.name, promise)
    return promise
  }

  /** The cached response; of a stale one a new one is made meanwhile. When that fails, the next request tries again, and one after `staleUntil` fails. */
  function serveCached(key: CacheKey, cached: CachedResponse, make: () => Promise<FreshResponse>): CachedResponse | Promise<CachedResponse> {
    return cached.staleUntil ? Promise.race([makeOnce(key, make), cached]) : cached
  }

  /** The new response, or the outdated one when that takes long: a server that does not respond would make every visitor wait until it is given up. */
  function waitForNew(key: CacheKey, make: () => Promise<FreshResponse>): Promise<CachedResponse> {
    const made = makeOnce(key, make)
    const outdated = findOutdated(key.name)
    if (!outdated) return made
    return Promise.race([made, pause(isDatabaseUnavailable ? waitWhileUnavailableMs : waitForSlowMs, outdated, { ref: false })])
  }

  /** A page that is made from this response depends on the same tags, is not valid for longer, and is not cached when this one is outdated. */
  function passOnDependencies(key: CacheKey, response: CachedResponse): void {
    const isOutdated = outdatedCache.peek(key.name)?.response === response
    if (isOutdated) validUntil(clock.now())
    dependsOn(...response.dependencies.tags)
    if (response.dependencies.until) validUntil(response.dependencies.until)
  }

  return {
    figures: () => ({ ...counts, entries: regularCache.size + freeTextCache.size, bytes: regularCache.calculatedSize + freeTextCache.calculatedSize }),
    alias(rawUrl, key) {
      if (cacheOf(key).has(key.name)) keyByUrl.set(rawUrl, key)
    },
    peekUrl(rawUrl) {
      const key = keyByUrl.get(rawUrl)
      const response = key && peek(key)
      // The first request for a stale response has a new one made.
      if (!response || (response.staleUntil && !making.has(key.name))) return null
      countHit(response)
      return response
    },
    async getOrMake(key, make) {
      // Parts of pages do not count, and a new page is not made from stale parts.
      const isPart = isCollectingDependencies()
      const found = peek(key)
      const cached = isPart && found?.staleUntil ? null : found
      if (!isPart && cached) countHit(cached)
      if (!isPart && !cached && !making.has(key.name)) counts.misses++
      const response = await (cached ? serveCached(key, cached, make) : waitForNew(key, make))
      passOnDependencies(key, response)
      return response
    },
  }
}

/** `Cache-Control` of responses that are the same for everyone. */
export const sharedByEveryone = 'public, max-age=0, must-revalidate'
const unavailable = 503
const notForCdn = { 'cache-control': sharedByEveryone, 'cdn-cache-control': 'no-store' }
const waitWhileUnavailableMs = 300
const waitForSlowMs = 4_000
const maximumAliases = 5_000
const maximumAliasBytes = 4 * 1024 * 1024

/** Bytes that a response occupies, with its key and headers. */
function sizeOf({ variants, dependencies }: CachedResponse, name: string): number {
  const texts = [name, name, JSON.stringify(variants.identity.headers).repeat(4), ...dependencies.tags]
  const bodies = Object.values(variants).reduce((sum, { body }) => sum + body.byteLength, 0)
  return 2048 + bodies + 2 * texts.reduce((sum, text) => sum + text.length, 0)
}
