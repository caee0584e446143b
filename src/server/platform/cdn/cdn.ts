import type { Logger } from 'pino'
import { createCacheKeys } from './cache-keys.ts'
import { createPurger, type Purge } from './purger.ts'

export type CdnOptions = {
  /** How long a CDN caches a response. */
  seconds: number
  /** Null: copies expire by themselves only. */
  purge: Purge | null
}
export type Cdn = ReturnType<typeof cdnModule>

const maximumStaleSeconds = 60

/** Lets a CDN cache responses that are the same for everyone, and purges those that a write of this process changed. */
export function cdnModule({ seconds, purge, publicUrl, log }: CdnOptions & { publicUrl: string; log: Logger }) {
  const keys = createCacheKeys(publicUrl)
  // While a CDN fetches a new copy, it may send the old one for this long.
  const staleSeconds = Math.min(seconds, maximumStaleSeconds)
  const maximumAgeMs = (seconds + staleSeconds) * 1000
  const purger = purge && createPurger({ ...purge, everything: keys.everything, maximumAgeMs, log })
  return {
    /** How old a copy at the CDN can get. */
    maximumAgeMs,
    /** Headers of a response with these tags. Browsers still ask each time: for them `must-revalidate` overrides `stale-while-revalidate`. */
    headersOf(tags: ReadonlySet<string>): Record<string, string> {
      const names = keys.ofResponse(tags)
      const stale = `stale-while-revalidate=${staleSeconds}`
      return {
        'cache-control': `public, max-age=0, must-revalidate, s-maxage=${seconds}, ${stale}`,
        // Read in place of the other by CDNs that know it (RFC 9213).
        'cdn-cache-control': `public, max-age=${seconds}, ${stale}`,
        'surrogate-key': names.join(' '),
        'cache-tag': names.join(','),
      }
    },
    /** Call after a write of this process was committed. */
    purge: (tags: readonly string[]) => purger?.purge(keys.ofChange(tags)),
    close: () => purger?.close(),
  }
}
