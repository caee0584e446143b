import { failureStatus } from '#contract/client.ts'
import { mergeReading, type Reading } from '#contract/reading.ts'
import type { Api } from '#web/identity/index.ts'
import { isStored, listUnsent, readStored, writeStored, type Stored } from './reading-store.ts'

const running = new Map<string, Promise<Stored>>()

type Line = Pick<Api, 'mine' | 'sessions'>

/** The reader left while the server was asked: the answer is nobody's on this device any more. */
class Gone extends Error {}

/**
 * Tells the server what this device knows, and takes over what others told it. Two at once are one. Rejects when nobody answers, and
 * when the reader is no longer the one who is signed in: then nothing is sent in another's name, and nothing written.
 */
export function syncReading(api: Line, owner: string, ebookId: string): Promise<Stored> {
  const key = `${owner}:${ebookId}`
  const promise = running.get(key) ?? exchange(api, owner, ebookId).finally(() => running.delete(key))
  running.set(key, promise)
  return promise
}

async function exchange({ mine, sessions }: Line, owner: string, ebookId: string): Promise<Stored> {
  const session = await sessions.read(location.pathname)
  if (session?.user._id !== owner) throw new Gone()
  const wasStored = isStored(owner, ebookId)
  const sent = readStored(owner, ebookId)
  const answer = sent.dirty ? await send(mine, ebookId, sent) : (await mine.library.showReading({ id: ebookId })).data
  if (!isSignedIn(sessions, owner) || (wasStored && !isStored(owner, ebookId))) throw new Gone()
  // Reading went on meanwhile: what came in between is neither lost nor taken for sent.
  const now = readStored(owner, ebookId)
  const isUnchanged = JSON.stringify(now.reading) === JSON.stringify(sent.reading)
  const reading = answer ? mergeReading(now.reading, withoutPercent(answer)) : now.reading
  const stored: Stored = { reading, dirty: now.dirty && !isUnchanged, syncedAt: isUnchanged ? latestChange(reading) : now.syncedAt }
  writeStored(owner, ebookId, stored)
  return stored
}

function isSignedIn(sessions: Line['sessions'], owner: string): boolean {
  const state = sessions.snapshot()
  return state.status === 'signed-in' && state.session.user._id === owner
}

/** Null when the server will never take it: the e-book is gone. Sending it again would change nothing. */
async function send(mine: Api['mine'], ebookId: string, { reading, syncedAt }: Stored) {
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

/** Sends whatever was read while nobody could be told. What fails stays for the next time. How many were sent. */
export async function sendUnsent(api: Line, owner: string): Promise<number> {
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
