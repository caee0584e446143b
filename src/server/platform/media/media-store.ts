import { join } from 'node:path'
import { isUuid } from '#contract/kit/uuid.ts'
import {
  copyObject,
  createFolderStore,
  type ByteRange,
  type ObjectStore,
  type StoredObject,
} from '#server/platform/storage/index.ts'

/** Where the bytes of videos are, by id. Ids are never reused. */
export type MediaStore = {
  /** For operators, without secrets. */
  location: string
  /** Moves a finished local file into the store. Repeated after an interruption, it completes. */
  take(id: string, path: string): Promise<void>
  /** Streams a range (or all) as fast as it is read; null when there is no such file. Throws StorageFailure when the storage cannot be used. */
  read(id: string, range?: ByteRange): Promise<ReadableStream<Uint8Array> | null>
  find(id: string): Promise<StoredObject | null>
  /** No error for a file that is gone already. */
  remove(id: string): Promise<void>
  /** Throws when the storage cannot be used. */
  check(): Promise<void>
  /** Files that wait to be sent to the bucket; null without a bucket. */
  outgoing: Outgoing | null
}

type Outgoing = {
  /** Ids of waiting files. */
  list(): Promise<string[]>
  /** Copies a file to the bucket and compares it there. It stays here until `settle`. */
  send(id: string): Promise<void>
  settle(id: string): Promise<void>
}

/**
 * A folder, and a bucket where one is configured. With a bucket, a finished upload waits in `outgoing` and is sent in the background, so
 * that saving a lesson neither waits for the bucket nor fails with it. Files are read wherever they are, so a folder and a bucket can
 * be exchanged while the product runs.
 */
export function createMediaStore({ folder, bucket }: { folder: string; bucket: ObjectStore | null }): MediaStore {
  const local = createFolderStore(folder)
  const outgoing = createFolderStore(join(folder, 'outgoing'))
  const stores = [local, outgoing, ...(bucket ? [bucket] : [])]
  const named = (id: string) => {
    if (!isUuid(id)) throw new Error('Not the id of a media file')
    return id
  }
  return {
    location: (bucket ?? local).location,
    take: (id, path) => (bucket ? outgoing : local).take(named(id), path),
    async read(id, range) {
      for (const store of stores) {
        const body = await store.read(named(id), range)
        if (body) return body
      }
      return null
    },
    async find(id) {
      for (const store of stores) {
        const found = await store.find(named(id))
        if (found) return found
      }
      return null
    },
    async remove(id) {
      for (const store of stores) await store.remove(named(id))
    },
    check: () => (bucket ?? local).check(),
    outgoing: bucket && {
      async list() {
        const ids: string[] = []
        for await (const { name } of outgoing.list()) if (isUuid(name)) ids.push(name)
        return ids
      },
      send: async (id) => void (await copyObject(named(id), outgoing, bucket)),
      settle: (id) => outgoing.remove(named(id)),
    },
  }
}
