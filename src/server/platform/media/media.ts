import { newId } from '#server/platform/new-id.ts'
import { copyFile, mkdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { and, asc, eq, inArray, isNotNull, isNull, lt, not, or, sql, type SQL } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { isUuid } from '#contract/kit/uuid.ts'
import { videoMessages } from '#contract/kit/media/video.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Queryable, Tx } from '#server/platform/database/index.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import type { RateLimiter } from '#server/platform/protection/index.ts'
import { describeBody } from '#server/platform/storage/index.ts'
import { TextTooCostly } from '#server/platform/too-costly.ts'
import { runInWorker, WorkerCrashed } from '#server/platform/work/worker-pool.ts'
import {
  addDocument,
  addFile,
  addMadeDocument,
  type DocumentDeps,
  type MadeDocument,
  type NewDocument,
} from './add-file.ts'
import type { inspectVideo, Inspection } from './inspect-video.ts'
import type { MediaStore } from './media-store.ts'
import { sendOutgoing } from './send-outgoing.ts'
import { mediaFiles, mediaUploads } from './tables.ts'
import { createUploadServer, removeIncoming, room } from './upload-server.ts'

export type Media = ReturnType<typeof mediaModule>

/** A checked video that a lesson may refer to. */
export type UploadedVideo = { id: string; durationSeconds: number }
export type AcceptedVideo = { outcome: 'accepted'; video: UploadedVideo } | { outcome: 'rejected'; message: string }
export type MediaFile = { id: string; bytes: number; contentType: string }

/** Condition: something refers to the file with this id. */
export type MediaUse = (id: AnyPgColumn) => SQL

export type MediaDeps = {
  database: Database
  clock: Clock
  rateLimiter: RateLimiter
  store: MediaStore
  /** Uploads are here until a lesson uses them. */
  incomingFolder: string
  /** Limits one video. */
  maximumBytes: number
  /** Free on the disk of this folder. */
  freeBytes?: (folder: string) => Promise<number>
  findViewer: (token: string) => Promise<Viewer | null>
}

/** Limits the copies of one video. */
const maximumCopies = 50
const isUsable = isNull(mediaFiles.deletingSince)

/** For queries of other modules with the id of a video: the length of its file. */
export const videoBytesSql = (id: AnyPgColumn): SQL<number | null> =>
  sql<number | null>`(select ${mediaFiles.bytes} from ${mediaFiles} where ${mediaFiles.id} = ${id})`.mapWith(Number)

/** Keeps a video from being deleted until this transaction ends. False when it is being deleted already. */
export async function holdVideo(tx: Tx, id: string): Promise<boolean> {
  const [row] = await tx
    .select({ id: mediaFiles.id })
    .from(mediaFiles)
    .where(and(eq(mediaFiles.id, id), isUsable))
    .for('share')
  return row !== undefined
}

/** Stored videos with this checksum, as far as it is known: `describe` of the module makes it known. */
export async function findVideos(
  queryable: Queryable,
  sha256: string,
): Promise<(UploadedVideo & { createdBy: string | null })[]> {
  const { id, durationSeconds, createdBy } = mediaFiles
  const isSame = and(eq(mediaFiles.sha256, sha256), isUsable)
  const rows = await queryable
    .select({ id, durationSeconds, createdBy })
    .from(mediaFiles)
    .where(isSame)
    .orderBy(asc(id))
    .limit(maximumCopies)
  // Documents have no duration.
  return rows.flatMap(({ durationSeconds, ...row }) => (durationSeconds === null ? [] : [{ ...row, durationSeconds }]))
}

type NewVideo = { bytes: Uint8Array; video: Inspection & { outcome: 'playable' }; sha256: string; createdBy: string }

const inspector = new URL('inspect-video.ts', import.meta.url)

/** In a worker process, because the parser believes a file: some hundred bytes let it count to four billion. */
async function inspect(path: string, client: string): Promise<Inspection> {
  try {
    return await runInWorker<typeof inspectVideo>('videos', inspector, 'inspectVideo', path, client)
  } catch (error) {
    if (error instanceof TextTooCostly || error instanceof WorkerCrashed)
      return { outcome: 'rejected', message: videoMessages.incomplete }
    throw error
  }
}

/** Checks a video of an archive as `accept` checks an upload. */
export async function inspectBytes(deps: DocumentDeps, bytes: Uint8Array, userId: string): Promise<Inspection> {
  await mkdir(deps.incomingFolder, { recursive: true, mode: 0o700 })
  if (bytes.length > (await room(deps))) return { outcome: 'rejected', message: videoMessages.noRoom }
  const path = join(deps.incomingFolder, `${newId()}.check`)
  try {
    await writeFile(path, bytes, { mode: 0o600 })
    return await inspect(path, userId)
  } finally {
    await rm(path, { force: true })
  }
}

/** Stores a video that was found playable, and returns its id; null when the disk is almost full. It is deleted unless something refers to it within days. */
export const addVideo = (
  deps: DocumentDeps,
  { bytes, video: { contentType, durationSeconds }, sha256, createdBy }: NewVideo,
): Promise<string | null> => addFile(deps, bytes, { contentType, durationSeconds, sha256, createdBy })

export function mediaModule(deps: MediaDeps) {
  const { database, clock, store, incomingFolder } = deps

  async function findOwnFile(id: string, userId: string): Promise<UploadedVideo | null> {
    const [row] = await database.query
      .select({ id: mediaFiles.id, durationSeconds: mediaFiles.durationSeconds })
      .from(mediaFiles)
      .where(and(eq(mediaFiles.id, id), eq(mediaFiles.createdBy, userId), isUsable))
    return row && row.durationSeconds !== null ? { id: row.id, durationSeconds: row.durationSeconds } : null
  }

  /**
   * Moves an upload to the store, unless a concurrent save did. The row of the file is committed first: no job finds bytes without one. A
   * crash after any step leaves the upload, and `accept` repeats what is missing.
   */
  async function moveToStore(
    id: string,
    inspection: Inspection & { outcome: 'playable' },
    bytes: number,
    userId: string | null,
  ): Promise<UploadedVideo> {
    const { contentType, durationSeconds } = inspection
    await database.query
      .insert(mediaFiles)
      .values({ id, bytes, contentType, durationSeconds, createdBy: userId, createdAt: clock.now() })
      .onConflictDoNothing()
    await database.transaction(async (tx) => {
      const [upload] = await tx.delete(mediaUploads).where(eq(mediaUploads.id, id)).returning({ id: mediaUploads.id })
      if (upload) await store.take(id, join(incomingFolder, id))
    })
    return { id, durationSeconds }
  }

  /** False where a restored or moved installation lacks the file of a row. */
  const hasBytes = async (id: string): Promise<boolean> => (await store.find(id)) !== null

  return {
    /** Handles every request below `/api/uploads/tus`. */
    receive: createUploadServer(deps, deps.findViewer).fetch,
    maximumBytes: deps.maximumBytes,

    /**
     * Checks a finished upload of this user and moves it into the store. Idempotent. The rejection is a sentence for the form field.
     * Reads the file: call it before opening a transaction.
     */
    async accept(uploadId: string, userId: string): Promise<AcceptedVideo> {
      if (!isUuid(uploadId)) return { outcome: 'rejected', message: videoMessages.unknown }
      const known = await findOwnFile(uploadId, userId)
      const [upload] = await database.query
        .select({ length: mediaUploads.length })
        .from(mediaUploads)
        .where(and(eq(mediaUploads.id, uploadId), eq(mediaUploads.createdBy, userId)))
      if (known && !upload) return { outcome: 'accepted', video: known }
      if (!upload) return { outcome: 'rejected', message: videoMessages.unknown }
      const path = join(incomingFolder, uploadId)
      const arrived = await sizeOf(path)
      if (known && arrived === null) {
        // The bytes were moved, and then the deletion of the upload was rolled back.
        await database.query.delete(mediaUploads).where(eq(mediaUploads.id, uploadId))
        return { outcome: 'accepted', video: known }
      }
      if (arrived === null || arrived < upload.length) return { outcome: 'rejected', message: videoMessages.unfinished }
      const inspection = await inspect(path, userId)
      if (inspection.outcome === 'rejected') return inspection
      return { outcome: 'accepted', video: await moveToStore(uploadId, inspection, upload.length, userId) }
    },

    hold: holdVideo,

    /** Stores a copy of a video of the operator. Throws for one that cannot be played. */
    async add(id: string, path: string): Promise<UploadedVideo> {
      const inspection = await inspect(path, 'operator')
      if (inspection.outcome === 'rejected') throw new Error(`${path}: ${inspection.message}`)
      const { size } = await stat(path)
      await mkdir(incomingFolder, { recursive: true, mode: 0o700 })
      await copyFile(path, join(incomingFolder, id))
      await database.query
        .insert(mediaUploads)
        .values({ id, createdBy: null, length: size, metadata: {}, createdAt: clock.now() })
      return moveToStore(id, inspection, size, null)
    },

    addDocument: (document: NewDocument) => addDocument(deps, document),
    addMadeDocument: (document: MadeDocument) => addMadeDocument(deps, document),

    inspect: (bytes: Uint8Array, userId: string) => inspectBytes(deps, bytes, userId),
    addVideo: (video: NewVideo) => addVideo(deps, video),

    /** Makes the job delete these files soon. Nothing may refer to them after this transaction. */
    async release(queryable: Queryable, ids: readonly string[]): Promise<void> {
      if (ids.length > 0)
        await queryable
          .update(mediaFiles)
          .set({ deletingSince: clock.now(), createdBy: null })
          .where(inArray(mediaFiles.id, [...ids]))
    },

    async find(id: string): Promise<MediaFile | null> {
      const [row] = await database.query
        .select({ id: mediaFiles.id, bytes: mediaFiles.bytes, contentType: mediaFiles.contentType })
        .from(mediaFiles)
        .where(eq(mediaFiles.id, id))
      return row ?? null
    },

    read: store.read,
    hasBytes,
    /** Sends uploads that lessons use to the bucket, where one is configured. */
    sendOutgoing: () => sendOutgoing(deps),

    /** A stored video with the checksum of its bytes. The first call for a video reads all of it. Null for an unknown one, or one without bytes. */
    async describe(id: string): Promise<(MediaFile & { sha256: string }) | null> {
      const [row] = await database.query
        .select({
          id: mediaFiles.id,
          bytes: mediaFiles.bytes,
          contentType: mediaFiles.contentType,
          sha256: mediaFiles.sha256,
        })
        .from(mediaFiles)
        .where(eq(mediaFiles.id, id))
      if (!row) return null
      if (row.sha256 !== null) return (await hasBytes(id)) ? { ...row, sha256: row.sha256 } : null
      const content = await store.read(id, { start: 0, end: row.bytes - 1 })
      if (!content) return null
      const { sha256 } = await describeBody(content)
      await database.query.update(mediaFiles).set({ sha256 }).where(eq(mediaFiles.id, id))
      return { ...row, sha256 }
    },

    findByChecksum: (sha256: string) => findVideos(database.query, sha256),

    /** Deletes at most `limit` uploads from before this time that no lesson used, and returns how many. */
    async deleteOldUploads(before: Date, limit: number): Promise<number> {
      const old = await database.query
        .select({ id: mediaUploads.id })
        .from(mediaUploads)
        .where(lt(mediaUploads.createdAt, before))
        .orderBy(asc(mediaUploads.createdAt))
        .limit(limit)
      for (const { id } of old) {
        await removeIncoming(incomingFolder, id)
        await database.query.delete(mediaUploads).where(eq(mediaUploads.id, id))
      }
      return old.length
    },

    /**
     * Deletes at most `limit` files from before this time that nothing refers to, and those released, and returns how many. They are
     * marked first, so that no lesson can refer to one whose bytes are gone, and an interrupted deletion is continued.
     */
    async deleteUnused(inUse: readonly MediaUse[], before: Date, limit: number): Promise<number> {
      if (inUse.length === 0) throw new Error('Nothing says which files are in use')
      const isInUse = or(...inUse.map((isUsed) => isUsed(mediaFiles.id))) ?? sql`true`
      await database.transaction(async (tx) => {
        const isUnused = and(lt(mediaFiles.createdAt, before), isUsable, not(isInUse))
        const unused = await tx
          .select({ id: mediaFiles.id })
          .from(mediaFiles)
          .where(isUnused)
          .orderBy(asc(mediaFiles.createdAt))
          .limit(limit)
          .for('update')
        if (unused.length === 0) return
        const ids = unused.map(({ id }) => id)
        // The condition again, now that no new reference can appear.
        await tx
          .update(mediaFiles)
          .set({ deletingSince: clock.now() })
          .where(and(inArray(mediaFiles.id, ids), isUnused))
      })
      const marked = await database.query
        .select({ id: mediaFiles.id })
        .from(mediaFiles)
        .where(isNotNull(mediaFiles.deletingSince))
        .limit(limit)
      for (const { id } of marked) {
        await store.remove(id)
        // Left by a document whose move was interrupted.
        await removeIncoming(incomingFolder, id)
        await database.query.delete(mediaFiles).where(eq(mediaFiles.id, id))
      }
      return marked.length
    },
  }
}

async function sizeOf(path: string): Promise<number | null> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  return found?.size ?? null
}
