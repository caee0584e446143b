/** Something that was kept on this device. */
export type Saved = {
  kind: 'ebook' | 'tip' | 'course'
  id: string
  title: string
  /** The page that shows it. */
  path: string
  /** Whose it is: a person's id, or `tamu` for what anybody may read. */
  owner: string
  bytes: number
  /** What the server had when it was kept. */
  version: string
  /** When this version was kept, and when it was last compared (ISO 8601, UTC). */
  savedAt: string
  checkedAt: string
  /** Fingerprint of the session that may read it, and the built page it belongs to: when one changes, it is fetched anew. */
  session: string
  build: string
  /** Addresses in the cache. */
  addresses: string[]
}

const storageKey = 'cendaki-saved'
export const cacheName = 'cendaki-saved'
const changed = new EventTarget()

export function listSaved(): Saved[] {
  try {
    return JSON.parse(localStorage.getItem(storageKey) ?? '[]') as Saved[]
  } catch {
    return []
  }
}

function write(list: readonly Saved[]): void {
  localStorage.setItem(storageKey, JSON.stringify(list))
  changed.dispatchEvent(new Event('change'))
}

export function onSavedChange(listener: () => void): () => void {
  changed.addEventListener('change', listener)
  addEventListener('storage', listener)
  return () => {
    changed.removeEventListener('change', listener)
    removeEventListener('storage', listener)
  }
}

const isSame = (a: Pick<Saved, 'kind' | 'id'>, b: Pick<Saved, 'kind' | 'id'>): boolean => a.kind === b.kind && a.id === b.id

export type Fetched = { address: string; response: Response }

/** Puts answers into the cache and notes what they belong to. Throws when the device has no room. */
export async function keep(entry: Omit<Saved, 'addresses'>, fetched: readonly Fetched[]): Promise<void> {
  const cache = await caches.open(cacheName)
  await Promise.all(fetched.map(({ address, response }) => cache.put(address, response)))
  const addresses = fetched.map(({ address }) => address)
  const before = listSaved().find((other) => isSame(other, entry))
  write([...listSaved().filter((other) => !isSame(other, entry)), { ...entry, addresses }])
  if (before) await dropUnused(before.addresses)
}

/** It was compared with what the server has, just now. */
export const noteChecked = (entry: Pick<Saved, 'kind' | 'id'>): void =>
  write(listSaved().map((other) => (isSame(other, entry) ? { ...other, checkedAt: new Date().toISOString() } : other)))

/** Takes something off this device. What another saved thing also needs stays. */
export async function forget(entry: Pick<Saved, 'kind' | 'id'>): Promise<void> {
  const gone = listSaved().find((other) => isSame(other, entry))
  write(listSaved().filter((other) => !isSame(other, entry)))
  if (gone) await dropUnused(gone.addresses)
}

async function dropUnused(addresses: readonly string[]): Promise<void> {
  const needed = new Set(listSaved().flatMap((entry) => entry.addresses))
  const cache = await caches.open(cacheName)
  await Promise.all(addresses.filter((address) => !needed.has(address)).map((address) => cache.delete(address)))
}

export async function forgetEverything(): Promise<void> {
  localStorage.removeItem(storageKey)
  await caches.delete(cacheName)
  changed.dispatchEvent(new Event('change'))
}
