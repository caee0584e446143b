import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ReadableStream as NodeReadableStream } from 'node:stream/web'
import { promisify } from 'node:util'
import { constants, createGunzip, createGzip, type ZlibParams } from 'node:zlib'
import { createTarDecoder, createTarPacker } from 'modern-tar'
import { StorageFailure } from '#server/platform/storage/index.ts'
import type { BackupFile } from './backup-file.ts'
import { BackupFailure, describeFileFailure } from './failure.ts'

// A backup file is a gzipped tar archive, in age's format when it has a passphrase: `age -d FILE | tar xz` opens it without this product.

export type AddEntry = (
  name: string,
  bytes: number,
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
) => Promise<void>
export type Producer = {
  add: AddEntry
  /** For what follows: it cannot be made smaller, and trying takes most of the time. */
  stopCompressing(): Promise<void>
}
/** The stored bytes of an archive, from the beginning. `name` is how the operator knows it. */
export type StoredArchive = { name: string; read: () => Promise<AsyncIterable<Uint8Array> | Iterable<Uint8Array>> }

type Bytes = ReadableStream<Uint8Array<ArrayBuffer>>

// The types of web streams in the DOM and in Node differ in name only.
const toNode = (stream: Bytes): Readable => Readable.fromWeb(stream as unknown as NodeReadableStream)
const toWeb = (stream: Readable): Bytes => Readable.toWeb(stream) as unknown as Bytes
const streamOf = (chunks: AsyncIterable<Uint8Array>): Bytes => NodeReadableStream.from(chunks) as unknown as Bytes

/**
 * Streams an archive into its file, readable for this user only. The file exists once it is complete, stored and has passed `check`, which
 * reads it; in a bucket it exists during the check. Throws BackupFailure when it cannot be written.
 */
export async function writeArchive(
  { location, store, name }: BackupFile,
  passphrase: string | null,
  {
    produce,
    check,
  }: { produce: (producer: Producer) => Promise<void>; check: (archive: StoredArchive) => Promise<void> },
): Promise<void> {
  try {
    const { readable, controller } = createTarPacker()
    const gzip = createGzip({ level: 4 })
    // The types declare it for other formats only.
    const { params } = gzip as typeof gzip & ZlibParams
    const setLevel = promisify(params.bind(gzip))
    const written = pipeline(
      toNode(readable as Bytes),
      gzip,
      (chunks: AsyncIterable<Uint8Array>) => (passphrase === null ? chunks : encrypt(chunks, passphrase)),
      (chunks: AsyncIterable<Uint8Array>) =>
        store.put(name, chunks, { verify: (read) => check({ name: location, read }) }),
    )
    const produced = produce({
      async add(entry, size, body) {
        const writer = controller.add({ name: entry, size, type: 'file', mode: 0o600, mtime: new Date(0) }).getWriter()
        for await (const chunk of body) await writer.write(new Uint8Array(chunk))
        await writer.close()
      },
      stopCompressing: () => setLevel(constants.Z_NO_COMPRESSION, constants.Z_DEFAULT_STRATEGY),
    }).then(
      () => controller.finalize(),
      (error: unknown) => {
        controller.error(error)
        throw error
      },
    )
    // A failure of one of them ends the other one too; the cause of a full disk is in the first.
    const [writing, producing] = await Promise.allSettled([written, produced])
    for (const result of [writing, producing]) if (result.status === 'rejected') throw result.reason
  } catch (error) {
    throw describeFileFailure(error, location)
  }
}

async function* encrypt(chunks: AsyncIterable<Uint8Array>, passphrase: string): AsyncGenerator<Uint8Array> {
  const { Encrypter } = await import('age-encryption')
  const encrypter = new Encrypter()
  encrypter.setPassphrase(passphrase)
  yield* (await encrypter.encrypt(streamOf(chunks))) as unknown as AsyncIterable<Uint8Array>
}

const encryptedStart = 'age-encryption.org/v1\n'
const gzipStart = Buffer.from([0x1f, 0x8b])

export type ArchiveEntry = {
  name: string
  bytes: number
  /** To be read to its end before the next entry. */ body: AsyncIterable<Uint8Array>
}
/** Facts about the stored bytes, known once they were read. */
export type ArchiveFacts = { encrypted: boolean; bytes: number }

/**
 * The entries of an archive in order; `facts` are complete at its end. Throws BackupFailure for a file that is not a backup, a damaged
 * one, and a wrong passphrase.
 */
export async function* readArchive(
  archive: StoredArchive,
  passphrase: string | null,
  facts: ArchiveFacts = { encrypted: false, bytes: 0 },
): AsyncGenerator<ArchiveEntry> {
  const { name } = archive
  const describe = (error: unknown): unknown =>
    error instanceof BackupFailure || error instanceof StorageFailure
      ? error
      : new BackupFailure(`${name} is damaged or incomplete`, { cause: error })
  const chunks = counting(await archive.read(), facts)
  let stored: Readable | undefined
  try {
    const { start, all } = await peek(chunks)
    facts.encrypted = start.toString('latin1', 0, encryptedStart.length) === encryptedStart
    if (!facts.encrypted && !start.subarray(0, 2).equals(gzipStart))
      throw new BackupFailure(`${name} is not a backup of Cendaki`)
    if (facts.encrypted && passphrase === null)
      throw new BackupFailure(`${name} is encrypted: set BACKUP_PASSPHRASE to its passphrase`)
    stored = Readable.from(all, { objectMode: false })
    const compressed: Readable = facts.encrypted ? await decrypt(stored, passphrase ?? '', name) : stored
    const plain = createGunzip()
    // pipe() does not forward failures.
    compressed.on('error', (error) => plain.destroy(error))
    compressed.pipe(plain)
    for await (const { header, body } of toWeb(plain).pipeThrough(createTarDecoder({ strict: true }))) {
      yield {
        name: header.name,
        bytes: header.size,
        body: describing(body as unknown as AsyncIterable<Uint8Array>, describe),
      }
    }
  } catch (error) {
    throw describe(error)
  } finally {
    stored?.destroy()
    await chunks.return(undefined)
  }
}

/** A body is read outside of the loop over the entries, and its failures are thrown there. */
async function* describing(
  body: AsyncIterable<Uint8Array>,
  describe: (error: unknown) => unknown,
): AsyncGenerator<Uint8Array> {
  try {
    yield* body
  } catch (error) {
    throw describe(error)
  }
}

/** Reads as much as the signatures of formats need; `all` gives it again, and the rest. */
async function peek(chunks: AsyncGenerator<Buffer>): Promise<{ start: Buffer; all: AsyncGenerator<Buffer> }> {
  let start = Buffer.alloc(0)
  while (start.length < encryptedStart.length) {
    const { value, done } = await chunks.next()
    if (done) break
    start = Buffer.concat([start, value])
  }
  const all = async function* () {
    yield start
    yield* chunks
  }
  return { start, all: all() }
}

async function* counting(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  facts: ArchiveFacts,
): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    facts.bytes += chunk.length
    yield Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length)
  }
}

async function decrypt(stored: Readable, passphrase: string, name: string): Promise<Readable> {
  const { Decrypter } = await import('age-encryption')
  const decrypter = new Decrypter()
  decrypter.addPassphrase(passphrase)
  try {
    return toNode((await decrypter.decrypt(toWeb(stored))) as Bytes)
  } catch (cause) {
    throw new BackupFailure(`${name}: BACKUP_PASSPHRASE is not its passphrase, or the file is damaged`, { cause })
  }
}
