import { createReadStream, createWriteStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ReadableStream as NodeReadableStream } from 'node:stream/web'
import { createGunzip, createGzip } from 'node:zlib'
import { Decrypter, Encrypter } from 'age-encryption'
import { createTarDecoder, createTarPacker } from 'modern-tar'
import { BackupFailure, describeFileFailure } from './failure.ts'

// A backup file is a gzipped tar archive, in age's format when it has a passphrase: `age -d FILE | tar xz` opens it without this product.

export type AddEntry = (name: string, bytes: number, body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>) => Promise<void>
type Bytes = ReadableStream<Uint8Array<ArrayBuffer>>

// The types of web streams in the DOM and in Node differ in name only.
const toNode = (stream: Bytes): Readable => Readable.fromWeb(stream as unknown as NodeReadableStream)
const toWeb = (stream: Readable): Bytes => Readable.toWeb(stream) as unknown as Bytes

/**
 * Writes an archive beside its place, readable for this user only, and moves it there once it is complete and on the disk.
 * `check` may read the file before that. Throws BackupFailure when the place cannot be written.
 */
export async function writeArchive(
  path: string,
  passphrase: string | null,
  { produce, check }: { produce: (add: AddEntry) => Promise<void>; check: (unfinishedPath: string) => Promise<void> },
): Promise<void> {
  const unfinished = `${path}.part`
  try {
    await rm(unfinished, { force: true })
    const { readable, controller } = createTarPacker()
    const written = pipeline(
      toNode(readable as Bytes),
      createGzip({ level: 4 }),
      (chunks: AsyncIterable<Uint8Array>) => (passphrase === null ? chunks : encrypt(chunks, passphrase)),
      createWriteStream(unfinished, { flags: 'wx', mode: 0o600, flush: true }),
    )
    const produced = produce(async (name, size, body) => {
      const writer = controller.add({ name, size, type: 'file', mode: 0o600, mtime: new Date(0) }).getWriter()
      for await (const chunk of body) await writer.write(new Uint8Array(chunk))
      await writer.close()
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
    await check(unfinished)
    await rename(unfinished, path)
  } catch (error) {
    await rm(unfinished, { force: true }).catch(() => {})
    throw describeFileFailure(error, path)
  }
}

async function* encrypt(chunks: AsyncIterable<Uint8Array>, passphrase: string): AsyncGenerator<Uint8Array> {
  const encrypter = new Encrypter()
  encrypter.setPassphrase(passphrase)
  yield* (await encrypter.encrypt(NodeReadableStream.from(chunks) as unknown as Bytes)) as unknown as AsyncIterable<Uint8Array>
}

const encryptedStart = 'age-encryption.org/v1\n'
const gzipStart = Buffer.from([0x1f, 0x8b])

/** Whether a backup file is encrypted. Throws BackupFailure for a file that is not a backup. */
export async function isEncrypted(path: string): Promise<boolean> {
  const file = await open(path, 'r').catch((error: unknown) => {
    throw describeFileFailure(error, path)
  })
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(encryptedStart.length), 0, encryptedStart.length, 0)
    if (buffer.subarray(0, bytesRead).toString('latin1') === encryptedStart) return true
    if (buffer.subarray(0, 2).equals(gzipStart)) return false
  } catch (error) {
    throw describeFileFailure(error, path)
  } finally {
    await file.close()
  }
  throw new BackupFailure(`${path} is not a backup of Cendaki`)
}

/** The entries of an archive in order, one in memory at a time. Throws BackupFailure for a damaged file and a wrong passphrase. */
export async function* readArchive(path: string, passphrase: string | null): AsyncGenerator<{ name: string; body: Buffer }> {
  const encrypted = await isEncrypted(path)
  if (encrypted && passphrase === null) throw new BackupFailure(`${path} is encrypted: set BACKUP_PASSPHRASE to its passphrase`)
  const stored = createReadStream(path)
  try {
    const compressed: Readable = encrypted ? await decrypt(stored, passphrase ?? '', path) : stored
    const plain = createGunzip()
    // pipe() does not forward failures.
    compressed.on('error', (error) => plain.destroy(error))
    compressed.pipe(plain)
    for await (const { header, body } of toWeb(plain).pipeThrough(createTarDecoder({ strict: true }))) {
      yield { name: header.name, body: Buffer.from(await new Response(body as Bytes).arrayBuffer()) }
    }
  } catch (error) {
    if (error instanceof BackupFailure) throw error
    throw new BackupFailure(`${path} is damaged or incomplete`, { cause: error })
  } finally {
    stored.destroy()
  }
}

async function decrypt(stored: Readable, passphrase: string, path: string): Promise<Readable> {
  const decrypter = new Decrypter()
  decrypter.addPassphrase(passphrase)
  try {
    return toNode((await decrypter.decrypt(toWeb(stored))) as Bytes)
  } catch (cause) {
    throw new BackupFailure(`${path}: BACKUP_PASSPHRASE is not its passphrase, or the file is damaged`, { cause })
  }
}
