import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { zipOf } from '#testing/materials/zip.ts'
import { withEbookFolder } from './open-source.ts'
import { describeProblem } from './problem.ts'
import { readEbookFolder } from './read-folder.ts'

let root: string
let made = 0
beforeAll(async () => void (root = await mkdtemp(join(tmpdir(), 'cendaki-source-'))))
afterAll(() => rm(root, { recursive: true, force: true }))

type Files = Readonly<Record<string, string | Buffer>>
const book: Files = {
  'ebook.yaml': 'title: Belajar Menenun\ndescription: Dari benang sampai kain.\nauthor: Rani\nprice: 45000\n',
  '1.md': '# Alat\n## Benang\n### Memilih benang\nKatun **kuat**.\n',
}
const inFolder = (name: string, files: Files): Files =>
  Object.fromEntries(Object.entries(files).map(([path, content]) => [`${name}/${path}`, content]))
const epub: Files = {
  mimetype: 'application/epub+zip',
  'META-INF/container.xml': '<container/>',
  'OEBPS/bab%201.xhtml': '<html/>',
}

async function written(name: string, content: Files | Buffer): Promise<string> {
  const path = join(root, String(++made), name)
  const files: Files = Buffer.isBuffer(content) ? { '': content } : content
  for (const [inside, bytes] of Object.entries(files)) {
    const file = inside === '' ? path : join(path, inside)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, bytes)
  }
  return path
}
/** The title of the e-book, or what is wrong. */
const read = (path: string): Promise<string | string[]> =>
  withEbookFolder(path, async (opened) => {
    const found = 'problems' in opened ? opened : await readEbookFolder(opened.folder)
    return 'problems' in found ? found.problems.map(describeProblem) : found.source.title
  })

describe('an e-book is read from', () => {
  test.each<[string, string, () => Promise<Files | Buffer>]>([
    ['its folder', 'buku', async () => book],
    ['a folder around it', 'buku', async () => inFolder('isi', book)],
    ['a zip', 'buku.zip', () => zipOf(book)],
    ['a zip of its folder', 'buku.zip', () => zipOf(inFolder('buku', book))],
    ['a zip in a zip', 'buku.zip', async () => zipOf({ 'buku.zip': await zipOf(book) })],
    ['a zip with another ending', 'buku.epub', () => zipOf(book)],
    ['a zip of macOS', 'buku.zip', () => zipOf({ ...inFolder('buku', book), '__MACOSX/._buku': 'x' })],
  ])('%s', async (_, name, content) => expect(await read(await written(name, await content()))).toBe('Belajar Menenun'))
})

describe('what is something else says so, whatever it is called', () => {
  const isEpub = 'this is an EPUB, which is not read: write its chapters as Markdown, with an ebook.yaml beside them'
  test.each<[string, string, () => Promise<Files | Buffer>, string]>([
    ['an EPUB', 'buku.epub', () => zipOf(epub), isEpub],
    ['an EPUB that is called a zip', 'buku.zip', () => zipOf(epub), isEpub],
    ['an EPUB in a zip', 'buku.zip', async () => zipOf({ 'buku.epub': await zipOf(epub) }), isEpub],
    ['the folder of an EPUB', 'buku', async () => epub, isEpub],
    ['a course', 'kelas.zip', () => zipOf({ 'course.yaml': '' }), 'this is a course: import it with import-course'],
    [
      'a cartridge',
      'kelas.imscc',
      () => zipOf({ 'imsmanifest.xml': '' }),
      'this is a course of another platform: import it with import-course',
    ],
    ['another file', 'buku.zip', async () => Buffer.from('bukan zip'), 'is neither a folder nor a zip'],
  ])('%s', async (_, name, content, message) => {
    const path = await written(name, await content())
    expect(await read(path)).toEqual([`${path}:1: ${message}`])
  })

  test('a folder without an e-book is told as before', async () => {
    const path = await written('kosong', { 'catatan.txt': 'x' })
    expect(await read(path)).toContain('ebook.yaml:1: cannot be read')
    expect(await read(join(root, 'tidak-ada'))).toEqual([`${join(root, 'tidak-ada')}:1: there is no such folder`])
  })
})

test('a zip leaves nothing behind', async () => {
  const path = await written('buku.zip', await zipOf(book))
  const folder = await withEbookFolder(path, async (opened) => ('folder' in opened ? opened.folder : ''))
  await expect(readdir(folder)).rejects.toThrow('ENOENT')
})
