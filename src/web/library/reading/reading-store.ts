import { mergeReading, nothingRead, type Reading } from '#contract/reading.ts'

/** Reading progress in one e-book, as stored on this device. */
export type StoredReading = {
  reading: Reading
  /** Has changes that the server has not confirmed. */
  dirty: boolean
  /** Marks changed after this moment have not been sent (ISO 8601). */
  syncedAt: string | null
}

const prefix = 'cendaki-reading:'
/** Owner of progress recorded while signed out. It is merged into the account of the user who signs in next. */
export const guest = 'tamu'

const keyOf = (owner: string, ebookId: string): string => `${prefix}${owner}:${ebookId}`
const emptyReading: StoredReading = { reading: nothingRead, dirty: false, syncedAt: null }

export function readStored(owner: string, ebookId: string): StoredReading {
  try {
    const text = localStorage.getItem(keyOf(owner, ebookId))
    if (!text) return emptyReading
    const stored = JSON.parse(text) as StoredReading
    // Merging with an empty reading makes malformed data throw here instead of later.
    return { ...stored, reading: mergeReading(stored.reading, nothingRead) }
  } catch {
    return emptyReading
  }
}

/** False after a sign-out, too, because that clears the stored readings. */
export const isStored = (owner: string, ebookId: string): boolean => localStorage.getItem(keyOf(owner, ebookId)) !== null

export function writeStored(owner: string, ebookId: string, stored: StoredReading): void {
  try {
    localStorage.setItem(keyOf(owner, ebookId), JSON.stringify(stored))
  } catch {
    // Local storage is full or blocked: the progress is in memory until the server has it.
  }
}

/** Moves progress recorded while signed out to the signed-in user. */
export function mergeGuestReading(owner: string, ebookId: string): StoredReading {
  const [mine, before] = [readStored(owner, ebookId), readStored(guest, ebookId)]
  if (before === emptyReading || owner === guest) return mine
  const merged: StoredReading = { reading: mergeReading(mine.reading, before.reading), dirty: true, syncedAt: mine.syncedAt }
  writeStored(owner, ebookId, merged)
  localStorage.removeItem(keyOf(guest, ebookId))
  return merged
}

/** Ids of e-books with unsent changes. */
export function listUnsent(owner: string): string[] {
  const start = `${prefix}${owner}:`
  return Object.keys(localStorage)
    .filter((key) => key.startsWith(start))
    .map((key) => key.slice(start.length))
    .filter((ebookId) => readStored(owner, ebookId).dirty)
}

/** Removes all reading progress of one user from this device. */
export function clearReadings(owner: string): void {
  for (const key of Object.keys(localStorage)) if (key.startsWith(`${prefix}${owner}:`)) localStorage.removeItem(key)
}
