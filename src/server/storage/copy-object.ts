import { createHash } from 'node:crypto'
import { StorageFailure, type ObjectStore } from './object-store.ts'

/** `present`: the target had the same bytes already. `gone`: the source has no such object (any more). */
export type CopyOutcome = { outcome: 'copied' | 'present'; bytes: number } | { outcome: 'gone' }

/**
 * Copies an object and compares the SHA-256 of what the target has with that of what was read, also where the target had it before.
 * Safe to repeat after an interruption. Throws StorageFailure when they differ; the target then has no object of this name from here.
 */
export async function copyObject(name: string, from: ObjectStore, to: ObjectStore): Promise<CopyOutcome> {
  const source = await from.find(name)
  if (!source) return { outcome: 'gone' }
  const { bytes } = source
  if ((await to.find(name))?.bytes === bytes && (await hasSameBytes(name, from, to))) return { outcome: 'present', bytes }
  const body = await from.read(name)
  if (!body) return { outcome: 'gone' }
  await putVerified(name, body, bytes, to)
  // Deleted meanwhile, perhaps before the target had it.
  if (!(await from.find(name))) {
    await to.remove(name)
    return { outcome: 'gone' }
  }
  return { outcome: 'copied', bytes }
}

async function hasSameBytes(name: string, from: ObjectStore, to: ObjectStore): Promise<boolean> {
  const read = async (store: ObjectStore) => digestOf((await store.read(name)) ?? [])
  return (await read(from)) === (await read(to))
}

async function putVerified(name: string, body: AsyncIterable<Uint8Array>, bytes: number, to: ObjectStore): Promise<void> {
  const sent = createHash('sha256')
  await to.put(name, hashing(body, sent), {
    bytes,
    async verify(read) {
      const expected = sent.digest('hex')
      if ((await digestOf(await read())) !== expected) throw new StorageFailure(`${name} in ${to.address} differs from what was copied there`)
    },
  })
}

async function digestOf(body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of body) hash.update(chunk)
  return hash.digest('hex')
}

async function* hashing(body: AsyncIterable<Uint8Array>, hash: ReturnType<typeof createHash>): AsyncGenerator<Uint8Array> {
  for await (const chunk of body) {
    hash.update(chunk)
    yield chunk
  }
}
