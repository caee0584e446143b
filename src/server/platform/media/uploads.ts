import { tooManyMessage } from '#contract/kit/format/wait.ts'
import { newId } from '#server/platform/new-id.ts'
import { uuidPattern } from '#contract/kit/uuid.ts'
import { ORPCError } from '@orpc/server'
import { and, eq, inArray, lt, not, sql } from 'drizzle-orm'
import { hourMs } from '#contract/kit/durations.ts'
import { describeForPicture } from '#contract/kit/media/foreign-files.ts'
import { imageMessages, maximumImageBytes } from '#contract/kit/media/images.ts'
import { findKind } from '#server/platform/file-kind.ts'
import type { Clock } from '#server/platform/clock.ts'
import { inBatches, type Database, type Tx } from '#server/platform/database/index.ts'
import type { RateLimit, RateLimiter } from '#server/platform/protection/index.ts'
import { runInWorker, WorkerCrashed } from '#server/platform/work/worker-pool.ts'
import type * as encoder from './encode.ts'
import type { EncodedImage, Encoding, ToEncode, UploadKind } from './encode.ts'
import type { UploadsInUse } from './in-use.ts'
import { uploadFiles, uploads } from './uploads-tables.ts'

export type Uploads = ReturnType<typeof uploadsModule>
export type Received = { outcome: 'encoded'; image: EncodedImage } | { outcome: 'rejected'; message: string }

/** Decoding a picture is the most expensive work that one API call can cause. */
const uploadsPerUser: RateLimit = { name: 'picture', times: 60, perMs: hourMs }

type Deps = {
  database: Database
  rateLimiter: RateLimiter
  clock: Clock
}

const encoderFile = new URL('encode.ts', import.meta.url)

async function encodeInWorker(input: ToEncode, by: string | undefined): Promise<Encoding> {
  try {
    return await runInWorker<typeof encoder.encodeImage>('pictures', encoderFile, 'encodeImage', input, by)
  } catch (error) {
    // A file that makes the decoder crash is not a picture.
    if (error instanceof WorkerCrashed) return { outcome: 'not-an-image' }
    throw error
  }
}

async function encode(input: ToEncode, by?: string): Promise<Received> {
  const encoding = await encodeInWorker(input, by)
  if (encoding.outcome === 'encoded') return encoding
  if (encoding.outcome === 'too-many-pixels') return { outcome: 'rejected', message: imageMessages.tooManyPixels }
  const found = describeForPicture((await findKind(input.bytes)) ?? '')
  return { outcome: 'rejected', message: found ? `${imageMessages.notAnImage}. ${found}` : imageMessages.notAnImage }
}

/** Decodes and re-encodes a file, in turn with those of other people; a rejection has a message. Slow. The caller limits how often. */
export async function encodePicture(file: Blob, kind: UploadKind, by?: string): Promise<Received> {
  if (file.size > maximumImageBytes) return { outcome: 'rejected', message: imageMessages.tooLarge }
  return encode({ bytes: new Uint8Array(await file.arrayBuffer()), kind, keepsEncoded: false }, by)
}

/** The same for a picture of a course file: one that this site encoded stays as it is. */
export async function encodeUnlessEncoded(bytes: Uint8Array, kind: UploadKind): Promise<Received> {
  if (bytes.byteLength > maximumImageBytes) return { outcome: 'rejected', message: imageMessages.tooLarge }
  // A file of an archive is a part of its buffer, and a worker is sent the whole buffer of what it gets.
  return encode({ bytes: new Uint8Array(bytes), kind, keepsEncoded: true })
}

export function uploadsModule({ database, rateLimiter, clock }: Deps) {
  async function store(tx: Tx, image: EncodedImage, createdBy: string | null): Promise<string> {
    const id = newId()
    await tx
      .insert(uploads)
      .values({ id, kind: image.kind, width: image.width, height: image.height, createdBy, createdAt: clock.now() })
    await tx.insert(uploadFiles).values(image.files.map(({ width, bytes }) => ({ uploadId: id, width, bytes })))
    return `${id}.webp`
  }

  /** The bytes of `<id>.webp` or `<id>-<width>.webp`; null when no such file exists. */
  async function read(name: string): Promise<Uint8Array | null> {
    const file = parseName(name)
    if (!file) return null
    const [row] = await database.query
      .select({ bytes: uploadFiles.bytes })
      .from(uploadFiles)
      .where(and(eq(uploadFiles.uploadId, file.id), eq(uploadFiles.width, file.width)))
    return row?.bytes ?? null
  }

  return {
    /**
     * Decodes and re-encodes a file of this user. Slow: call it before opening a transaction.
     * A rejection has a message for the form field. Above the rate limit it throws 429.
     */
    async receive(file: Blob, kind: UploadKind, by: string): Promise<Received> {
      if (file.size > maximumImageBytes) return { outcome: 'rejected', message: imageMessages.tooLarge }
      const mayTry = await rateLimiter.take([uploadsPerUser, by])
      if (!mayTry.allowed) throw tooManyPictures(mayTry.retryAfterSeconds)
      return encodePicture(file, kind, by)
    },

    /** The sizes in pixels of stored pictures by their id; those that do not exist any more are left out. */
    async findSizes(ids: readonly string[]): Promise<Map<string, { width: number; height: number }>> {
      const { id, width, height } = uploads
      const rows = await inBatches(ids, (batch) =>
        database.query.select({ id, width, height }).from(uploads).where(inArray(id, batch)),
      )
      return new Map(rows.map(({ id, ...size }) => [id, size]))
    },

    /** Stores a picture and returns its file name `<id>.webp`: the value for the caller's column, and the last part of `/uploads/<id>.webp`. */
    store,
    storeNow: (image: EncodedImage, createdBy: string) => database.transaction((tx) => store(tx, image, createdBy)),

    /** Deletes a picture by its file name. Names that are not uploads (such as default.jpg) are ignored. */
    async remove(tx: Tx, name: string | null): Promise<void> {
      const file = name === null ? null : parseName(name)
      if (file) await tx.delete(uploads).where(eq(uploads.id, file.id))
    },

    /**
     * Deletes at most `limit` pictures from before this time, or all of this person, that no row refers to, as listed by the modules that
     * refer to pictures, and returns how many. The time since the upload is a grace period: an article with the picture may still be a draft in a browser.
     */
    async deleteUnused(
      inUse: readonly UploadsInUse[],
      which: { before: Date } | { by: string },
      limit?: number,
    ): Promise<number> {
      return database.transaction(async (tx) => {
        const isCandidate = 'by' in which ? eq(uploads.createdBy, which.by) : lt(uploads.createdAt, which.before)
        const [first] = await tx.select({ id: uploads.id }).from(uploads).where(isCandidate).limit(1)
        if (!first) return 0
        const used = new Set<string>()
        for (const list of inUse) for (const id of await list(tx)) used.add(id)
        // One parameter, because a statement may have no more than 65,535.
        const isUsed = sql`${uploads.id} in (select value::uuid from jsonb_array_elements_text(${JSON.stringify([...used])}::jsonb))`
        const found = tx
          .select({ id: uploads.id })
          .from(uploads)
          .where(and(isCandidate, not(isUsed)))
        const unused = limit === undefined ? found : found.limit(limit)
        return (await tx.delete(uploads).where(inArray(uploads.id, unused)).returning({ id: uploads.id })).length
      })
    },

    read,

    /** A picture as a PNG of at most 640 pixels, for programs that do not show WebP; null when no such file exists. */
    async readPng(name: string): Promise<Uint8Array | null> {
      const bytes = await read(name)
      return bytes && runInWorker<typeof encoder.encodePng>('pictures', encoderFile, 'encodePng', bytes)
    },

    /** A picture as a square PNG, for programs that do not show WebP; null when no such file exists. */
    async readSquarePng(name: string, shape: { size: number; margin: number }): Promise<Uint8Array | null> {
      const bytes = await read(name)
      return (
        bytes &&
        runInWorker<typeof encoder.encodeSquarePng>('pictures', encoderFile, 'encodeSquarePng', { bytes, ...shape })
      )
    },
  }
}

const tooManyPictures = (retryAfterSeconds: number) =>
  new ORPCError('TOO_MANY_REQUESTS', {
    status: 429,
    message: tooManyMessage(retryAfterSeconds, 'Terlalu banyak gambar diunggah.'),
    data: { retryAfterSeconds },
  })

function parseName(name: string): { id: string; width: number } | null {
  const parts = new RegExp(String.raw`^(${uuidPattern})(?:-(\d{2,4}))?\.webp$`).exec(name)
  return parts?.[1] ? { id: parts[1], width: Number(parts[2] ?? 0) } : null
}
