import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startCourseImports, type CourseImports } from '#testing/materials/course-imports.ts'
import {
  cartridgeItem,
  cartridgeManifest,
  cartridgeResource,
  moodleBackup,
  moodlePage,
  moodleQuiz,
  moodleTrueFalse,
  qtiQuestion,
  tarGzOf,
  type Files,
} from '#testing/materials/foreign-courses.ts'
import { zipOf } from '#testing/materials/zip.ts'

// A lenient reader would leave out parts of XML that is not well-formed, and nobody would be told.

let imports: CourseImports
beforeAll(async () => void (imports = await startCourseImports()))
afterAll(() => imports.site.close())

const mistakesOf = async (bytes: Buffer) => {
  const { status, body } = await imports.importArchive(bytes)
  return [status, body.mistakes]
}
/** Titles of the lessons, and what did not come as it is. */
async function importedFrom(bytes: Buffer) {
  const { course, changed } = await imports.importWhole(bytes)
  return {
    lessons: course.details.map(({ title }: { title: string }) => title),
    told: changed.map(({ name, kind, outcome, note }) => `${kind} ${name}: ${outcome}: ${note}`),
  }
}

const pages: Files = Object.fromEntries([1, 2, 3, 4].map((number) => [`${number}.html`, `<p>Isi ${number}</p>`]))
const manifest = cartridgeManifest(
  [1, 2, 3, 4].map((number) => `\n${cartridgeItem(`i${number}`, `Halaman ${number}`, `r${number}`)}`).join(''),
  [1, 2, 3, 4].map((number) => cartridgeResource(`r${number}`, 'webcontent', `${number}.html`)).join(''),
)

describe('a list of contents that is not well-formed is one mistake with its file and line, and nothing is imported:', () => {
  test.each([
    ['an element that is not closed', '<manifest><oops>', 1, '<oops> tidak ditutup'],
    ['a manifest that is cut', manifest.slice(0, manifest.indexOf('Halaman 3') + 4), 5, '<title> tidak ditutup'],
    [
      'an end without a start',
      manifest.replace('</organizations>', '</item></organizations>'),
      6,
      '</item> di tempat </organizations>',
    ],
    ['two manifests', `${manifest}\n<manifest/>`, 7, '<manifest> ada setelah akhirnya'],
    ['no XML', 'bukan xml', 1, 'tidak ada isinya'],
  ])('%s', async (_, text, line, problem) => {
    expect(await mistakesOf(await zipOf({ 'imsmanifest.xml': text, ...pages }))).toEqual([
      422,
      [{ file: 'imsmanifest.xml', line, message: `XML rusak: ${problem}` }],
    ])
  })

  test('another list than expected', async () => {
    expect(await mistakesOf(await zipOf({ 'imsmanifest.xml': '<html/>', ...pages }))).toEqual([
      422,
      [{ file: 'imsmanifest.xml', line: 1, message: 'Ini bukan daftar isi Common Cartridge: tidak ada <manifest>' }],
    ])
    expect(await mistakesOf(await tarGzOf({ 'moodle_backup.xml': '<html/>' }))).toEqual([
      422,
      [
        {
          file: 'moodle_backup.xml',
          line: 1,
          message: 'Ini bukan daftar isi cadangan Moodle: tidak ada <information>',
        },
      ],
    ])
  })

  test('a Moodle backup that is cut', async () => {
    const files = moodleBackup({
      title: 'Kelas',
      sections: ['Satu', 'Dua'].map((name) => ({ name, activities: [moodlePage(name, '<p>Isi</p>')] })),
    })
    const list = String(files['moodle_backup.xml'])
    const cut = list.slice(0, list.lastIndexOf('<section>'))
    expect(await mistakesOf(await tarGzOf({ ...files, 'moodle_backup.xml': cut }))).toEqual([
      422,
      [{ file: 'moodle_backup.xml', line: 2, message: 'XML rusak: <sections> tidak ditutup' }],
    ])
  })
})

test('an item of a cartridge with damaged XML is named in the report, and the rest comes', async () => {
  const quiz = `<questestinterop><assessment title="Kuis">${qtiQuestion('a')}</assessment></questestinterop>`
  const bank = 'non_cc_assessments/r7.xml.qti'
  const task = '<assignment><title>Tugas</title><text>Buat peta.</text></assignment>'
  const names = ['Halaman 1', 'Kuis', 'Tautan', 'Diskusi', 'Tugas', 'Utuh']
  const files = {
    ...pages,
    'imsmanifest.xml': cartridgeManifest(
      cartridgeItem(
        'c',
        'Bab',
        undefined,
        names.map((name, index) => cartridgeItem(`i${index}`, name, `r${index + 1}`)).join(''),
      ),
      [
        cartridgeResource('r1', 'webcontent', '1.html'),
        cartridgeResource('r2', 'imsqti_xmlv1p2/imscc_xmlv1p1/assessment', 'kuis.xml'),
        cartridgeResource('r3', 'imswl_xmlv1p1', 'tautan.xml'),
        cartridgeResource('r4', 'imsdt_xmlv1p1', 'diskusi.xml'),
        cartridgeResource('r5', 'assignment_xmlv1p0', 'tugas.xml'),
        cartridgeResource('r6', 'assignment_xmlv1p0', 'utuh.xml'),
        cartridgeResource('r7', 'associatedcontent/imscc_xmlv1p1/learning-application-resource', bank),
        cartridgeResource('r8', 'imsqti_xmlv1p2/imscc_xmlv1p1/assessment', 'kuis-lain.xml'),
      ].join(''),
    ),
    'kuis.xml': quiz.slice(0, -40),
    'tautan.xml': '<webLink><url href="https://contoh.id">',
    'diskusi.xml': '<topic><text>Apa kabar?</topic>',
    'tugas.xml': task.replace('</text>', ''),
    'utuh.xml': task.replace('Buat', 'Tom & Jerry buat'),
    [bank]: '<questestinterop><objectbank>',
    'kuis-lain.xml': '',
  }
  expect(await importedFrom(await zipOf(files))).toEqual({
    lessons: ['Halaman 1', 'Utuh'],
    told: [
      'quiz Kuis: refused: rusak di sumbernya: kuis.xml baris 4: <resprocessing> tidak ditutup',
      'link Tautan: refused: rusak di sumbernya: tautan.xml baris 1: <url> tidak ditutup',
      'discussion Diskusi: refused: rusak di sumbernya: diskusi.xml baris 1: </topic> di tempat </text>',
      'assignment Tugas: refused: rusak di sumbernya: tugas.xml baris 1: </assignment> di tempat </text>',
      'quiz kuis-lain.xml: refused: rusak di sumbernya: kuis-lain.xml baris 1: tidak ada isinya',
      `quiz ${bank}: refused: rusak di sumbernya: ${bank} baris 1: <objectbank> tidak ditutup`,
      'file 2.html: refused: tidak disebut di imsmanifest.xml',
      'file 3.html: refused: tidak disebut di imsmanifest.xml',
      'file 4.html: refused: tidak disebut di imsmanifest.xml',
    ],
  })
})

test('a part of a Moodle backup with damaged XML is named in the report, and the rest comes', async () => {
  const files = moodleBackup({
    title: 'Kelas',
    sections: [
      { name: 'Satu', activities: [moodlePage('Rusak', '<p>Isi</p>'), moodlePage('Utuh', '<p>Isi</p>')] },
      { name: 'Dua', activities: [moodleQuiz('Kuis', [5])] },
    ],
    questions: [moodleTrueFalse(5, 'Bumi', '<p>Bumi bulat</p>')],
  })
  const cut = (path: string, at: string) => ({ [path]: String(files[path]).split(at, 1)[0] ?? '' })
  expect(
    await importedFrom(
      await tarGzOf({
        ...files,
        ...cut('activities/page_0/page.xml', '</content>'),
        ...cut('sections/section_2/section.xml', '</name>'),
        ...cut('questions.xml', '</questions>'),
        ...cut('files.xml', '</files>'),
        'course/course.xml': '<course><summary>Cara membuat kopi</course>',
      }),
    ),
  ).toEqual({
    lessons: ['Utuh', 'Kuis'],
    told: [
      'page Rusak: refused: rusak di sumbernya: activities/page_0/page.xml baris 1: <content> tidak ditutup',
      'quiz Kuis: changed: soal acak atau soal di luar arsip tidak ikut; tanpa soal',
      'settings course/course.xml: refused: rusak di sumbernya: course/course.xml baris 1: </course> di tempat </summary>; deskripsi kelas tidak ikut',
      'settings files.xml: refused: rusak di sumbernya: files.xml baris 1: <files> tidak ditutup; gambar dan berkas tidak ikut',
      'settings questions.xml: refused: rusak di sumbernya: questions.xml baris 1: <questions> tidak ditutup; bank soal tidak ikut',
      'settings sections/section_2/section.xml: refused: rusak di sumbernya: sections/section_2/section.xml baris 1: <name> tidak ditutup; nama, ringkasan, dan urutan bab ini tidak ikut',
    ],
  })
})

test('an activity of a section that the backup does not list comes at the end', async () => {
  const files = moodleBackup({
    title: 'Kelas',
    sections: ['Satu', 'Dua'].map((name) => ({ name, activities: [moodlePage(`Halaman ${name}`, '<p>Isi</p>')] })),
  })
  const list = String(files['moodle_backup.xml']).replace(/<section><sectionid>1<.*?<\/section>/, '')
  const { lessons } = await importedFrom(await tarGzOf({ ...files, 'moodle_backup.xml': list }))
  expect(lessons).toEqual(['Halaman Dua', 'Halaman Satu'])
})

test('what a page of a cartridge carries without using it is named in the report', async () => {
  const files = {
    'imsmanifest.xml': cartridgeManifest(
      cartridgeItem('i1', 'Bab', undefined, cartridgeItem('i2', 'Halaman', 'r1')),
      '<resource identifier="r1" type="webcontent" href="1.html"><file href="1.html"/><file href="lembar.pdf"/></resource>',
    ),
    '1.html': '<p>Isi</p>',
    'lembar.pdf': '%PDF-1.4',
  }
  expect((await importedFrom(await zipOf(files))).told).toEqual([
    'file lembar.pdf: refused: materinya tidak memakai berkas ini',
  ])
})

test('HTML that stands in XML without being escaped comes whole', async () => {
  const question = qtiQuestion('a').replace(
    '&lt;p&gt;Huruf pertama?&lt;/p&gt;',
    '<p>Huruf <b>pertama</b> &amp; <br/>terakhir?</p>',
  )
  const files = {
    'imsmanifest.xml': cartridgeManifest(
      cartridgeItem('c', 'Bab', undefined, cartridgeItem('i1', 'Diskusi', 'r1') + cartridgeItem('i2', 'Kuis', 'r2')),
      cartridgeResource('r1', 'imsdt_xmlv1p1', 'diskusi.xml') +
        cartridgeResource('r2', 'imsqti_xmlv1p2/imscc_xmlv1p1/assessment', 'kuis.xml'),
    ),
    'diskusi.xml':
      '<topic><title>Diskusi</title><text texttype="text/html">Apa <em>kabar</em> hari ini?</text></topic>',
    'kuis.xml': `<questestinterop><assessment title="Kuis">${question}</assessment></questestinterop>`,
  }
  const { body } = await imports.importArchive(await zipOf(files))
  const { site, instructor } = imports
  const { token } = instructor
  const { details } = (await site.call('GET', `/admin/courses/${body.data._id}?preview=true`, { token })).body.data
  expect(details[0].text).toBe('<p>Apa <em>kabar</em> hari ini?</p>')
  const quiz = await site.call('GET', `/courses/${body.data._id}/content/${details[1]._id}/quiz`, { token })
  expect(quiz.body.data.questions[0].text).toMatch(/Huruf <strong>pertama<\/strong> &amp; ?<br \/>\n?terakhir\?/)
})
