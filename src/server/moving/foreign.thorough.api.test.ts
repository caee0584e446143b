import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { smallPng, startCourseImports, type CourseImports } from '#testing/materials/course-imports.ts'
import {
  cartridgeItem,
  cartridgeManifest,
  cartridgeResource,
  moodleBackup,
  moodlePage,
  qtiQuestion,
  tarGzOf,
  smallCartridge,
  smallMoodleBackup,
} from '#testing/materials/foreign-courses.ts'
import { withoutUtf8Flag, zipOf } from '#testing/materials/zip.ts'

let imports: CourseImports
let png: Buffer
beforeAll(async () => {
  imports = await startCourseImports()
  png = await smallPng()
})
afterAll(() => imports.site.close())

const importArchive: CourseImports['importArchive'] = (...args) => imports.importArchive(...args)
const show = (courseId: string) => imports.show(courseId)
describe('a Common Cartridge', () => {
  test('becomes a draft with chapters, articles, videos, quizzes, assignments and files, and a report names every item', async () => {
    const { status, body } = await importArchive(await zipOf(smallCartridge(png)))
    expect([status, body.errors]).toEqual([200, undefined])
    expect(body.data).toMatchObject({ title: 'Kelas Pindahan', chapters: 2, lessons: 5, pictures: 1 })
    const course = await show(body.data._id)
    expect(course.status).toBe('draft')
    expect(course.details.map(({ title, type }: { title: string; type: string }) => [title, type])).toEqual([
      ['Pembuka', 'text'],
      ['Video', 'video'],
      ['Tautan', 'text'],
      ['Kuis', 'quiz'],
      ['Tugas', 'assignment'],
    ])
    expect(course.details[0].text).toMatch(/<p>Halo <strong>dunia.*<img src="\/uploads\//)
    expect(course.details[0].text).not.toContain('script')
    expect(course.details[2].text).toContain('href="https://contoh.id/?a=1&amp;b=2"')
    const files = await imports.site.call('GET', `/courses/${body.data._id}/content/${course.details[0]._id}/files`, {
      token: imports.instructor.token,
    })
    expect(files.body.data).toMatchObject([{ name: 'lembar.txt', bytes: 12 }])
    const quiz = await imports.site.call('GET', `/courses/${body.data._id}/content/${course.details[3]._id}/quiz`, {
      token: imports.instructor.token,
    })
    expect(quiz.body.data.questions).toMatchObject([
      {
        type: 'one',
        options: [
          { text: 'A &lt; B', isCorrect: true },
          { text: 'B', isCorrect: false },
        ],
      },
    ])
    const outcomes = body.data.report.map(
      ({ name, outcome }: { name: string; outcome: string }) => `${name}: ${outcome}`,
    )
    expect(outcomes).toEqual(
      expect.arrayContaining([
        'Alat: refused',
        'Hilang: refused',
        'Video: imported',
        'Huruf: imported',
        'Huruf: refused',
        'lembar.txt: imported',
      ]),
    )
  })

  test('with check=true stores nothing, and reports the same', async () => {
    const { body } = await importArchive(await zipOf(smallCartridge(png)), { check: 'true' })
    expect([body.data._id, body.data.lessons, body.data.report.length > 5]).toEqual([null, 5, true])
  })
})

test('essays of a quiz come as assignments after it only when that is wished, and the report counts them', async () => {
  const essay = qtiQuestion('a')
    .replace('title="Huruf"', 'title="Esai"')
    .replace('cc.multiple_choice.v0p1', 'cc.essay.v0p1')
  const files = {
    'imsmanifest.xml': cartridgeManifest(
      cartridgeItem('c1', 'Bab', undefined, cartridgeItem('i1', 'Kuis', 'r1')),
      cartridgeResource('r1', 'imsqti_xmlv1p2/imscc_xmlv1p1/assessment', 'kuis.xml'),
    ),
    'kuis.xml': `<!DOCTYPE questestinterop SYSTEM "ims_qtiasiv1p2p1.dtd"><questestinterop><assessment title="Kuis">${qtiQuestion('a')}${essay}</assessment></questestinterop>`,
  }
  const left = await importArchive(await zipOf(files), { check: 'true' })
  expect([left.body.data.lessons, left.body.data.essays]).toEqual([1, 1])
  expect(left.body.data.report).toContainEqual(
    expect.objectContaining({
      name: 'Esai',
      outcome: 'refused',
      note: 'soal esai dinilai orang: bisa ikut sebagai tugas',
    }),
  )
  const { body } = await importArchive(await zipOf(files), { essays: 'assignments' })
  expect(body.data.report).toContainEqual(
    expect.objectContaining({ name: 'Esai', outcome: 'changed', note: 'soal esai menjadi tugas' }),
  )
  const { details } = await show(body.data._id)
  expect(details.map(({ title, type }: { title: string; type: string }) => [title, type])).toEqual([
    ['Kuis', 'quiz'],
    ['Esai', 'assignment'],
  ])
})

test('what Canvas keeps beside the standard comes along: its types of questions, and its banks without what quizzes have', async () => {
  const canvas = (type: string, text: string, inner: string, processing: string) =>
    `<item title="Question"><itemmetadata><qtimetadata><qtimetadatafield><fieldlabel>question_type</fieldlabel><fieldentry>${type}</fieldentry></qtimetadatafield></qtimetadata></itemmetadata>
    <presentation><material><mattext texttype="text/html">${text}</mattext></material>${inner}</presentation><resprocessing>${processing}</resprocessing></item>`
  const earns = (inner: string) =>
    `<respcondition><conditionvar>${inner}</conditionvar><setvar varname="SCORE">50</setvar></respcondition>`
  const label = (id: string, text: string) =>
    `<response_label ident="${id}"><material><mattext>${text}</mattext></material></response_label>`
  const options = `<render_choice>${label('1', 'Jakarta')}${label('2', 'Tokyo')}${label('3', 'Kairo')}</render_choice>`
  const left = (id: string, text: string) =>
    `<response_lid ident="${id}"><material><mattext>${text}</mattext></material>${options}</response_lid>`
  const matching = canvas(
    'matching_question',
    'Pasangkan',
    left('a', 'Indonesia') + left('b', 'Jepang'),
    earns('<varequal respident="a">1</varequal>') + earns('<varequal respident="b">2</varequal>'),
  )
  const numerical = canvas(
    'numerical_question',
    'Pi?',
    '',
    earns('<or><varequal>3.14</varequal><and><vargte>3.13</vargte><varlte>3.15</varlte></and></or>'),
  )
  const blanks = canvas('multiple_dropdowns_question', 'Isi [a]', '', '')
  const files = {
    'imsmanifest.xml': cartridgeManifest(
      cartridgeItem('c1', 'Bab', undefined, cartridgeItem('i1', 'Kuis', 'r1')),
      cartridgeResource('r1', 'imsqti_xmlv1p2/imscc_xmlv1p1/assessment', 'kuis.xml') +
        cartridgeResource(
          'r2',
          'associatedcontent/imscc_xmlv1p1/learning-application-resource',
          'non_cc_assessments/r2.xml.qti',
        ),
    ),
    'kuis.xml': '<questestinterop><assessment title="Kuis"/></questestinterop>',
    'non_cc_assessments/r1.xml.qti': `<questestinterop><assessment title="Kuis">${matching}${numerical}${blanks}</assessment></questestinterop>`,
    'non_cc_assessments/r2.xml.qti': `<questestinterop><objectbank><qtimetadata><qtimetadatafield><fieldlabel>bank_title</fieldlabel><fieldentry>Cadangan</fieldentry></qtimetadatafield></qtimetadata>${numerical}${canvas('short_answer_question', 'Ibu kota?', '', earns('<varequal>Jakarta</varequal>'))}</objectbank></questestinterop>`,
  }
  const { body } = await importArchive(await zipOf(files))
  const { details, chapters } = await show(body.data._id)
  expect(chapters.map(({ title }: { title: string }) => title)).toEqual(['Bab', 'Bank soal'])
  const questionsOf = async (index: number) =>
    (
      await imports.site.call('GET', `/courses/${body.data._id}/content/${details[index]._id}/quiz`, {
        token: imports.instructor.token,
      })
    ).body.data.questions
  expect(await questionsOf(0)).toMatchObject([
    {
      type: 'pairs',
      pairs: [
        { left: 'Indonesia', right: 'Jakarta' },
        { left: 'Jepang', right: 'Tokyo' },
      ],
    },
    { type: 'number', answer: 3.14, tolerance: 0.01 },
  ])
  expect(await questionsOf(1)).toMatchObject([{ type: 'text', accepted: ['Jakarta'] }])
  const told = body.data.report.map(
    ({ name, outcome, note }: { name: string; outcome: string; note: string }) => `${name}: ${outcome}: ${note}`,
  )
  expect(told).toEqual([
    'Pasangkan: changed: jawaban pengecoh tanpa pasangan tidak ikut: "Kairo"',
    'Pi?: imported: ',
    'Isi [a]: refused: jenis soal "beberapa pilihan di dalam teks" belum ada padanannya',
    'Kuis: imported: ',
    'Ibu kota?: imported: ',
    'Cadangan: changed: bank soal menjadi kuis; 1 soal yang sudah ada di kuis tidak diulang',
  ])
})

test.each([
  ['tar.gz', tarGzOf],
  ['zip', zipOf],
])('a Moodle backup as %s becomes a draft in the order of its sections', async (_, pack) => {
  const { status, body } = await importArchive(await pack(smallMoodleBackup(png)), {}, 'kelas.mbz')
  expect([status, body.errors]).toEqual([200, undefined])
  const course = await show(body.data._id)
  expect([course.title, course.chapters.map(({ title }: { title: string }) => title)]).toEqual([
    'Kelas Moodle',
    ['Topik 1'],
  ])
  expect(course.details.map(({ title, type }: { title: string; type: string }) => [title, type])).toEqual([
    ['Label', 'text'],
    ['Halaman', 'text'],
    ['Berkas', 'text'],
    ['Kuis', 'quiz'],
  ])
  expect(course.details[1].text).toContain('/uploads/')
  const quiz = await imports.site.call('GET', `/courses/${body.data._id}/content/${course.details[3]._id}/quiz`, {
    token: imports.instructor.token,
  })
  expect(quiz.body.data).toMatchObject({
    settings: { timeLimitMinutes: 10, maximumAttempts: 2 },
    questions: [{ type: 'boolean', answer: true, points: 3 }],
  })
  expect(body.data.report).toContainEqual({
    name: 'Obrolan',
    kind: 'activity',
    outcome: 'refused',
    note: 'aktivitas "chat" tidak ada padanannya',
  })
})

test('headings of a page follow its title without a gap, whichever level they begin at', async () => {
  const html = '<h3>Satu</h3><p>a</p><h5>Dua</h5><p>b</p><H6 class="x">Tiga</H6><p>c</p><h3>Empat</h3>'
  const files = moodleBackup({ title: 'Kelas', sections: [{ name: 'Bab', activities: [moodlePage('Halaman', html)] }] })
  const { body } = await importArchive(await tarGzOf(files))
  expect((await show(body.data._id)).details[0].text.match(/<h\d>/g)).toEqual(['<h2>', '<h3>', '<h4>', '<h2>'])
})

test('letters of its title that no font has are named in the report, and it arrives all the same', async () => {
  const title = 'Belajar ภาษาไทย'
  const files = moodleBackup({ title, sections: [{ name: 'Bab', activities: [moodlePage('Halaman', '<p>a</p>')] }] })
  const { body } = await importArchive(await tarGzOf(files))
  expect(body.data.title).toBe(title)
  expect(body.data.report).toContainEqual({
    name: title,
    kind: 'settings',
    outcome: 'changed',
    note: expect.stringMatching(/^Huruf ก? ?.*belum bisa digambar/),
  })
})

// In the archive as macOS writes it, in a text as an editor or a URL writes it, and the other way round.
const spellings: [inArchive: string, inText: string][] = [
  ['e\u0301cran 10.00\u202fAM.png', '\u00e9cran 10.00 AM.png'],
  ['\u00e9cran 10.00 AM.png', 'e%CC%81cran%2010.00%E2%80%AFAM.png'],
  ['peta%20%C3%A9.png', 'peta \u00e9.png'],
  ['50%.png', '50%25.png'],
  ['peta%20kota.png', 'peta%20kota.png'],
]
const namesPage = (names: readonly string[], folder: string) =>
  names.map((name) => `<img src="${folder}${name}">`).join('')

test.each([
  ['with', zipOf],
  ['without', async (files: Parameters<typeof zipOf>[0]) => withoutUtf8Flag(await zipOf(files))],
])('files of a cartridge %s the UTF-8 flag are found however their names are written', async (_, pack) => {
  const page = namesPage(
    spellings.map(([, name]) => name),
    '$IMS-CC-FILEBASE$/',
  )
  const files = {
    'imsmanifest.xml': cartridgeManifest(
      cartridgeItem('i1', 'Bab', undefined, cartridgeItem('i2', 'Satu', 'r1')),
      cartridgeResource('r1', 'webcontent', 'halaman%20satu%20%C3%A9.html'),
    ),
    'halaman satu e\u0301.html': `<body><p>Isi</p>${page}</body>`,
    ...Object.fromEntries(spellings.map(([name]) => [`web_resources/${name}`, png])),
  }
  const { status, body } = await importArchive(await pack(files))
  expect([status, body.data?.lessons], JSON.stringify(body)).toEqual([200, 1])
  expect(body.data.report).toEqual([expect.objectContaining({ name: 'Satu', outcome: 'imported' })])
  const text = (await show(body.data._id)).details[0].text as string
  expect(text.match(/<img /g)).toHaveLength(spellings.length)
})

test('files of a Moodle backup are found however their names are written', async () => {
  const [names, references] = [spellings.map(([name]) => name), spellings.map(([, name]) => name)]
  const page = moodlePage(
    'Halaman',
    `<p>Isi</p>${namesPage(references, '@@PLUGINFILE@@/')}`,
    names.map((name) => ({ name, bytes: png })),
  )
  const { body } = await importArchive(
    await tarGzOf(moodleBackup({ title: 'Kelas', sections: [{ name: 'Bab', activities: [page] }] })),
  )
  expect(body.data.report).toEqual([expect.objectContaining({ name: 'Halaman', outcome: 'imported' })])
})
