const storageKey = 'cendaki-searches'
const most = 5

/** What was searched for in this browser, the latest first. It never leaves it. */
export function readRecentSearches(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '[]')
    return Array.isArray(kept) ? kept.filter((text) => typeof text === 'string').slice(0, most) : []
  } catch {
    // Storage is blocked, or holds something else: there is nothing to offer.
    return []
  }
}

export function keepSearch(text: string): void {
  const q = text.trim().slice(0, 100)
  if (!q) return
  const others = readRecentSearches().filter((other) => other.toLowerCase() !== q.toLowerCase())
  write([q, ...others].slice(0, most))
}

export const forgetSearches = (): void => write([])

function write(searches: string[]) {
  try {
    if (searches.length > 0) localStorage.setItem(storageKey, JSON.stringify(searches))
    else localStorage.removeItem(storageKey)
  } catch {
    // Storage is blocked: nothing is kept.
  }
}
