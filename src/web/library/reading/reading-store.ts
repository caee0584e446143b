import { mergeReading, nothingRead, type Reading } from '#contract/library/reading.ts'
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
}

export const emptyReading: StoredReading = { reading: nothingRead, dirty: false, syncedAt: null }

/** Reading progress, per e-book. */
export const readingStore = deviceStore<StoredReading>({
  name: 'reading',
  parse(stored) {
    const { reading, dirty, syncedAt } = parseObject(stored)
    // Merging with an empty reading makes malformed data throw here instead of later.
    return {
      reading: mergeReading(reading as Reading, nothingRead),
      dirty: parseBoolean(dirty),
      syncedAt: syncedAt === null ? null : parseString(syncedAt),
    }
  },
  merge: (stored, incoming) => ({
    reading: mergeReading(stored.reading, incoming.reading),
    dirty: stored.dirty || incoming.dirty,
    syncedAt: stored.syncedAt,
  }),
})

/** Moves progress recorded while signed out to the signed-in user. */
export function mergeVisitorReading(owner: string, ebookId: string): void {
  if (owner === visitor) return
  const before = readingStore.read(visitor, ebookId)
  if (!before) return
  readingStore.put(owner, ebookId, { ...before, dirty: true, syncedAt: null })
  readingStore.update(visitor, ebookId, () => null)
}
