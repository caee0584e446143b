import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { smallPng, startCourseImports, type CourseImports } from '#testing/materials/course-imports.ts'
import {
  cartridgeItem,
  cartridgeManifest,
  cartridgeResource,
  escapeXml,
  moodleBackup,
  moodlePage,
  moodleQuiz,
  moodleTrueFalse,
  smallCartridge,
  tarGzOf,
  type Files,
  type MoodleActivity,
} from '#testing/materials/foreign-courses.ts'
import { renameInZip, zipOf } from '#testing/materials/zip.ts'

let imports: CourseImports
let png: Buffer
beforeAll(async () => {
  imports = await startCourseImports()
  png = await smallPng()
})
afterAll(() => imports.site.close())

/** Imports an archive; `told` are its items that did not come as they are. */
async function importArchive(bytes: Buffer) {
  const { summary, course, changed } = await imports.importWhole(bytes)
  return {
    summary,
    course,
    told: changed.map(({ name, outcome, note }) => `${name.slice(0, 20)}: ${outcome}: ${note}`),
  }
}
const importFiles = async (files: Files) => importArchive(await tarGzOf(files))
const backup = (title: string, activities: MoodleActivity[], section = 'Bab') =>
  moodleBackup({ title, sections: [{ name: section, activities }] })
const courseXml = (summary: string) =>
  `<course><fullname>Kelas</fullname><summary>${escapeXml(summary)}</summary></course>`
const page = moodlePage('Halaman', '<p>Isi</p>')

// Nobody who has only the archive can correct a value that is too short or too long for a field here.
describe('a field that does not fit is shortened or left out, and the report says so:', () => {
  test.each<[summary: string, description: string, told: string[]]>([
    ['Ringkas', '', ['Deskripsi kelas: refused: terlalu pendek, minimal 10 karakter: "Ringkas"']],
    ['<p>&nbsp;</p>', '', []],
    ['\u2800'.repeat(20), '', []],
    ['<p>Tentang A &amp; B&nbsp;saja</p>', 'Tentang A & B saja', []],
    ['a'.repeat(30_000), 'a'.repeat(20_000), ['Deskripsi kelas: changed: dipotong menjadi 20.000 karakter']],
    [
      '<p>Lihat <img src="@@PLUGINFILE@@/peta.png"> di sini</p>',
      'Lihat di sini',
      ['Deskripsi kelas: changed: gambar dan isi yang disematkan tidak ikut'],
    ],
  ])('the description %.40s', async (summary, description, told) => {
    const imported = await importFiles({ ...backup('Kelas', [page]), 'course/course.xml': courseXml(summary) })
    expect([imported.course.status, imported.told]).toEqual(['draft', told])
    expect(imported.course.description === description, imported.course.description?.slice(0, 100)).toBe(true)
  })

  test.each([
    ['', 'Kelas impor', ['Judul kelas: changed: kosong di sumbernya']],
    ['\u3164\u3164\u3164', 'Kelas impor', ['Judul kelas: changed: kosong di sumbernya']],
    ['IT', 'Kelas IT', ['Judul kelas: changed: terlalu pendek, minimal 3 karakter: "IT"']],
    [`${'a'.repeat(199)}💥b`, 'a'.repeat(199), ['Judul kelas: changed: dipotong menjadi 200 karakter']],
  ])('the title %.40s', async (title, stored, told) => {
    const imported = await importFiles(backup(title, [page]))
    expect([imported.course.title, imported.told]).toEqual([stored, told])
  })

  test('titles of chapters and lessons', async () => {
    const [long, cut] = ['b'.repeat(300), 'b'.repeat(200)]
    const imported = await importFiles(
      backup(
        'Kelas',
        [
          moodlePage(long, '<p>Isi</p>'),
          moodlePage('', '<p>Isi</p>'),
          moodleQuiz(long, []),
          { ...page, title: '\u0007\u3164' },
        ],
        long,
      ),
    )
    expect(imported.course.chapters.map(({ title }: { title: string }) => title)).toEqual([cut])
    expect(imported.course.details.map(({ title }: { title: string }) => title)).toEqual([
      cut,
      'Tanpa judul',
      cut,
      'Tanpa judul',
    ])
    const short = 'b'.repeat(20)
    expect(imported.told).toEqual([
      `${short}: changed: judul dipotong menjadi 200 karakter`,
      `${short}: changed: judul dipotong menjadi 200 karakter`,
      'Tanpa judul: changed: tanpa judul di sumbernya',
      `${short}: changed: judul dipotong menjadi 200 karakter; tanpa soal`,
      'Tanpa judul: changed: tanpa judul di sumbernya',
    ])
  })

  test('titles that would be hard to read in a course file', async () => {
    const titles = [`:${'['.repeat(150)}`, `*nama: ${'{'.repeat(150)}`, `#${' -'.repeat(80)}`]
    const pages = titles.map((title) => moodlePage(title, '<p>Isi</p>'))
    const { course, summary, told } = await importFiles(backup('*nama', pages))
    expect([summary.title, told]).toEqual(['*nama', []])
    expect(course.details.map(({ title }: { title: string }) => title)).toEqual(titles)
  })

  test('limits of quizzes and points of assignments', async () => {
    const task = (title: string, grade: string): MoodleActivity => ({
      kind: 'assign',
      title,
      inner: `<intro>Buat peta</intro><grade>${grade}</grade>`,
    })
    const { summary, told } = await importFiles(
      backup('Kelas', [
        moodleQuiz('Lama', [], '<timelimit>864000</timelimit><attempts_number>5000</attempts_number>'),
        moodleQuiz('Pecahan', [], '<timelimit>90</timelimit><attempts_number>2.5</attempts_number>'),
        moodleQuiz('Bebas', [], '<timelimit>0</timelimit><attempts_number>0</attempts_number>'),
        task('Mahal', '2500.00000'),
        task('Skala', '-3'),
        task('Biasa', '25.00000'),
      ]),
    )
    expect([summary.lessons, told]).toEqual([
      6,
      [
        'Lama: changed: batas waktu 14.400 menit menjadi 1.440 menit; batas 5.000 percobaan menjadi 1.000; tanpa soal',
        'Pecahan: changed: batas waktu 1,5 menit menjadi 2 menit; batas 2,5 percobaan menjadi 3; tanpa soal',
        'Bebas: changed: tanpa soal',
        'Mahal: changed: poin 2.500 menjadi 1.000',
        'Skala: changed: skala nilai menjadi 100 poin',
      ],
    ])
  })

  test('limits of quizzes in a cartridge', async () => {
    const field = (name: string, value: string) =>
      `<qtimetadatafield><fieldlabel>${name}</fieldlabel><fieldentry>${value}</fieldentry></qtimetadatafield>`
    const { told } = await importArchive(
      await zipOf({
        'imsmanifest.xml': cartridgeManifest(
          cartridgeItem('c', 'Bab', undefined, cartridgeItem('i', 'Kuis', 'r')),
          cartridgeResource('r', 'imsqti_xmlv1p2/imscc_xmlv1p1/assessment', 'kuis.xml'),
        ),
        'kuis.xml': `<questestinterop><assessment title="Kuis"><qtimetadata>${field('qmd_timelimit', '2000')}${field('cc_maxattempts', '1e9')}</qtimetadata></assessment></questestinterop>`,
      }),
    )
    expect(told).toEqual([
      'Kuis: changed: batas waktu 2.000 menit menjadi 1.440 menit; batas 1.000.000.000 percobaan menjadi 1.000; tanpa soal',
    ])
  })

  test('texts that no article may have, and questions that are too much for one quiz', async () => {
    const pictures = `<p>Peta</p>${'<img src="@@PLUGINFILE@@/a.png">'.repeat(1_100)}`
    const wide = `<p>${'漢'.repeat(390_000)}</p>`
    const questions = Array.from({ length: 70 }, (_, id) =>
      moodleTrueFalse(id, `Soal ${id}`, `<p>${'a'.repeat(19_000)}</p>`),
    )
    const { summary, told } = await importFiles(
      moodleBackup({
        title: 'Kelas',
        sections: [
          {
            name: 'Bab',
            activities: [
              moodlePage('Ramai', pictures, [{ name: 'a.png', bytes: png }]),
              moodlePage('Lebar', wide),
              moodleQuiz(
                'Kuis',
                questions.map(({ id }) => id),
              ),
              page,
            ],
          },
        ],
        questions,
      }),
    )
    expect([summary.lessons, told.filter((line) => !line.startsWith('Soal'))]).toEqual([
      2,
      ['Ramai: refused: Satu artikel memuat paling banyak 1.000 gambar', 'Lebar: refused: artikel terlalu panjang'],
    ])
    expect(told).toContainEqual(expect.stringMatching(/^Soal 69: refused: satu kuis memuat paling banyak 1 MB/))
    expect(summary.report).toContainEqual(expect.objectContaining({ name: 'Soal 0', outcome: 'imported' }))
  })

  test('pictures whose content is another format than their name says, or that have too many pixels', async () => {
    const gif = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#3547b4' } })
      .gif()
      .toBuffer()
    const large = await sharp({ create: { width: 6_000, height: 5_000, channels: 3, background: '#3547b4' } })
      .png()
      .toBuffer()
    const html =
      '<p>Isi</p><img src="@@PLUGINFILE@@/a.png"><img src="@@PLUGINFILE@@/b.png"><img src="@@PLUGINFILE@@/c.png">'
    const files = [
      { name: 'a.png', bytes: gif },
      { name: 'b.png', bytes: large },
      { name: 'c.png', bytes: 'bukan gambar' },
    ]
    const { course, summary, told } = await importFiles(backup('Kelas', [moodlePage('Halaman', html, files)]))
    expect([summary.pictures, course.details[0].text.match(/<img /g)?.length]).toEqual([2, 2])
    expect(told).toEqual(['Halaman: changed: gambar "c.png" tidak ada atau tidak bisa dibaca'])
  })
})

test('files in a zip whose names cannot be used are left out and named in the report; folders of Windows are read', async () => {
  const zip = await zipOf({ ...smallCartridge(png), 'xx/rahasia': 'x', 'yy/ganda1': 'x', 'yy/ganda2': 'x' })
  const windows = renameInZip(zip, 'web_resources/lembar.txt', 'web_resources\\lembar.txt')
  const twice = renameInZip(windows, 'yy/ganda2', 'yy/ganda1')
  const { summary, told } = await importArchive(renameInZip(twice, 'xx/rahasia', 'xx/ra\u0001\u0002sia'))
  expect([summary.lessons, summary.unused]).toEqual([5, []])
  expect(summary.report).toContainEqual(expect.objectContaining({ name: 'lembar.txt', outcome: 'imported' }))
  expect(told).toEqual(
    expect.arrayContaining([
      'xx/ra sia: refused: Nama berkas tidak bisa dipakai',
      'yy/ganda1: refused: Nama berkas ini ada dua kali',
    ]),
  )
})
