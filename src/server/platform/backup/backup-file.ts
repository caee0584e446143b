import { access, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import {
  createFolderStore,
  createS3Store,
  type FolderStore,
  type ObjectStore,
  type S3Place,
} from '#server/platform/storage/index.ts'
import { BackupFailure, describeFileFailure } from './failure.ts'

/** A backup in a folder or a bucket, whether or not it exists. */
export type BackupFile = {
  /** As the operator names it: a path, or `s3://bucket/name`. */
  location: string
  store: ObjectStore
  name: string
}

/** Where the backups of the schedule are. */
export type BackupPlace = { folder: string; bucket: S3Place | null }

export const openBackupPlace = ({ folder, bucket }: BackupPlace): ObjectStore =>
  bucket ? createS3Store(bucket) : createFolderStore(folder)
export const fileIn = (store: ObjectStore, name: string): BackupFile => ({
  location: isInBucket(store.location) ? store.location + name : join(store.location, name),
  store,
  name,
})

const isInBucket = (location: string): boolean => location.startsWith('s3://')

/**
 * A backup by its path or by `s3://bucket/name`, with the access of these settings. Throws BackupFailure for a location that cannot be one.
 */
export function openBackupFile(location: string, storage: S3Place | null): BackupFile {
  if (!isInBucket(location))
    return { location, store: createFolderStore(dirname(resolve(location))), name: basename(resolve(location)) }
  const [, bucket, name] = /^s3:\/\/([^/]+)\/(.*[^/])$/.exec(location) ?? []
  if (!bucket || !name) throw new BackupFailure(`${location} must look like s3://BUCKET/NAME`)
  if (!storage)
    throw new BackupFailure(
      `${location} needs STORAGE_S3_BUCKET, STORAGE_S3_ACCESS_KEY_ID and STORAGE_S3_SECRET_ACCESS_KEY`,
    )
  return { location, store: createS3Store({ ...storage, bucket, prefix: '' }), name }
}

/** Deletes what backups of this machine that were killed left in the folder of a new one. In a bucket, unfinished uploads are no objects. */
export async function removeUnfinished({ store }: BackupFile): Promise<void> {
  if ('removeUnfinished' in store) await (store as FolderStore).removeUnfinished()
}

/** Throws BackupFailure where something has this name, or its folder is missing. */
export async function assertNewFile({ location, store, name }: BackupFile): Promise<void> {
  const exists = new BackupFailure(`${location} exists already: choose another name`)
  if (isInBucket(location)) {
    if (await store.find(name)) throw exists
    return
  }
  const existing = await stat(location).catch((error: unknown) => error as NodeJS.ErrnoException)
  if (!(existing instanceof Error)) throw exists
  if (existing.code !== 'ENOENT') throw describeFileFailure(existing, location)
  await access(store.location).catch((error: unknown) => {
    throw describeFileFailure(error, dirname(location))
  })
}

/** The bytes of a backup. Throws BackupFailure when there is none. */
export async function readFile({ location, store, name }: BackupFile): Promise<AsyncIterable<Uint8Array>> {
  const body = await store.read(name).catch((error: unknown) => {
    throw describeFileFailure(error, location)
  })
  if (!body) throw new BackupFailure(`${location}: no such file or folder`)
  return body
}
