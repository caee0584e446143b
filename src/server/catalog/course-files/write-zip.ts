import { Readable, type PassThrough } from 'node:stream'
import { ZipFile } from 'yazl'
import type { FileToWrite } from './course-files.ts'
import { isPacked } from './attachments.ts'

/** Equal files give equal bytes: there are no times in it. */
const always = { mtime: new Date(0), forceDosTimestamp: true, mode: 0o100644 } as const

/** A zip of these files in their order, made while it is read. */
export function writeZip(files: readonly FileToWrite[]): AsyncIterable<Uint8Array> {
  const zip = new ZipFile()
  for (const { path, read } of files) {
    const options = { ...always, compress: !isPacked(path) }
    zip.addReadStreamLazy(path, options, (done) => done(null, Readable.from(contentOf(read))))
  }
  // The types name an interface without destroy; it is a PassThrough.
  const output = zip.outputStream as PassThrough
  zip.on('error', (error: Error) => output.destroy(error))
  zip.end()
  return output
}

async function* contentOf(read: FileToWrite['read']): AsyncGenerator<Uint8Array> {
  const content = await read()
  if (content instanceof Uint8Array) yield content
  else yield* content
}
