import { crc32 } from 'node:zlib'
import { fromBufferPromise, getFileNameLowLevel, type Entry, type ZipFile } from 'yauzl'
import { describeForArchive } from '#contract/kit/media/foreign-files.ts'
import { findKind } from '#server/platform/file-kind.ts'
import { arrangeFiles, isVideoPath, limits, rejectPath, type CourseFiles } from '#server/moving/course-files.ts'
import type { Mistakes } from './mistakes.ts'

const archive = 'zip'
const unreadable = 'Berkas zip ini rusak atau bukan zip. Buat ulang, lalu coba lagi'

/** Reads a zip into memory, counting while it is read, because what a zip declares about itself may be wrong. */
export async function readZip(bytes: Buffer, mistakes: Mistakes): Promise<CourseFiles> {
  const found = await unpackZip(bytes, mistakes, { videosAsViews: true })
  const within = onlyArchive(found)
  const files = within ? await unpackZip(within, mistakes, { videosAsViews: true }) : found
  return mistakes.list().some(({ file }) => file === archive) ? files : arrangeFiles(files, mistakes)
}

const isArchive = (bytes: Buffer): boolean => bytes.readUInt32BE() === 0x504b0304 || bytes.readUInt16BE() === 0x1f8b
/** The archive that another one holds, and nothing else: some programs pack an export once more, under any name. */
export function onlyArchive(files: ReadonlyMap<string, Buffer>): Buffer | null {
  const own = [...files].filter(([name]) => !/(?:^|\/)(?:__MACOSX\/|\.[^/]*$)/.test(name))
  const [only, ...others] = own
  return only && others.length === 0 && only[1].length > 4 && isArchive(only[1]) ? only[1] : null
}

type Options = {
  most?: { bytes: number; files: number }
  /** Videos that are not compressed stay where they are in the zip, instead of being in memory twice. Their buffer must not be sent to a worker. */
  videosAsViews?: boolean
  /** Accepts names in which a program on Windows wrote `\\` for `/`. */
  isForeign?: boolean
}

export const linkRejected = 'Tautan (symbolic link) tidak diterima. Masukkan berkasnya langsung'

/** The files of a zip as they are named in it. */
export async function unpackZip(
  bytes: Buffer,
  mistakes: Mistakes,
  { most = limits, videosAsViews = false, isForeign = false }: Options = {},
): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>()
  try {
    const zip = await fromBufferPromise(bytes, { lazyEntries: true, decodeStrings: false, validateEntrySizes: true })
    if (zip.entryCount > most.files) {
      mistakes.report(archive, 1, `Isi zip maksimal ${most.files.toLocaleString('id-ID')} berkas`)
      return files
    }
    let left: number = most.bytes
    for await (const entry of zip.eachEntry()) {
      const name = nameOf(entry, mistakes, isForeign)
      if (name === null) continue
      const isView = videosAsViews && isVideoPath(name) && entry.compressionMethod === 0
      const content = isView ? await viewEntry(zip, bytes, entry, left) : await readEntry(zip, entry, left)
      if (content === null) {
        mistakes.report(archive, 1, `Isi zip maksimal ${most.bytes / 1024 / 1024} MB setelah dibuka`)
        return files
      }
      if (files.has(name)) mistakes.report(name, 1, 'Nama berkas ini ada dua kali')
      files.set(name, content)
      left -= content.byteLength
    }
  } catch (error) {
    // The library reports every fault of an archive as an Error without a class of its own; what else is thrown here is a bug.
    if (!(error instanceof Error) || error instanceof TypeError) throw error
    const kind = await findKind(bytes)
    mistakes.report(archive, 1, (kind && describeForArchive(kind)) ?? unreadable)
  }
  return files
}

const isSymbolicLink = ({ externalFileAttributes }: Entry): boolean =>
  ((externalFileAttributes >>> 16) & 0o170000) === 0o120000

/** Programs on macOS and Linux write names as UTF-8 without saying so; others mean the code page of DOS. */
function asUtf8(raw: Buffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(raw)
  } catch {
    return null
  }
}

/** Null for a folder, and for an entry that is rejected. */
function nameOf(entry: Entry, mistakes: Mistakes, isForeign: boolean): string | null {
  const isUtf8 = (entry.generalPurposeBitFlag & 0x800) !== 0
  const written =
    (isUtf8 ? null : asUtf8(entry.fileNameRaw)) ??
    getFileNameLowLevel(entry.generalPurposeBitFlag, entry.fileNameRaw, entry.extraFields, false)
  const name = isForeign ? written.replaceAll('\\', '/') : written
  const reject = (message: string): null => {
    mistakes.report(name, 1, message)
    return null
  }
  if (isUtf8 && name.includes('\uFFFD')) return reject('Nama berkas ini bukan UTF-8. Ganti namanya dengan huruf biasa')
  const problem = rejectPath(name)
  if (problem) return reject(problem)
  if (name.endsWith('/')) return null
  if (isSymbolicLink(entry)) return reject(linkRejected)
  if (entry.isEncrypted()) return reject('Berkas ini terkunci dengan password. Buat zip tanpa password')
  if (!entry.canDecodeFileData()) return reject('Cara kompresi berkas ini tidak dikenal. Buat zip biasa (deflate)')
  return name
}

/** The bytes of an entry that is not compressed, where they are in the zip. Null when it is larger than `most` bytes. */
async function viewEntry(zip: ZipFile, bytes: Buffer, entry: Entry, most: number): Promise<Buffer | null> {
  if (entry.uncompressedSize > most) return null
  const { fileDataStart } = await zip.readLocalFileHeaderPromise(entry, { minimal: true })
  const content = bytes.subarray(fileDataStart, fileDataStart + entry.compressedSize)
  if (content.byteLength !== entry.uncompressedSize || crc32(content) !== entry.crc32)
    throw new Error('The checksum of an entry is wrong')
  return content
}

/** Null when it is larger than `most` bytes. */
async function readEntry(zip: ZipFile, entry: Entry, most: number): Promise<Buffer | null> {
  if (entry.uncompressedSize > most) return null
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of await zip.openReadStreamPromise(entry)) {
    size += (chunk as Buffer).byteLength
    if (size > most) return null
    chunks.push(chunk as Buffer)
  }
  const content = Buffer.concat(chunks)
  if (crc32(content) !== entry.crc32) throw new Error('The checksum of an entry is wrong')
  return content
}
