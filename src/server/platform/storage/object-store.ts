/** First and last byte, both included. */
export type ByteRange = { start: number; end: number }
export type StoredObject = { name: string; bytes: number }

type PutOptions = {
  /** The length of the body, where it is known. */
  bytes?: number
  /**
   * Reads what was stored. When it throws, nothing stays under the name. In a folder it runs before the name exists, in a bucket
   * right after, because objects cannot be renamed there.
   */
  verify?: (read: () => Promise<AsyncIterable<Uint8Array> | Iterable<Uint8Array>>) => Promise<void>
}

/**
 * Immutable files by name, in a folder or a bucket. Names consist of segments of any characters, without `.` and `..`.
 * A store that cannot be used throws StorageFailure (bucket) or the error of the file system (folder).
 */
export type ObjectStore = {
  /** For operators, without secrets: the path of a folder, or `s3://bucket/prefix`. */
  location: string
  /** Stores a body as it arrives; the name exists only once all of it is stored. Replaces an object of that name. */
  put(name: string, body: AsyncIterable<Uint8Array>, options?: PutOptions): Promise<void>
  /** Streams an object, or the part of a range that it has, as fast as it is read; null when there is no such object. */
  read(name: string, range?: ByteRange): Promise<ReadableStream<Uint8Array> | null>
  find(name: string): Promise<StoredObject | null>
  /** No error for an object that is gone already. */
  remove(name: string): Promise<void>
  /** All complete objects by name, a page in memory at a time. */
  list(): AsyncIterable<StoredObject>
  /** Throws when the store cannot be reached. */
  check(): Promise<void>
}

/** Why a store cannot be used, in one sentence for the operator. Contains no secrets. */
export class StorageFailure extends Error {
  override name = 'StorageFailure'
}

export function assertObjectName(name: string): void {
  if (name.split('/').some((part) => part === '' || part === '.' || part === '..') || name.includes('\0'))
    throw new Error('Not the name of a stored object')
}
