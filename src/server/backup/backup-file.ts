import { access, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { createFolderStore, createS3Store, type ObjectStore, type S3Place } from '#server/storage/index.ts'
import { BackupFailure, describeFileFailure } from './failure.ts'

/** A backup in a folder or a bucket, whether or not it exists. */
export type BackupFile = {
  /** As the operator names it: a path, or `s3://bucket/name`. */
  address: string
  store: ObjectStore
  name: string
}

/** Where the backups of the schedule are. */
export type BackupPlace = { folder: string; bucket: S3Place | null }

export const openBackupPlace = ({ folder, bucket }: BackupPlace): ObjectStore => (bucket ? createS3Store(bucket) : createFolderStore(folder))
export const fileIn = (store: ObjectStore, name: string): BackupFile => ({
  address: isBucketAddress(store.address) ? store.address + name : join(store.address, name),
  store,
  name,
})

const isBucketAddress = (address: string): boolean => address.startsWith('s3://')

/**
 * A backup by its path or by `s3://bucket/name`, with the access of these settings. Throws BackupFailure for an address that cannot be one.
 */
export function openBackupFile(address: string, storage: S3Place | null): BackupFile {
  if (!isBucketAddress(address)) return { address, store: createFolderStore(dirname(resolve(address))), name: basename(resolve(address)) }
  const [, bucket, name] = /^s3:\/\/([^/]+)\/(.*[^/])$/.exec(address) ?? []
  if (!bucket || !name) throw new BackupFailure(`${address} must look like s3://BUCKET/NAME`)
  if (!storage) throw new BackupFailure(`${address} needs STORAGE_S3_BUCKET, STORAGE_S3_ACCESS_KEY_ID and STORAGE_S3_SECRET_ACCESS_KEY`)
  return { address, store: createS3Store({ ...storage, bucket, prefix: '' }), name }
}

/** Throws BackupFailure where something has this name, or its folder is missing. */
export async function assertNewFile({ address, store, name }: BackupFile): Promise<void> {
  const exists = new BackupFailure(`${address} exists already: choose another name`)
  if (isBucketAddress(address)) {
    if (await store.find(name)) throw exists
    return
  }
  const existing = await stat(address).catch((error: unknown) => error as NodeJS.ErrnoException)
  if (!(existing instanceof Error)) throw exists
  if (existing.code !== 'ENOENT') throw describeFileFailure(existing, address)
  await access(store.address).catch((error: unknown) => {
    throw describeFileFailure(error, dirname(address))
  })
}

/** The bytes of a backup. Throws BackupFailure when there is none. */
export async function readFile({ address, store, name }: BackupFile): Promise<AsyncIterable<Uint8Array>> {
  const body = await store.read(name).catch((error: unknown) => {
    throw describeFileFailure(error, address)
  })
  if (!body) throw new BackupFailure(`${address}: no such file or folder`)
  return body
}
