import { ZipFile } from 'yazl'

export type ZipEntry = string | Buffer | { content: string | Buffer; mode?: number }

/** A zip of these files. */
export async function zipOf(files: Record<string, ZipEntry>): Promise<Buffer<ArrayBuffer>> {
  const zip = new ZipFile()
  for (const [path, entry] of Object.entries(files)) {
    const { content, mode = 0o100644 } =
      typeof entry === 'string' || Buffer.isBuffer(entry) ? { content: entry } : entry
    zip.addBuffer(Buffer.from(content), path, { mode, mtime: new Date(0) })
  }
  zip.end()
  const chunks: Buffer[] = []
  for await (const chunk of zip.outputStream) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

/** A zip with every name in its headers replaced by another one of the same length. */
export const renameInZip = (zip: Buffer<ArrayBuffer>, from: string, to: string): Buffer<ArrayBuffer> =>
  Buffer.from(zip.toString('latin1').replaceAll(from, Buffer.from(to).toString('latin1')), 'latin1')
