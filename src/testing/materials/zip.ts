import { ZipFile } from 'yazl'

export type ZipEntry = string | Buffer | { content: string | Buffer; mode?: number }

/** A zip of these files. */
export async function zipOf(files: Record<string, ZipEntry>): Promise<Buffer<ArrayBuffer>> {
  const zip = new ZipFile()
  for (const [path, entry] of Object.entries(files)) {
    const { content, mode = 0o100644 } =
      typeof entry === 'string' || Buffer.isBuffer(entry) ? { content: entry } : entry
    // To compress nothing costs a quarter of a megabyte of memory, and 5,000 empty files two seconds.
    zip.addBuffer(Buffer.from(content), path, { mode, mtime: new Date(0), compress: content.length > 0 })
  }
  zip.end()
  const chunks: Buffer[] = []
  for await (const chunk of zip.outputStream) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

/** A zip with every name in its headers replaced by another one of the same length. */
export const renameInZip = (zip: Buffer<ArrayBuffer>, from: string, to: string): Buffer<ArrayBuffer> =>
  Buffer.from(zip.toString('latin1').replaceAll(from, Buffer.from(to).toString('latin1')), 'latin1')

/** A zip as programs write it that do not say that names are UTF-8. */
export function withoutUtf8Flag(zip: Buffer<ArrayBuffer>): Buffer<ArrayBuffer> {
  // Bit 11 of the flags, in each header of an entry: at 6 of a local one, at 8 of a central one.
  const changed = Buffer.from(zip)
  for (const [signature, flag] of [
    ['PK\u0003\u0004', 7],
    ['PK\u0001\u0002', 9],
  ] as const) {
    for (let at = changed.indexOf(signature); at !== -1; at = changed.indexOf(signature, at + 4))
      changed[at + flag]! &= ~0x08
  }
  return changed
}
