const storageKey = 'cendaki-searches'
const maxSearches = 5

/** The recent searches of this browser, latest first. They are never sent to the server. */
export function readRecentSearches(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '[]')
    return Array.isArray(stored) ? stored.filter((text) => typeof text === 'string').slice(0, maxSearches) : []
  } catch {
    // Storage is blocked or contains invalid data: no recent searches.
    return []
  }
}

export function saveSearch(text: string): void {
  const q = text.trim().slice(0, 100)
  if (!q) return
  const others = readRecentSearches().filter((other) => other.toLowerCase() !== q.toLowerCase())
  write([q, ...others].slice(0, maxSearches))
}

export const clearSearches = (): void => write([])

function write(searches: string[]) {
  try {
    if (searches.length > 0) localStorage.setItem(storageKey, JSON.stringify(searches))
    else localStorage.removeItem(storageKey)
  } catch {
    // Storage is blocked: nothing is saved.
  }
}
