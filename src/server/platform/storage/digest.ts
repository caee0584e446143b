import { createHash, type Hash } from 'node:crypto'

type Body = AsyncIterable<Uint8Array> | Iterable<Uint8Array>

/** Passes a body on, and adds it to a hash. */
export async function* hashing(body: Body, hash: Hash): AsyncGenerator<Uint8Array> {
  for await (const chunk of body) {
    hash.update(chunk)
    yield chunk
  }
}

/** The length and SHA-256 of a body, which is read to its end. */
export async function describeBody(body: Body): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const chunk of hashing(body, hash)) bytes += chunk.length
  return { bytes, sha256: hash.digest('hex') }
}
