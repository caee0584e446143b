import { LRUCache } from 'lru-cache'
import type { CachedResponse } from './response.ts'

/**
 * Names a response. `isFreeText`: it contains text that a client chose, such as a filter, so any number of such keys can be made up.
 * `isForAnyPath`: it is the same for any number of URLs.
 */
export type CacheKey = { name: string; isFreeText: boolean; isForAnyPath?: boolean }

export type CacheEntry = {
  response: CachedResponse
  /** When it has to be made again. */
  expiresAt: Date | null
  /** Stale-while-revalidate: outdated, but may be sent until then while a new one is made. */
  staleUntil: Date | null
}

/** A response that was replaced or removed: what there is to send while a new one cannot be made. */
export type OutdatedResponse = { response: CachedResponse; since: Date }

/** The share of the memory that keys with free text may fill, so that made-up URLs cannot evict the pages that exist. */
const freeTextShare = 0.25
const outdatedShare = 0.2
const maximumAliases = 5_000
const maximumAliasBytes = 4 * 1024 * 1024

/** Responses in memory: as many as fit, the least recently used ones leave first. `onRemoved` is called for each entry that leaves or is replaced. */
export function createCacheStore({
  maximumBytes,
  onRemoved,
}: {
  maximumBytes: number
  onRemoved: (name: string, entry: CacheEntry) => void
}) {
  const createCache = (share: number) =>
    new LRUCache<string, CacheEntry>({
      maxSize: Math.floor(maximumBytes * share),
      sizeCalculation: ({ response }, name) => sizeOf(response, name),
      dispose: (entry, name) => onRemoved(name, entry),
    })
  const regular = createCache(1 - freeTextShare - outdatedShare)
  const freeText = createCache(freeTextShare)
  const outdated = new LRUCache<string, OutdatedResponse>({
    maxSize: Math.floor(maximumBytes * outdatedShare),
    sizeCalculation: ({ response }, name) => sizeOf(response, name),
  })
  // Bounded, because one page has any number of spellings of its URL.
  const keyByUrl = new LRUCache<string, CacheKey>({
    max: maximumAliases,
    maxSize: maximumAliasBytes,
    sizeCalculation: ({ name }, rawUrl) => 2 * (name.length + rawUrl.length) + 100,
  })
  const cacheOf = ({ isFreeText }: CacheKey) => (isFreeText ? freeText : regular)

  return {
    get: (key: CacheKey): CacheEntry | null => cacheOf(key).get(key.name) ?? null,
    /** Without counting as a use. */
    find(name: string): { key: CacheKey; entry: CacheEntry } | null {
      for (const isFreeText of [false, true]) {
        const key = { name, isFreeText }
        const entry = cacheOf(key).peek(name)
        if (entry) return { key, entry }
      }
      return null
    },
    /** False for a response that is too large. */
    put(key: CacheKey, entry: CacheEntry): boolean {
      cacheOf(key).set(key.name, entry)
      return cacheOf(key).has(key.name)
    },
    remove: (key: CacheKey): void => void cacheOf(key).delete(key.name),
    names: (): string[] => [...regular.keys(), ...freeText.keys()],

    putOutdated: (name: string, last: OutdatedResponse): void => void outdated.set(name, last),
    getOutdated: (name: string): OutdatedResponse | null => outdated.get(name) ?? null,
    removeOutdated: (name: string): void => void outdated.delete(name),

    /** Maps a URL, exactly as in the request line, to the key of a cached response. */
    alias(rawUrl: string, key: CacheKey): void {
      // Made-up URLs would make those of real pages leave.
      if (!key.isForAnyPath && cacheOf(key).has(key.name)) keyByUrl.set(rawUrl, key)
    },
    keyOfUrl: (rawUrl: string): CacheKey | null => keyByUrl.get(rawUrl) ?? null,

    figures: () => ({ entries: regular.size + freeText.size, bytes: regular.calculatedSize + freeText.calculatedSize }),
  }
}

/** Bytes that a response occupies, with its key and headers. */
function sizeOf({ variants, dependencies }: CachedResponse, name: string): number {
  const texts = [name, name, JSON.stringify(variants.identity.headers).repeat(4), ...dependencies.tags]
  const bodies = Object.values(variants).reduce((sum, { body }) => sum + body.byteLength, 0)
  return 2048 + bodies + 2 * texts.reduce((sum, text) => sum + text.length, 0)
}
