import { Readable, type PassThrough } from 'node:stream'
import { ZipFile } from 'yazl'

export type ZippedFile = {
  path: string
  read: () => AsyncIterable<string | Uint8Array>
  /** Not for what is packed already. */
  compress: boolean
}
type Options = { mtime?: Date; forceDosTimestamp?: boolean; mode?: number }

/**
 * A zip of these files in their order, made while it is read. What a file throws ends it: whoever reads the zip is thrown that. No file is
 * read before the zip is, since nobody would hear of what it throws then, and that ends the process.
 */
export async function* writeZip(files: Iterable<ZippedFile>, options: Options = {}): AsyncGenerator<Uint8Array> {
  const zip = new ZipFile()
  // The types name an interface without destroy; it is a PassThrough.
  const output = zip.outputStream as PassThrough
  zip.on('error', (error: Error) => output.destroy(error))
  for (const { path, read, compress } of files)
    zip.addReadStreamLazy(path, { ...options, compress }, (done) => {
      const content = Readable.from(read(), { objectMode: false })
      // The library does not listen to it, and an error that nobody listens to ends the process.
      content.on('error', (error) => zip.emit('error', error))
      done(null, content)
    })
  zip.end()
  yield* output as AsyncIterable<Uint8Array>
}
