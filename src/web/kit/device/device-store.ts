import { createItem, isKept, listKeys, onStorageChange, type Item } from './device-value.ts'

/** Data of one kind on this device, such as lesson notes: one value per user and id. */
export type DeviceStore<Value> = {
  read(owner: string, id: string): Value | null
  /** Merges a value into what is stored now, because another tab may have written meanwhile. Returns the result. */
  put(owner: string, id: string, value: Value): Value
  /** Replaces what is stored now; null removes it. */
  update(owner: string, id: string, change: (stored: Value | null) => Value | null): void
  /** False where storage is full or blocked: then the value ends with the page. */
  isKept(owner: string, id: string): boolean
  /** The ids of one user. */
  list(owner: string): string[]
  removeAll(owner: string): void
  subscribe(listener: () => void): () => void
}

type Options<Value> = {
  /** The key is `cendaki-<name>:<owner>:<id>`. Sign-out removes every key that contains the user's id. */
  name: string
  /** Validates stored data. Throws when it is invalid. */
  parse: (stored: unknown) => Value
  /** Joins what two tabs, or two users of one device, have written. */
  merge: (stored: Value, incoming: Value) => Value
}

/** The ids of drafts whose form is open with the same input, which the question of a sign-out names as that of the page. */
export const openDrafts = new Set<string>()

/**
 * A UUID for something that is made on this device. `crypto.randomUUID` exists on secure pages only; a site in a local network may have
 * none. It need not be secret.
 */
export const newKey = (): string =>
  'xxxxxxxx-xxxx-4xxx-8xxx-xxxxxxxxxxxx'.replaceAll('x', () => Math.floor(Math.random() * 16).toString(16))

export function deviceStore<Value>({ name, parse, merge }: Options<Value>): DeviceStore<Value> {
  const items = new Map<string, Item<Value>>()
  const prefixOf = (owner: string) => `cendaki-${name}:${owner}:`

  function itemOf(owner: string, id: string): Item<Value> {
    const key = prefixOf(owner) + id
    const item = items.get(key) ?? createItem(key, parse)
    items.set(key, item)
    return item
  }

  const list = (owner: string) => listKeys(prefixOf(owner)).map((key) => key.slice(prefixOf(owner).length))

  return {
    read: (owner, id) => itemOf(owner, id).read(),
    put(owner, id, value) {
      const item = itemOf(owner, id)
      const stored = item.read()
      const merged = stored === null ? value : merge(stored, value)
      item.write(merged)
      return merged
    },
    update(owner, id, change) {
      const item = itemOf(owner, id)
      item.write(change(item.read()))
    },
    isKept: (owner, id) => isKept(prefixOf(owner) + id),
    list,
    removeAll(owner) {
      for (const id of list(owner)) itemOf(owner, id).write(null)
    },
    subscribe: (listener) =>
      onStorageChange((key) => (key === null || key.startsWith(`cendaki-${name}:`)) && listener()),
  }
}
