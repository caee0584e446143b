import { createHash } from 'node:crypto'

// Proxies limit a header line to 4 or 8 KB, and these keys are in two of them.
const maximumKeys = 60

/**
 * Names for a CDN of what responses depend on: short hashes of cache tags. They differ between sites, because sites may share a CDN, and are in lower case,
 * because Cloudflare ignores case.
 */
export function createCacheKeys(publicUrl: string) {
  const hash = (name: string): string => createHash('sha256').update(`${publicUrl} ${name}`).digest('hex').slice(0, 12)
  // Neither is a tag: those contain no spaces.
  const [everything, many] = [hash('all pages'), hash('many tags')]
  return {
    /** On every response. */
    everything,
    /** The keys of a response. One with more tags than fit has `many` in their place. */
    ofResponse(tags: ReadonlySet<string>): string[] {
      return [everything, ...(tags.size < maximumKeys ? [...tags].map(hash) : [many])]
    },
    /** What is purged when these tags change. */
    ofChange: (tags: readonly string[]): string[] => [...tags.map(hash), many],
  }
}
