import { setTimeout as pause } from 'node:timers/promises'
import { minuteMs } from '#contract/kit/durations.ts'
import { collectDependencies, dependsOn, isCollectingDependencies, validUntil } from './dependencies.ts'
import type { CacheTags } from './cache-tags.ts'
import type { Clock } from '#server/platform/clock.ts'
import { createCacheStore, type CacheEntry, type CacheKey } from './cache-store.ts'
import { prepareResponse, withHeaders, type CachedResponse, type FreshResponse } from './response.ts'
import { forCdn, sharedByEveryone } from './shared-caches.ts'
import { createTagIndex } from './tag-index.ts'

// Which response is sent when. A response is
// - fresh until a tag that it depends on is invalidated, or its validity ends;
// - stale when only counters in it changed: it is sent while a new one is made, for a minute at most;
// - outdated afterwards: it is sent only while a new one cannot be made, for five minutes at most.

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

/** `cdnSeconds`: how long a CDN may cache a response without asking; 0: not at all. */
export type PageCacheOptions = { cacheTags: CacheTags; clock: Clock; maximumBytes: number; cdnSeconds?: number }

const staleMs = minuteMs
const outdatedMs = 5 * minuteMs
const waitWhileUnavailableMs = 300
const waitForSlowMs = 4_000
const unavailable = 503

export function createPageCache({ cacheTags, clock, maximumBytes, cdnSeconds = 0 }: PageCacheOptions): PageCache {
  const tagIndex = createTagIndex()
  const store = createCacheStore({
    maximumBytes,
    onRemoved: (name, { response }) => tagIndex.remove(name, response.dependencies.tags),
  })
  const making = new Map<string, Promise<CachedResponse>>()
  /** The last attempt to make a response found the database unavailable. */
  let isDatabaseUnavailable = false
  const counts = { hits: 0, stale: 0, misses: 0 }

  cacheTags.onInvalidated((tags) => {
    tagIndex.recordChange(tags)
    // A request after a change must not receive a response that was started before it.
    making.clear()
    for (const name of tags === 'everything' ? store.names() : tagIndex.namesOf(tags)) makeOutdated(name)
  })

  cacheTags.onStale((tags) => {
    tagIndex.recordChange(tags)
    making.clear()
    for (const name of tagIndex.namesOf(tags)) makeStale(name)
  })

  function makeStale(name: string): void {
    const found = store.find(name)
    if (!found || found.entry.staleUntil) return
    const { key, entry } = found
    put(key, { ...entry, response: withoutCdn(entry.response), staleUntil: new Date(clock.now().getTime() + staleMs) })
  }

  function makeOutdated(name: string): void {
    const found = store.find(name)
    if (!found) return
    if (!found.key.isFreeText)
      store.putOutdated(name, { response: withoutCdn(found.entry.response), since: clock.now() })
    store.remove(found.key)
  }

  function put(key: CacheKey, entry: CacheEntry): void {
    if (store.put(key, entry)) tagIndex.add(key.name, entry.response.dependencies.tags)
  }

  /** The last response of a key, for when a new one cannot be made. */
  function findOutdated(name: string): CachedResponse | null {
    const last = store.getOutdated(name)
    return last && clock.now().getTime() - last.since.getTime() < outdatedMs ? last.response : null
  }

  /** Makes the response of a key, and caches it while it is current. When it cannot be made, the outdated one takes its place, if there is one. */
  async function makeAndStore(key: CacheKey, make: () => Promise<FreshResponse>): Promise<CachedResponse> {
    const changes = tagIndex.startMaking()
    try {
      const { result, dependencies } = await collectDependencies(make)
      const prepared = await prepareResponse(result, dependencies)
      const isFromOutdated = dependencies.until !== null && dependencies.until <= clock.now()
      // Redirects and 404 are the responses to any number of made-up URLs, and failures may be temporary.
      const isPage = prepared.status === 200 || (prepared.status === 404 && key.isForAnyPath)
      const mayBeCached = isPage && !isFromOutdated && !changes.hasChanged(dependencies.tags)
      const response = mayBeCached ? storeFresh(key, prepared) : prepared
      isDatabaseUnavailable = response.status === unavailable || (isDatabaseUnavailable && isFromOutdated)
      return response.status < 500 ? response : (findOutdated(key.name) ?? response)
    } catch (error) {
      isDatabaseUnavailable = (error as { status?: unknown }).status === unavailable
      const last = isDatabaseUnavailable ? findOutdated(key.name) : null
      if (!last) throw error
      return last
    } finally {
      changes.end()
    }
  }

  /** Caches a new response, and returns it as it is cached. */
  function storeFresh(key: CacheKey, prepared: CachedResponse): CachedResponse {
    const entry = { ...withCdn(prepared), staleUntil: null }
    put(key, entry)
    store.removeOutdated(key.name)
    return entry.response
  }

  /** Lets a CDN cache a response that is the same for everyone. It is made again, without that, before a copy would outlive its validity. */
  function withCdn(response: CachedResponse): Pick<CacheEntry, 'response' | 'expiresAt'> {
    const { until } = response.dependencies
    const renewAt = until && new Date(until.getTime() - cdnSeconds * 1000)
    const isForCdn =
      cdnSeconds > 0 &&
      response.status === 200 &&
      response.notModifiedHeaders['cache-control'] === sharedByEveryone &&
      !(renewAt && renewAt <= clock.now())
    return isForCdn
      ? { response: withHeaders(response, { 'cache-control': forCdn(cdnSeconds) }), expiresAt: renewAt }
      : { response, expiresAt: until }
  }

  const withoutCdn = (response: CachedResponse): CachedResponse =>
    cdnSeconds > 0 ? withHeaders(response, { 'cache-control': sharedByEveryone }) : response

  /** The fresh or stale entry of a key. */
  function peek(key: CacheKey): CacheEntry | null {
    const entry = store.get(key)
    if (!entry) return null
    if ([entry.expiresAt, entry.staleUntil].every((moment) => moment === null || moment > clock.now())) return entry
    makeOutdated(key.name)
    return null
  }

  function countHit({ staleUntil }: CacheEntry): void {
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
  function serveCached(
    key: CacheKey,
    { response, staleUntil }: CacheEntry,
    make: () => Promise<FreshResponse>,
  ): CachedResponse | Promise<CachedResponse> {
    return staleUntil ? Promise.race([makeOnce(key, make), response]) : response
  }

  /** The new response, or the outdated one when that takes long: a server that does not respond would make every visitor wait until it is given up. */
  function waitForNew(key: CacheKey, make: () => Promise<FreshResponse>): Promise<CachedResponse> {
    const made = makeOnce(key, make)
    const outdated = findOutdated(key.name)
    if (!outdated) return made
    return Promise.race([
      made,
      pause(isDatabaseUnavailable ? waitWhileUnavailableMs : waitForSlowMs, outdated, { ref: false }),
    ])
  }

  /** A page that is made from this response depends on the same tags, is not valid for longer, and is not cached when this one is outdated. */
  function passOnDependencies(key: CacheKey, response: CachedResponse): void {
    if (store.getOutdated(key.name)?.response === response) validUntil(clock.now())
    dependsOn(...response.dependencies.tags)
    if (response.dependencies.until) validUntil(response.dependencies.until)
  }

  return {
    figures: () => ({ ...counts, ...store.figures() }),
    alias: (rawUrl, key) => store.alias(rawUrl, key),
    peekUrl(rawUrl) {
      const key = store.keyOfUrl(rawUrl)
      const entry = key && peek(key)
      // The first request for a stale response has a new one made.
      if (!entry || (entry.staleUntil && !making.has(key.name))) return null
      countHit(entry)
      return entry.response
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
