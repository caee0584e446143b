import { randomUUIDv7 } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { imageMessages, maximumImageBytes } from '#contract/images.ts'
import type { Clock } from '#server/clock.ts'
import type { Database, Transaction } from '#server/database/index.ts'
import { encodeImage, type EncodedImage, type UploadKind } from './encode.ts'
import { uploadFiles, uploads } from './tables.ts'

export type Uploads = ReturnType<typeof createUploads>
export type Received = { outcome: 'encoded'; image: EncodedImage } | { outcome: 'refused'; message: string }

export function createUploads({ database, clock }: { database: Database; clock: Clock }) {
  async function keep(tx: Transaction, image: EncodedImage, createdBy: string | null): Promise<string> {
    const id = randomUUIDv7()
    await tx.insert(uploads).values({ id, kind: image.kind, width: image.width, height: image.height, createdBy, createdAt: clock.now() })
    await tx.insert(uploadFiles).values(image.files.map(({ width, bytes }) => ({ uploadId: id, width, bytes })))
    return `${id}.webp`
  }

  return {
    /** Reads what somebody sent. Slow work: call it before a transaction is opened. A refusal says why, in words for the field. */
    async receive(file: Blob, kind: UploadKind): Promise<Received> {
      if (file.size > maximumImageBytes) return { outcome: 'refused', message: imageMessages.tooLarge }
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

function parseName(name: string): { id: string; width: number } | null {
  const parts = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:-(\d{2,4}))?\.webp$/.exec(name)
  return parts?.[1] ? { id: parts[1], width: Number(parts[2] ?? 0) } : null
}
