import { vi } from 'vitest'

export type FakeBrowser = {
  storage: Map<string, string>
  /** When set, writes to `localStorage` fail as if it were full. */
  isFull: boolean
  dispatch(type: 'online' | 'visibilitychange'): void
  /** Writes as another tab would. */
  writeElsewhere(key: string, text: string): void
}

/** Replaces the globals of a browser that storing and sending data uses: `localStorage`, `location`, and events. */
export function fakeBrowser(): FakeBrowser {
  const events = new EventTarget()
  const storage = new Map<string, string>()
  const browser: FakeBrowser = {
    storage,
    isFull: false,
    dispatch: (type) => void events.dispatchEvent(new Event(type)),
    writeElsewhere(key, text) {
      storage.set(key, text)
      events.dispatchEvent(Object.assign(new Event('storage'), { key }))
    },
  }
  const methods = {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem(key: string, text: string) {
      if (browser.isFull) throw new Error('QuotaExceededError')
      storage.set(key, text)
    },
    removeItem: (key: string) => void storage.delete(key),
  }
  // Like the real one, its keys are enumerable and its methods are not.
  vi.stubGlobal(
    'localStorage',
    new Proxy(methods, {
      ownKeys: () => [...storage.keys()],
      getOwnPropertyDescriptor: (_, key) => ({ enumerable: storage.has(String(key)), configurable: true }),
    }),
  )
  vi.stubGlobal('location', { pathname: '/' })
  vi.stubGlobal('document', events)
  vi.stubGlobal('addEventListener', events.addEventListener.bind(events))
  vi.stubGlobal('removeEventListener', events.removeEventListener.bind(events))
  return browser
}
