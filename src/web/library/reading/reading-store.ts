import { mergeReading, nothingRead, type Reading } from '#contract/reading.ts'

/** What this device knows of somebody's reading in one e-book. */
export type Stored = {
  reading: Reading
  /** The server has not heard of all of it yet. */
  dirty: boolean
  /** Marks changed after this moment have not been sent (ISO 8601). */
  syncedAt: string | null
}

const prefix = 'cendaki-reading:'
/** Who reads without an account. Whoever signs in here takes it along. */
export const guest = 'tamu'

const keyOf = (owner: string, ebookId: string): string => `${prefix}${owner}:${ebookId}`
const nothing: Stored = { reading: nothingRead, dirty: false, syncedAt: null }

export function readStored(owner: string, ebookId: string): Stored {
  try {
    const text = localStorage.getItem(keyOf(owner, ebookId))
    if (!text) return nothing
    const stored = JSON.parse(text) as Stored
    // Merged with nothing: damaged or foreign text throws here instead of later.
    return { ...stored, reading: mergeReading(stored.reading, nothingRead) }
  } catch {
    return nothing
  }
}

/** False too once it was forgotten: when somebody signed out. */
export const isStored = (owner: string, ebookId: string): boolean => localStorage.getItem(keyOf(owner, ebookId)) !== null

export function writeStored(owner: string, ebookId: string, stored: Stored): void {
  try {
    localStorage.setItem(keyOf(owner, ebookId), JSON.stringify(stored))
  } catch {
    // A full or closed storage: the tab remembers, and the server, once it is reached.
  }
}

/** What was read signed out goes over to whoever signed in. */
export function takeOverGuest(owner: string, ebookId: string): Stored {
  const [mine, before] = [readStored(owner, ebookId), readStored(guest, ebookId)]
  if (before === nothing || owner === guest) return mine
  const merged: Stored = { reading: mergeReading(mine.reading, before.reading), dirty: true, syncedAt: mine.syncedAt }
  writeStored(owner, ebookId, merged)
  localStorage.removeItem(keyOf(guest, ebookId))
  return merged
}

/** E-books of which the server does not know everything yet. */
export function listUnsent(owner: string): string[] {
  const start = `${prefix}${owner}:`
  return Object.keys(localStorage)
    .filter((key) => key.startsWith(start))
    .map((key) => key.slice(start.length))
    .filter((ebookId) => readStored(owner, ebookId).dirty)
}

/** Forgets all readings of one person on this device. */
export function forgetReadings(owner: string): void {
  for (const key of Object.keys(localStorage)) if (key.startsWith(`${prefix}${owner}:`)) localStorage.removeItem(key)
}
