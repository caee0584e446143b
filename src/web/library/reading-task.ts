import { failureStatus } from '#contract/client.ts'
import { mergeReading, type Reading, type ReadingPosition } from '#contract/library/reading.ts'
import type { SavedReading } from '#contract/library/library.ts'
import { findOther, noteSent } from './other-position.ts'
import type { SyncTask } from '#web/kit/device/sync.ts'
import type { Api } from '#web/identity/index.ts'
import { emptyReading, readingStore, type StoredReading } from './reading-store.ts'

/** The position of another device, when it is later than the local one, or was replaced by it without this device having known. */
export type ReadingResult = { otherDevicePosition: ReadingPosition | null }

/** Sends reading progress and merges that of other devices, per e-book. */
export const readingTask: SyncTask<ReadingResult> = {
  name: 'reading',
  unsent: (owner) => readingStore.list(owner).filter((ebookId) => readingStore.read(owner, ebookId)?.dirty),
  async send(api, owner, ebookId) {
    const sent = readingStore.read(owner, ebookId)
    // The server may have it, also when its answer is lost.
    if (sent?.dirty) readingStore.update(owner, ebookId, (stored) => stored && noteSent(stored))
    const response: SavedReading | null = sent?.dirty
      ? await save(api, ebookId, sent)
      : (await api.authenticated.library.showReading({ id: ebookId })).data
    const session = await api.sessions.read(location.pathname)
    const now = readingStore.read(owner, ebookId)
    // The user signed out during the request, which clears this device: nothing is stored again.
    if (session?.user._id !== owner || (sent && !now)) return { result: { otherDevicePosition: null } }
    const local = (now ?? emptyReading).reading
    // The reader may have gone on during the request: those changes stay unsent.
    const isUnchanged = JSON.stringify(local) === JSON.stringify((sent ?? emptyReading).reading)
    const reading = response ? mergeReading(local, withoutPercent(response)) : local
    readingStore.update(owner, ebookId, (stored) => ({
      reading,
      dirty: Boolean(stored?.dirty) && !isUnchanged,
      syncedAt: isUnchanged ? latestChange(reading) : (stored?.syncedAt ?? null),
      known: response ? [response.position] : (stored?.known ?? []),
    }))
    return {
      result: {
        otherDevicePosition: response && findOther(response, { known: now?.known ?? [], local: local.position }),
      },
    }
  },
}

/** Null when the server rejects the progress for good, as for a deleted e-book: sending it again is pointless. */
async function save(api: Api, ebookId: string, { reading, syncedAt }: StoredReading) {
  const marks = syncedAt === null ? reading.marks : reading.marks.filter((mark) => mark.changedAt > syncedAt)
  try {
    return (await api.authenticated.library.saveReading({ id: ebookId, ...reading, marks })).data
  } catch (error) {
    const status = failureStatus(error)
    if (status === 404 || status === 422) return null
    throw error
  }
}

const withoutPercent = ({ completedSectionIds, position, marks }: Reading): Reading => ({
  completedSectionIds,
  position,
  marks,
})
const latestChange = ({ marks }: Reading): string | null =>
  marks.reduce<string | null>((latest, { changedAt }) => (latest && latest > changedAt ? latest : changedAt), null)
