import { gunzip } from 'node:zlib'
import { promisify } from 'node:util'
import { unpackTar } from 'modern-tar'
import { limits, rejectPath } from '#server/catalog/course-files/course-files.ts'
import { mistakeList } from '#server/catalog/course-files/reading/mistakes.ts'
import { unpackZip } from '#server/catalog/course-files/reading/read-zip.ts'
import { plainPath } from '#server/platform/file-names.ts'
import { Refused } from './refused.ts'

export const isGzip = (bytes: Uint8Array): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b

/** Files by their plain names. */
export type Archive = ReadonlyMap<string, Buffer>

const tooMuch = `Isi arsip maksimal ${limits.foreignFiles.toLocaleString('id-ID')} berkas dan ${limits.foreignBytes / 1024 / 1024} MB setelah dibuka`

/**
 * Reads a zip or a compressed tar into memory, within limits. Throws Refused with a sentence. Null for a zip with mistakes that does not
 * look like one of another platform: the reader of course files lists them all.
 */
export async function unpack(bytes: Buffer): Promise<Archive | null> {
  const files = await (isGzip(bytes) ? unpackTarGz(bytes) : unpackForeignZip(bytes))
  return files && new Map([...files].map(([name, content]) => [plainPath(name), content]))
}

async function unpackForeignZip(bytes: Buffer): Promise<Map<string, Buffer> | null> {
  // Names stand uncompressed in a zip.
  if (!bytes.includes('imsmanifest.xml') && !bytes.includes('moodle_backup.xml')) return null
  const mistakes = mistakeList()
  const files = await unpackZip(bytes, mistakes, { most: { bytes: limits.foreignBytes, files: limits.foreignFiles } })
  const [first] = mistakes.list()
  if (first) throw new Refused(first.file === 'zip' ? first.message : `${first.file}: ${first.message}`)
  return files
}

async function unpackTarGz(bytes: Buffer): Promise<Map<string, Buffer>> {
  const tar = await promisify(gunzip)(bytes, { maxOutputLength: limits.foreignBytes + 20 * 1024 * 1024 }).catch(
    (error: NodeJS.ErrnoException) => {
      throw new Refused(error.code === 'ERR_BUFFER_TOO_LARGE' ? tooMuch : 'Arsip ini rusak. Buat ulang, lalu coba lagi')
    },
  )
  const entries = await unpackTar(tar).catch(() => {
    throw new Refused('Arsip ini rusak. Buat ulang, lalu coba lagi')
  })
  if (entries.length > limits.foreignFiles) throw new Refused(tooMuch)
  const files = new Map<string, Buffer>()
  for (const { header, data } of entries) {
    const name = header.name.replace(/^\.\//, '')
    if (header.type === 'directory' || name === '') continue
    if (header.type === 'symlink' || header.type === 'link')
      throw new Refused(`${name}: Tautan di dalam arsip tidak diterima`)
    if (header.type !== undefined && header.type !== 'file') continue
    const problem = rejectPath(name)
    if (problem) throw new Refused(`${name.slice(0, 200)}: ${problem}`)
    files.set(name, Buffer.from(data ?? []))
  }
  return files
}
