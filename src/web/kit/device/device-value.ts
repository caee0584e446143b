/** One value in `localStorage`. */
export type DeviceValue<Value> = {
  /** Null when nothing valid is stored. The same object until the stored text changes. */
  read(): Value | null
  /** Null removes the value. False where storage is full or blocked: then the value lasts until the page is closed. */
  write(value: Value | null): boolean
  /** Calls the listener after a change in this tab or another one. Returns a function that ends it. */
  subscribe(listener: () => void): () => void
}

type Options<Value> = {
  key: string
  /** Validates stored data, which another version or another program may have written. Throws when it is invalid. */
  parse: (stored: unknown) => Value
}

/**
 * `localStorage` instead of IndexedDB, because its writes are synchronous: what was typed is stored before the browser can close or
 * freeze the page.
 */
export function deviceValue<Value>({ key, parse }: Options<Value>): DeviceValue<Value> {
  const item = createItem(key, parse)
  return {
    read: item.read,
    write: item.write,
    subscribe: (listener) => onStorageChange((changed) => changed === key && listener()),
  }
}

export type Item<Value> = Pick<DeviceValue<Value>, 'read' | 'write'>

/** A value under one key, without a subscription of its own. */
export function createItem<Value>(key: string, parse: (stored: unknown) => Value): Item<Value> {
  let known: { text: string; value: Value | null } | null = null

  function parseText(text: string): Value | null {
    try {
      return parse(JSON.parse(text))
    } catch {
      // Damaged or outdated data counts as nothing stored.
      return null
    }
  }

  return {
    read() {
      const text = unstored.get(key) ?? getItem(key)
      if (text === null) return null
      if (known?.text !== text) known = { text, value: parseText(text) }
      return known.value
    },
    write(value) {
      const isStored = value === null ? removeItem(key) : setItem(key, JSON.stringify(value))
      changes.dispatchEvent(new CustomEvent('change', { detail: key }))
      return isStored
    },
  }
}

/** Texts that could not be stored, by key. */
const unstored = new Map<string, string>()
const changes = new EventTarget()

/** Calls the listener with the key of each change in this tab or another one; with null when another tab cleared the storage. */
export function onStorageChange(listener: (key: string | null) => void): () => void {
  const here = (event: Event) => listener((event as CustomEvent<string>).detail)
  const elsewhere = (event: StorageEvent) => {
    // Another tab has stored it, or it signed out: what could not be stored here is outdated.
    if (event.key === null) unstored.clear()
    else unstored.delete(event.key)
    listener(event.key)
  }
  changes.addEventListener('change', here)
  addEventListener('storage', elsewhere)
  return () => {
    changes.removeEventListener('change', here)
    removeEventListener('storage', elsewhere)
  }
}

/** False where storage is full or blocked, so that the value of this key ends with the page. */
export const isKept = (key: string): boolean => !unstored.has(key)

/** Beside what is sent later: the text that replaces "tersimpan di perangkat ini" where that would not be true. */
export const notKeptText = 'Penyimpanan perangkat ini penuh atau diblokir: jangan tutup halaman ini sampai terkirim.'

/** The keys with this prefix. */
export function listKeys(prefix: string): string[] {
  const keys = [...storedKeys(), ...unstored.keys()].filter((key) => key.startsWith(prefix))
  return [...new Set(keys)]
}

function storedKeys(): string[] {
  try {
    return Object.keys(localStorage)
  } catch {
    return []
  }
}

function getItem(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    // Storage is blocked.
    return null
  }
}

function setItem(key: string, text: string): boolean {
  try {
    localStorage.setItem(key, text)
    unstored.delete(key)
    return true
  } catch {
    // Storage is full or blocked.
    unstored.set(key, text)
    return false
  }
}

function removeItem(key: string): boolean {
  unstored.delete(key)
  try {
    localStorage.removeItem(key)
  } catch {
    // Storage is blocked, so nothing is stored.
  }
  return true
}
