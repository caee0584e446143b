import { createHash } from 'node:crypto'
import { describeBody, hashing } from './digest.ts'
import { StorageFailure, type ObjectStore } from './object-store.ts'

/** `present`: the target had the same bytes already. `gone`: the source has no such object (any more). */
export type CopyOutcome = { outcome: 'copied' | 'present'; bytes: number } | { outcome: 'gone' }

/**
 * Copies an object and compares the SHA-256 of what the target has with that of what was read, also where the target had it before.
 * Safe to repeat after an interruption, and for several processes at once. Throws StorageFailure when they differ.
 */
export async function copyObject(name: string, from: ObjectStore, to: ObjectStore): Promise<CopyOutcome> {
  const source = await from.find(name)
  if (!source) return { outcome: 'gone' }
  const { bytes } = source
  if ((await to.find(name))?.bytes === bytes && (await digestIn(from, name)) === (await digestIn(to, name)))
    return { outcome: 'present', bytes }
  const body = await from.read(name)
  if (!body) return { outcome: 'gone' }
  const sent = createHash('sha256')
  await to.put(name, hashing(body, sent), { bytes })
  // A target that cannot be read now keeps the object: another process may have compared it, and deleted its source.
  if ((await digestIn(to, name)) === sent.digest('hex')) return { outcome: 'copied', bytes }
  await to.remove(name)
  throw new StorageFailure(`${name} in ${to.location} differs from what was copied there`)
}

const digestIn = async (store: ObjectStore, name: string): Promise<string> =>
  (await describeBody((await store.read(name)) ?? [])).sha256
