import { createWriteStream } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { eq } from 'drizzle-orm'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/index.ts'
import { newId } from '#server/platform/new-id.ts'
import type { MediaStore } from './media-store.ts'
import { mediaFiles } from './tables.ts'
import { removeIncoming, room, whileThereIsRoom } from './upload-server.ts'

export type NewDocument = { bytes: Uint8Array; contentType: string; createdBy: string }
export type DocumentDeps = {
  database: Database
  clock: Clock
  store: MediaStore
  incomingFolder: string
  freeBytes?: (folder: string) => Promise<number>
}

/** Stores a document that its caller has checked, and returns its id; null when the disk is almost full. It is deleted unless something refers to it within days. */
export const addDocument = (
  deps: DocumentDeps,
  { bytes, contentType, createdBy }: NewDocument,
): Promise<string | null> => addFile(deps, bytes, { contentType, createdBy })

/** The same of any file. */
export async function addFile(
  deps: DocumentDeps,
  bytes: Uint8Array,
  about: Omit<typeof mediaFiles.$inferInsert, 'id' | 'bytes' | 'createdAt'>,
): Promise<string | null> {
  const { database, clock, store, incomingFolder } = deps
  const id = newId()
  await mkdir(incomingFolder, { recursive: true, mode: 0o700 })
  if (bytes.length > (await room(deps))) return null
  // The row first: without it, no job would find the bytes.
  await database.query.insert(mediaFiles).values({ ...about, id, bytes: bytes.length, createdAt: clock.now() })
  await writeFile(join(incomingFolder, id), bytes, { mode: 0o600 })
  await store.take(id, join(incomingFolder, id))
  return id
}

export type MadeDocument = {
  chunks: AsyncIterable<Uint8Array>
  contentType: string
  /** Notes the id before bytes are written: those of a process that is killed are found by it. */
  begin: (id: string) => Promise<void>
}

/** The same for a document of the site that is made while it is stored, however large. Throws what `chunks` throws, and keeps nothing then. */
export async function addMadeDocument(
  deps: DocumentDeps,
  { chunks, contentType, begin }: MadeDocument,
): Promise<{ id: string; bytes: number } | null> {
  const { database, clock, store, incomingFolder } = deps
  const id = newId()
  const path = join(incomingFolder, id)
  let bytes = 0
  let isFull = false
  async function readRoom() {
    const left = await room(deps)
    isFull = left <= 0
    return left
  }
  async function* counted() {
    for await (const chunk of whileThereIsRoom(chunks, readRoom)) {
      bytes += chunk.length
      yield chunk
    }
  }
  await mkdir(incomingFolder, { recursive: true, mode: 0o700 })
  // The row first, as above; how many bytes it has is known at the end.
  await database.query.insert(mediaFiles).values({ id, bytes: 1, contentType, createdAt: clock.now() })
  try {
    await begin(id)
    await pipeline(counted(), createWriteStream(path, { mode: 0o600 }))
    await database.query.update(mediaFiles).set({ bytes }).where(eq(mediaFiles.id, id))
    await store.take(id, path)
    return { id, bytes }
  } catch (error) {
    await removeIncoming(incomingFolder, id)
    await database.query.delete(mediaFiles).where(eq(mediaFiles.id, id))
    if (isFull) return null
    throw error
  }
}
