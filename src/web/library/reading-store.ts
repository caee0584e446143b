import { mergeReading, nothingRead, type Reading, type ReadingPosition } from '#contract/library/reading.ts'
import { deviceStore } from '#web/kit/device/device-store.ts'
import { visitor } from '#web/kit/device/owner.ts'
import { parseBoolean, parseObject, parseString } from '#web/kit/device/parse.ts'

/** Reading progress in one e-book, as stored on this device. */
export type StoredReading = {
  reading: Reading
  /** Has changes that the server has not confirmed. */
  dirty: boolean
  /** Marks changed after this time have not been sent (ISO 8601). */
  syncedAt: string | null
  /** Positions that the server may have from this device or has shown it: any other one is of another device. */
  known: readonly (ReadingPosition | null)[]
}

export const emptyReading: StoredReading = { reading: nothingRead, dirty: false, syncedAt: null, known: [] }

/** Reading progress, per e-book. */
export const readingStore = deviceStore<StoredReading>({
  name: 'reading',
  parse(stored) {
    const { reading, dirty, syncedAt, known } = parseObject(stored)
    // Merging with an empty reading makes malformed data throw here instead of later.
    return {
      reading: mergeReading(reading as Reading, nothingRead),
      dirty: parseBoolean(dirty),
      syncedAt: syncedAt === null ? null : parseString(syncedAt),
      // Missing in what earlier versions stored; compared by their text only.
      known: Array.isArray(known) ? known : [],
    }
  },
  merge: (stored, incoming) => ({
    reading: mergeReading(stored.reading, incoming.reading),
    dirty: stored.dirty || incoming.dirty,
    // The incoming state may hold marks from before the last sending.
    syncedAt: incoming.syncedAt && stored.syncedAt,
    known: stored.known,
  }),
})

/** Moves progress recorded while signed out to the signed-in user. */
export function mergeVisitorReading(owner: string, ebookId: string): void {
  if (owner === visitor) return
  const before = readingStore.read(visitor, ebookId)
  if (!before) return
  readingStore.put(owner, ebookId, { ...before, dirty: true, syncedAt: null, known: [] })
  readingStore.update(visitor, ebookId, () => null)
}
