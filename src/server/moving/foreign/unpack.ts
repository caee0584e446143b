import { gunzip } from 'node:zlib'
import { promisify } from 'node:util'
import { unpackTar } from 'modern-tar'
import { limits, rejectPath } from '#server/moving/course-files.ts'
import type { Mistake } from '#server/moving/reading/mistakes.ts'
import { linkRejected, onlyArchive, unpackZip } from '#server/moving/reading/read-zip.ts'
import { plainPath } from '#server/platform/file-names.ts'
import { Refused } from './refused.ts'

export const isGzip = (bytes: Uint8Array): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b

/** Files by their plain names. */
export type Archive = ReadonlyMap<string, Buffer>

const tooMuch = `Isi arsip maksimal ${limits.foreignFiles.toLocaleString('id-ID')} berkas dan ${limits.foreignBytes / 1024 / 1024} MB setelah dibuka`

/** A file that cannot be used, and why. */
type LeftOut = { name: string; problem: string }
type Unpacked = { archive: Archive; leftOut: LeftOut[] }
type Found = { files: Map<string, Buffer>; leftOut: LeftOut[] }

/**
 * Reads a zip or a compressed tar into memory, within limits. Throws Refused with a sentence. Null for a zip that does not look like one
 * of another platform: the reader of course files lists all that is wrong with it.
 */
export async function unpack(bytes: Buffer, isWithin = false): Promise<Unpacked | null> {
  const found = await (isGzip(bytes) ? unpackTarGz(bytes) : unpackForeignZip(bytes))
  const within = !isWithin && found ? onlyArchive(found.files) : null
  if (within) return unpack(within, true)
  return (
    found && {
      archive: withoutFolder(new Map([...found.files].map(([name, content]) => [plainPath(name), content]))),
      leftOut: found.leftOut,
    }
  )
}

/** False for a zip that can hold no course of another platform. Names in a zip are not compressed. */
export const mayBeForeign = (bytes: Buffer): boolean =>
  isGzip(bytes) ||
  ['imsmanifest.xml', 'moodle_backup.xml', '.imscc', '.mbz', '.zip', '.tgz', '.tar.gz'].some((name) =>
    bytes.includes(name),
  )

const contents = /(?:^|\/)(?:imsmanifest\.xml|moodle_backup\.xml|course\.yaml)$/
const depthOf = (name: string): number => name.split('/').length
/** An archive that was packed again with its folder, or folders in each other, without them; macOS adds one of its own. */
function withoutFolder(archive: Archive): Archive {
  const [list = ''] = [...archive.keys()]
    .filter((name) => contents.test(name) && !name.startsWith('__MACOSX/'))
    .toSorted((one, other) => depthOf(one) - depthOf(other))
  const folder = list.slice(0, list.lastIndexOf('/') + 1)
  if (folder === '') return archive
  return new Map(
    [...archive].flatMap(([name, content]) =>
      name.startsWith('__MACOSX/')
        ? []
        : [[name.startsWith(folder) ? name.slice(folder.length) : name, content] as const],
    ),
  )
}

/** No platform writes such a name: the archive is an attack. Any other name that cannot be used costs its file only. */
const leadsOut = (name: string): boolean => /^[/\\]|^[a-z]:|(?:^|[/\\])\.\.(?:[/\\]|$)/i.test(name)
const refuseFile = (name: string, problem: string): never => {
  throw new Refused(`${name.slice(0, 200)}: ${problem}`)
}

async function unpackForeignZip(bytes: Buffer): Promise<Found | null> {
  if (!mayBeForeign(bytes)) return null
  const faults: Mistake[] = []
  const mistakes = {
    report: (file: string, line: number, message: string) => void faults.push({ file, line, message }),
    list: () => faults,
  }
  const most = { bytes: limits.foreignBytes, files: limits.foreignFiles }
  const files = await unpackZip(bytes, mistakes, { most, isForeign: true })
  for (const { file, message } of faults) {
    if (file === 'zip') throw new Refused(message)
    if (leadsOut(file) || message === linkRejected) refuseFile(file, message)
  }
  return { files, leftOut: faults.map(({ file, message }) => ({ name: file, problem: message })) }
}

async function unpackTarGz(bytes: Buffer): Promise<Found> {
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
  const leftOut: LeftOut[] = []
  for (const { header, data } of entries) {
    const name = header.name.replace(/^\.\//, '')
    if (header.type === 'directory' || name === '') continue
    if (header.type === 'symlink' || header.type === 'link') refuseFile(name, 'Tautan di dalam arsip tidak diterima')
    if (header.type !== undefined && header.type !== 'file') continue
    const problem = rejectPath(name)
    if (problem && leadsOut(name)) refuseFile(name, problem)
    if (problem) leftOut.push({ name, problem })
    else files.set(name, Buffer.from(data ?? []))
  }
  return { files, leftOut }
}
