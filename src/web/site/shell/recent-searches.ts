import { deviceValue } from '#web/kit/device/device-value.ts'

const maximumSearches = 5

const stored = deviceValue<string[]>({
  key: 'cendaki-searches',
  parse(searches) {
    if (!Array.isArray(searches)) throw new Error('Recent searches must be a list')
    return searches.filter((text) => typeof text === 'string').slice(0, maximumSearches)
  },
})

/** The recent searches of this browser, latest first. They are never sent to the server. */
export const readRecentSearches = (): string[] => stored.read() ?? []

export function saveSearch(text: string): void {
  const q = text.trim().slice(0, 100)
  if (!q) return
  const others = readRecentSearches().filter((other) => other.toLowerCase() !== q.toLowerCase())
  stored.write([q, ...others].slice(0, maximumSearches))
}

export function clearSearches(): void {
  stored.write(null)
}
