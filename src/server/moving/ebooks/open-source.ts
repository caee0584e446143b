import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { fromBufferPromise } from 'yauzl'
import type { Problem } from './problem.ts'
import { settingsFile } from './read-folder.ts'

type Opened = { /** Holds `ebook.yaml`, or is what was given. */ folder: string }

/** Files are what they are, whatever they are called: what a folder holds that is no e-book of these. */
const others: readonly [name: string, message: string][] = [
  ['META-INF', 'this is an EPUB, which is not read: write its chapters as Markdown, with an ebook.yaml beside them'],
  ['course.yaml', 'this is a course: import it with import-course'],
  ['imsmanifest.xml', 'this is a course of another platform: import it with import-course'],
  ['moodle_backup.xml', 'this is a course of another platform: import it with import-course'],
]
const deepest = 3
const isHidden = (name: string): boolean => name.startsWith('.') || name === '__MACOSX'

/** The folder of the e-book: this one, or the only one in it. */
async function findFolder(path: string, given: string, depth = 0): Promise<Opened | { problems: Problem[] }> {
  const entries = (await readdir(path, { withFileTypes: true })).filter(({ name }) => !isHidden(name))
  const names = entries.map(({ name }) => name)
  if (names.includes(settingsFile)) return { folder: path }
  const [, message] = others.find(([name]) => names.includes(name)) ?? []
  if (message !== undefined) return { problems: [{ file: given, line: 1, message }] }
  const [only, ...more] = entries
  const isWrapped = only !== undefined && more.length === 0 && only.isDirectory() && depth < deepest
  return isWrapped ? findFolder(join(path, only.name), given, depth + 1) : { folder: path }
}

const maximumBytes = 512 * 1024 * 1024
const isZip = (bytes: Buffer): boolean => bytes.length > 4 && bytes.readUInt32BE() === 0x504b0304

/** Writes the files of a zip into a folder; the library rejects names that lead out of it. Of a zip within a zip, those of the inner one. */
async function unpack(bytes: Buffer, into: string, isWithin = false): Promise<void> {
  const zip = await fromBufferPromise(bytes, { lazyEntries: true, validateEntrySizes: true })
  const files = new Map<string, Buffer>()
  let left = maximumBytes
  for await (const entry of zip.eachEntry()) {
    const name = String(entry.fileName)
    if (name.endsWith('/') || name.split('/').some(isHidden)) continue
    left -= entry.uncompressedSize
    if (left < 0) throw new Error(`it holds more than ${maximumBytes / 1024 / 1024} MB`)
    files.set(name, await buffer(await zip.openReadStreamPromise(entry)))
  }
  const [only, ...more] = files.values()
  if (!isWithin && only && more.length === 0 && isZip(only)) return unpack(only, into, true)
  for (const [name, content] of files) {
    const path = join(into, name)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, content)
  }
}

/** A folder, or the zip of one, which is there as a folder until `use` ends. */
export async function withEbookFolder<Result>(
  path: string,
  use: (opened: Opened | { problems: Problem[] }) => Promise<Result>,
): Promise<Result> {
  const found = await stat(path).catch(() => null)
  // The reader tells of a path that is not there.
  if (!found) return use({ folder: path })
  if (found.isDirectory()) return use(await findFolder(path, path))
  const problem = (message: string) => ({ problems: [{ file: path, line: 1, message }] })
  const bytes = await readFile(path)
  if (!isZip(bytes)) return use(problem('is neither a folder nor a zip'))
  const folder = await mkdtemp(join(tmpdir(), 'cendaki-ebook-'))
  try {
    const damage = await unpack(bytes, folder).then(
      () => null,
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    )
    return await use(damage === null ? await findFolder(folder, path) : problem(`cannot be unpacked: ${damage}`))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
