import { describe, expect, test } from 'vitest'
import { tarGzOf, type Files } from '#testing/materials/foreign-courses.ts'
import { zipOf } from '#testing/materials/zip.ts'
import { readForeignCourse } from './foreign/read-foreign.ts'
import { mayBeForeign } from './foreign/unpack.ts'
import { courseFile, mistakeList } from './reading/mistakes.ts'
import { readZip } from './reading/read-zip.ts'

const inFolder = (name: string, files: Files): Files =>
  Object.fromEntries(Object.entries(files).map(([path, content]) => [`${name}/${path}`, content]))
async function readOwn(bytes: Buffer) {
  const mistakes = mistakeList()
  const files = await readZip(bytes, mistakes)
  return { names: [...files.keys()].toSorted(), told: mistakes.list().map(({ message }) => message) }
}
const course: Files = { [courseFile]: 'title: Menenun\n', '01.md': 'Benang' }

describe('an own course is read', () => {
  test.each<[string, () => Promise<Buffer>]>([
    ['from its zip', () => zipOf(course)],
    ['from the zip of its folder', () => zipOf(inFolder('kelas', course))],
    ['from the zip of folders in each other', () => zipOf(inFolder('unduhan/kelas', course))],
    ['from a zip in a zip', async () => zipOf({ 'kelas.zip': await zipOf(course) })],
    ['from a zip in a zip that is called something else', async () => zipOf({ kelas: await zipOf(course) })],
  ])('%s', async (_, content) =>
    expect(await readOwn(await content())).toEqual({ names: ['01.md', courseFile], told: [] }),
  )

  test('and what is beside its folder stays known, so that it is told as unused', async () => {
    const { names, told } = await readOwn(await zipOf({ ...inFolder('kelas', course), 'lampiran/a.pdf': 'x' }))
    expect([names, told]).toEqual([['../lampiran/a.pdf', '01.md', courseFile], []])
  })
})

const epub: Files = {
  mimetype: 'application/epub+zip',
  'META-INF/container.xml': '<container/>',
  'isi.opf': '<package/>',
}
describe('what is no course says what it is', () => {
  test.each<[string, () => Promise<Buffer>, RegExp]>([
    ['an EPUB', () => zipOf(epub), /^Ini e-book EPUB, bukan kelas/],
    ['an EPUB in a zip', async () => zipOf({ 'buku.epub': await zipOf(epub) }), /^Ini e-book EPUB, bukan kelas/],
    ['the folder of an EPUB', () => zipOf(inFolder('buku', epub)), /^Ini e-book EPUB, bukan kelas/],
    ['the folder of an e-book', () => zipOf({ 'ebook.yaml': '', '1.md': '' }), /^Ini folder e-book, bukan kelas/],
    ['texts', () => zipOf({ '1.md': '# A', '2.html': '<p>B</p>' }), /^Berkas course\.yaml tidak ada/],
  ])('%s', async (_, content, message) =>
    expect((await readOwn(await content())).told).toEqual([expect.stringMatching(message)]),
  )
})

describe('an export of another platform is found', () => {
  const backup: Files = {
    'moodle_backup.xml':
      '<moodle_backup><information><original_course_fullname>Kelas Moodle</original_course_fullname></information></moodle_backup>',
  }
  test.each<[string, () => Promise<Buffer>]>([
    ['in its folder', () => zipOf(inFolder('kelas', backup))],
    ['in folders in each other', () => zipOf(inFolder('a/b', backup))],
    ['in a zip', async () => zipOf({ 'kelas.mbz': await zipOf(backup) })],
    ['in a zip as tar', async () => zipOf({ 'kelas.tar.gz': await tarGzOf(backup) })],
  ])('%s', async (_, content) => {
    const bytes = await content()
    expect(mayBeForeign(bytes)).toBe(true)
    expect(await readForeignCourse({ bytes, essaysAsAssignments: false })).toMatchObject({
      outcome: 'read',
      course: { title: 'Kelas Moodle' },
    })
  })

  test('and a folder that was unpacked is to be packed again', async () =>
    expect((await readOwn(await zipOf(inFolder('a', backup)))).told).toEqual([
      expect.stringMatching(/^Ini ekspor dari platform lain yang sudah dibuka/),
    ]))
})
