import { failureStatus } from '#contract/client.ts'
import { mergeReading, type Reading } from '#contract/reading.ts'
import type { Api } from '#web/identity/index.ts'
import { isStored, listUnsent, readStored, writeStored, type StoredReading } from './reading-store.ts'

const running = new Map<string, Promise<StoredReading>>()

type SyncApi = Pick<Api, 'mine' | 'sessions'>

/** The user signed out or changed during the request, so its response must not be stored. */
class ReaderChanged extends Error {}

/**
 * Sends the local progress and merges that of other devices. Concurrent calls share one request. Rejects when the server cannot be
 * reached, and when `owner` is not the signed-in user: then nothing is sent or stored.
 */
export function syncReading(api: SyncApi, owner: string, ebookId: string): Promise<StoredReading> {
  const key = `${owner}:${ebookId}`
  const promise = running.get(key) ?? syncOnce(api, owner, ebookId).finally(() => running.delete(key))
  running.set(key, promise)
  return promise
}

async function syncOnce({ mine, sessions }: SyncApi, owner: string, ebookId: string): Promise<StoredReading> {
  const session = await sessions.read(location.pathname)
  if (session?.user._id !== owner) throw new ReaderChanged()
  const wasStored = isStored(owner, ebookId)
  const sent = readStored(owner, ebookId)
  const answer = sent.dirty ? await send(mine, ebookId, sent) : (await mine.library.showReading({ id: ebookId })).data
  if (!isSignedIn(sessions, owner) || (wasStored && !isStored(owner, ebookId))) throw new ReaderChanged()
  // The reader may have gone on during the request: those changes must not be lost and stay unsent.
  const now = readStored(owner, ebookId)
  const isUnchanged = JSON.stringify(now.reading) === JSON.stringify(sent.reading)
  const reading = answer ? mergeReading(now.reading, withoutPercent(answer)) : now.reading
  const stored: StoredReading = { reading, dirty: now.dirty && !isUnchanged, syncedAt: isUnchanged ? latestChange(reading) : now.syncedAt }
  writeStored(owner, ebookId, stored)
  return stored
}

function isSignedIn(sessions: SyncApi['sessions'], owner: string): boolean {
  const state = sessions.snapshot()
  return state.status === 'signed-in' && state.session.user._id === owner
}

/** Null when the server rejects the progress for good, as for a deleted e-book: sending it again is pointless. */
async function send(mine: Api['mine'], ebookId: string, { reading, syncedAt }: StoredReading) {
  const marks = syncedAt === null ? reading.marks : reading.marks.filter((mark) => mark.changedAt > syncedAt)
  try {
    return (await mine.library.saveReading({ id: ebookId, ...reading, marks })).data
  } catch (error) {
    const status = failureStatus(error)
    if (status === 404 || status === 422) return null
    throw error
  }
}

const withoutPercent = ({ completedSectionIds, position, marks }: Reading): Reading => ({ completedSectionIds, position, marks })
const latestChange = ({ marks }: Reading): string | null =>
  marks.reduce<string | null>((latest, { changedAt }) => (latest && latest > changedAt ? latest : changedAt), null)

/** Sends progress recorded offline, and returns the number of e-books sent. Stops at the first failure; the rest stays unsent. */
export async function sendUnsent(api: SyncApi, owner: string): Promise<number> {
  let sent = 0
  for (const ebookId of listUnsent(owner)) {
    try {
      await syncReading(api, owner, ebookId)
      sent++
    } catch {
      return sent
    }
  }
  return sent
}
