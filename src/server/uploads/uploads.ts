import { randomUUIDv7 } from 'node:crypto'
import { ORPCError } from '@orpc/server'
import { and, eq, inArray, lt } from 'drizzle-orm'
import { imageMessages, maximumImageBytes } from '#contract/images.ts'
import type { Clock } from '#server/clock.ts'
import type { Database, Transaction } from '#server/database/index.ts'
import type { Allowance, Throttle } from '#server/throttle/index.ts'
import { encodeImage, type EncodedImage, type UploadKind } from './encode.ts'
import type { UploadsInUse } from './in-use.ts'
import { uploadFiles, uploads } from './tables.ts'

export type Uploads = ReturnType<typeof createUploads>
export type Received = { outcome: 'encoded'; image: EncodedImage } | { outcome: 'refused'; message: string }

const hourMs = 3_600_000
/** Reading a picture is the most work that anybody can ask for with one call. */
const pictures: Allowance = { name: 'picture', times: 60, perMs: hourMs }
/** Somebody may be writing the article that it belongs to, kept in their browser only. */
const unusedKeptMs = 7 * 24 * hourMs

type Deps = {
  database: Database
  throttle: Throttle
  clock: Clock
  /** What other modules refer to; filled while the product is put together. */
  inUse: readonly UploadsInUse[]
}

export function createUploads({ database, throttle, clock, inUse }: Deps) {
  async function keep(tx: Transaction, image: EncodedImage, createdBy: string | null): Promise<string> {
    const id = randomUUIDv7()
    await tx.insert(uploads).values({ id, kind: image.kind, width: image.width, height: image.height, createdBy, createdAt: clock.now() })
    await tx.insert(uploadFiles).values(image.files.map(({ width, bytes }) => ({ uploadId: id, width, bytes })))
    return `${id}.webp`
  }

  return {
    /**
     * Reads what somebody sent; `by` is null for the operator's own files. Slow work: call it before a transaction is opened. A refusal says
     * why, in words for the field; who sends picture after picture is told when to come back.
     */
    async receive(file: Blob, kind: UploadKind, by: string | null): Promise<Received> {
      if (file.size > maximumImageBytes) return { outcome: 'refused', message: imageMessages.tooLarge }
      const mayTry = by === null ? null : await throttle.take([pictures, by])
      if (mayTry && !mayTry.allowed) throw tooManyPictures(mayTry.retryAfterSeconds)
      const encoding = await encodeImage(new Uint8Array(await file.arrayBuffer()), kind)
      if (encoding.outcome === 'encoded') return encoding
      return { outcome: 'refused', message: encoding.outcome === 'too-many-pixels' ? imageMessages.tooManyPixels : imageMessages.notAnImage }
    },

    /** Keeps a picture and returns its file name, `<id>.webp`: what the owner stores, and the last part of its address `/uploads/<id>.webp`. */
    keep,
    keepNow: (image: EncodedImage, createdBy: string) => database.transaction((tx) => keep(tx, image, createdBy)),

    /** Forgets a picture by its file name; a name that is not an upload's (such as default.jpg) is left alone. */
    async remove(tx: Transaction, name: string | null): Promise<void> {
      const file = name === null ? null : parseName(name)
      if (file) await tx.delete(uploads).where(eq(uploads.id, file.id))
    },

    /** Forgets pictures that no row refers to any more, or never did. */
    async dropUnused(): Promise<void> {
      const before = new Date(clock.now().getTime() - unusedKeptMs)
      await database.transaction(async (tx) => {
        const old = await tx.select({ id: uploads.id }).from(uploads).where(lt(uploads.createdAt, before))
        if (old.length === 0) return
        const used = new Set<string>()
        for (const list of inUse) for (const id of await list(tx)) used.add(id)
        const unused = old.flatMap(({ id }) => (used.has(id) ? [] : [id]))
        if (unused.length > 0) await tx.delete(uploads).where(inArray(uploads.id, unused))
      })
    },

    /** The bytes behind `<id>.webp` or `<id>-<width>.webp`; null when there are none. */
    async read(name: string): Promise<Uint8Array | null> {
      const file = parseName(name)
      if (!file) return null
      const [row] = await database.query
        .select({ bytes: uploadFiles.bytes })
        .from(uploadFiles)
        .where(and(eq(uploadFiles.uploadId, file.id), eq(uploadFiles.width, file.width)))
      return row?.bytes ?? null
    },
  }
}

const tooManyPictures = (retryAfterSeconds: number) =>
  new ORPCError('TOO_MANY_REQUESTS', {
    status: 429,
    message: 'Terlalu banyak gambar diunggah. Coba lagi beberapa menit lagi.',
    data: { retryAfterSeconds },
  })

function parseName(name: string): { id: string; width: number } | null {
  const parts = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:-(\d{2,4}))?\.webp$/.exec(name)
  return parts?.[1] ? { id: parts[1], width: Number(parts[2] ?? 0) } : null
}
