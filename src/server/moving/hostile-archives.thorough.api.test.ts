import { gzipSync } from 'node:zlib'
import { packTar } from 'modern-tar'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { smallPng, startCourseImports, type CourseImports } from '#testing/materials/course-imports.ts'
import {
  cartridgeItem,
  cartridgeManifest,
  cartridgeResource,
  moodleBackup,
  moodlePage,
  moodleQuiz,
  moodleTrueFalse,
  smallCartridge,
  smallMoodleBackup,
  tarGzOf,
  type Files,
} from '#testing/materials/foreign-courses.ts'
import { renameInZip, zipOf, type ZipEntry } from '#testing/materials/zip.ts'

let imports: CourseImports
let png: Buffer
beforeAll(async () => {
  imports = await startCourseImports()
  png = await smallPng()
})
afterAll(() => imports.site.close())

const importArchive: CourseImports['importArchive'] = (...args) => imports.importArchive(...args)
const show = (courseId: string) => imports.show(courseId)
const refusalOf = async (bytes: Buffer) => {
  const { status, body } = await importArchive(bytes)
  return [status, body.errors?.file]
}

describe('refused with a sentence, and nothing is stored:', () => {
  const withManifest = (text: string | Buffer) => zipOf({ 'imsmanifest.xml': text })
  const cartridgeWith = (files: Record<string, ZipEntry>) => zipOf({ ...smallCartridge(png), ...files })
  test.each([
    [
      'entities',
      () => withManifest('<!DOCTYPE a [<!ENTITY b "x"><!ENTITY c "&b;&b;&b;">]><manifest>&c;</manifest>'),
      /DOCTYPE/,
    ],
    ['external entities', () => withManifest('<!DOCTYPE a SYSTEM "file:///etc/passwd"><manifest/>'), /DOCTYPE/],
    ['deep elements', () => withManifest(`<manifest>${'<a>'.repeat(500)}`), /terlalu dalam/],
    ['a manifest that is none', () => withManifest('bukan xml'), /imsmanifest\.xml/],
    ['a way out', () => tarGzOf({ '../moodle_backup.xml': '<a/>' }), /\.\.\//],
    ['an absolute path', () => tarGzOf({ '/etc/passwd': 'x' }), /relatif/],
    ['a bomb', async () => gzipSync(Buffer.alloc(300 * 1024 * 1024)), /maksimal/],
    ['a broken archive', async () => Buffer.concat([Buffer.from([0x1f, 0x8b]), Buffer.from('rusak')]), /rusak/],
    [
      'a link',
      async () =>
        gzipSync(
          await packTar([{ header: { name: 'moodle_backup.xml', size: 0, type: 'symlink', linkname: '/etc/passwd' } }]),
        ),
      /Tautan/,
    ],
    [
      'a hard link',
      async () =>
        gzipSync(await packTar([{ header: { name: 'a', size: 0, type: 'link', linkname: '../../rahasia' } }])),
      /Tautan/,
    ],
    ['an archive that is cut', async () => (await tarGzOf(smallMoodleBackup(png))).subarray(0, 400), /rusak/],
    [
      'an archive of neither kind',
      () => tarGzOf({ 'moodle.xml': '<a/>' }),
      /bukan cadangan Moodle .* bukan Common Cartridge/,
    ],
    ['one that is none, two folders down', () => zipOf({ 'a/b/imsmanifest.xml': 'bukan xml' }), /imsmanifest\.xml/],
    [
      'entities in a file that the manifest names',
      () => cartridgeWith({ 'kuis.xml': '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>' }),
      /kuis\.xml.*DOCTYPE/,
    ],
    [
      'entities in a backup',
      () => tarGzOf({ ...smallMoodleBackup(png), 'files.xml': '<!DOCTYPE a [<!ENTITY b "x">]><files>&b;</files>' }),
      /files\.xml.*DOCTYPE/,
    ],
    [
      'a way out of a zip',
      async () => renameInZip(await cartridgeWith({ 'xx/rahasia': 'x' }), 'xx/rahasia', '../rahasia'),
      /\.\.\//,
    ],
    ['a link in a zip', () => cartridgeWith({ tautan: { content: '/etc/passwd', mode: 0o120777 } }), /Tautan/],
    ['a bomb as a zip', () => cartridgeWith({ besar: Buffer.alloc(257 * 1024 * 1024) }), /maksimal 256 MB/],
    [
      'too many files in a zip',
      () => cartridgeWith(Object.fromEntries(Array.from({ length: 20_001 }, (_, index) => [`f/${index}`, '']))),
      /maksimal 20\.000/,
    ],
    [
      'too many files',
      () => tarGzOf(Object.fromEntries(Array.from({ length: 20_001 }, (_, index) => [`f/${index}`, ''])) as Files),
      /maksimal/,
    ],
  ])('%s', async (_, make, message) => {
    const [status, sentence] = await refusalOf(await make())
    expect([status, sentence]).toEqual([422, expect.stringMatching(message)])
  })
})

test('100,000 items become a course with what fits, and a report of the rest', async () => {
  const items = Array.from({ length: 100_000 }, (_, index) => cartridgeItem(`i${index}`, `Tautan ${index}`, 'r1')).join(
    '',
  )
  const files = {
    'imsmanifest.xml': cartridgeManifest(
      cartridgeItem('c', 'Bab', undefined, items),
      cartridgeResource('r1', 'imswl_xmlv1p1', 'web.xml'),
    ),
    'web.xml': '<webLink><url href="https://contoh.id"/></webLink>',
  }
  const { status, body } = await importArchive(await zipOf(files), { check: 'true' })
  expect([status, body.data.lessons, body.data.report.length]).toEqual([200, 1, 5_000])
})

test('what an archive names and does not hold is named in the report, and the rest is imported', async () => {
  const files = smallMoodleBackup(png)
  for (const path of Object.keys(files)) if (/^files\/|page_0\/|^questions\.xml/.test(path)) delete files[path]
  const { status, body } = await importArchive(await tarGzOf(files))
  expect([status, body.data?.lessons]).toEqual([200, 2])
  const told = body.data.report.map(
    ({ name, outcome, note }: { name: string; outcome: string; note: string }) => `${name}: ${outcome}: ${note}`,
  )
  expect(told).toEqual([
    'Label: changed: label menjadi artikel',
    'Halaman: refused: isinya tidak ada di arsip',
    'Berkas: refused: kosong di sumbernya',
    'Kuis: changed: soal acak atau soal di luar arsip tidak ikut; tanpa soal',
    'Obrolan: refused: aktivitas "chat" tidak ada padanannya',
  ])
})

test('texts are read in their encodings: with a mark, declared, and as Windows wrote them', async () => {
  const pages = ['declared.html', 'wrong.html', 'plain.html', 'utf8.html']
  const items = pages.map((path, index) => cartridgeItem(`i${index}`, path, `r${index}`)).join('')
  const resources = pages.map((path, index) => cartridgeResource(`r${index}`, 'webcontent', path)).join('')
  const named = cartridgeManifest(items, resources).replace('Kelas Pindahan', 'Kelas di Café')
  const page = (text: string, head = '') =>
    Buffer.from(`<html><head>${head}</head><body><p>${text}</p></body></html>`, 'latin1')
  const files = {
    'imsmanifest.xml': Buffer.from(`\uFEFF${named.replace('?>', ' encoding="UTF-16"?>')}`, 'utf16le'),
    'declared.html': page('r\xE9sum\xE9', '<meta http-equiv="Content-Type" content="text/html; charset=iso-8859-1">'),
    'wrong.html': page('caf\xE9', '<meta charset="utf-8">'),
    'plain.html': page('na\xEFve'),
    'utf8.html': Buffer.from('<p>Ngoko ꦏꦺꦴꦏꦺꦴ</p>'),
  }
  const { body } = await importArchive(await zipOf(files))
  const { title, details } = await show(body.data._id)
  expect([title, ...details.map(({ text }: { text: string }) => text)]).toEqual([
    'Kelas di Café',
    '<p>résumé</p>',
    '<p>café</p>',
    '<p>naïve</p>',
    '<p>Ngoko ꦏꦺꦴꦏꦺꦴ</p>',
  ])
})

test('a Moodle backup with 50,000 questions and files is read in time', async () => {
  const count = 50_000
  const questions = Array.from({ length: count }, (_, id) => moodleTrueFalse(id, `Soal ${id}`, 'Benar?'))
  const activities = [
    moodleQuiz(
      'Kuis',
      questions.map(({ id }) => id),
    ),
    ...Array.from({ length: 900 }, (_, index) =>
      moodlePage(`Halaman ${index}`, '<p>Isi <img src="@@PLUGINFILE@@/x.png"></p>'),
    ),
  ]
  const files = moodleBackup({ title: 'Kelas besar', sections: [{ name: 'Bab', activities }], questions })
  const entry =
    '<file><contenthash>aa</contenthash><contextid>1</contextid><filearea>content</filearea><filepath>/</filepath><filename>x</filename></file>'
  const { status, body } = await importArchive(
    await tarGzOf({ ...files, 'files.xml': `<files>${entry.repeat(count)}</files>` }),
    { check: 'true' },
  )
  expect([status, body.errors, body.data?.lessons, body.data?.report.length]).toEqual([200, undefined, 901, 5_000])
})

test('the same archive a second time becomes a second draft, and the first one stays as it is', async () => {
  const archive = await zipOf(smallCartridge(png))
  const [first, second] = [await importArchive(archive), await importArchive(archive)]
  expect([first.status, second.status, first.body.data._id === second.body.data._id]).toEqual([200, 200, false])
  expect(second.body.data.report).toEqual(first.body.data.report)
  expect((await show(first.body.data._id)).details).toHaveLength(5)
})
