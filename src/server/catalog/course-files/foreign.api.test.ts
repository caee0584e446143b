import { gzipSync } from 'node:zlib'
import { buffer } from 'node:stream/consumers'
import { packTar } from 'modern-tar'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ZipFile } from 'yazl'
import type { SignedIn } from '#testing/factories.ts'
import { startTestSite, type TestSite } from '#testing/test-site.ts'

let site: TestSite
let instructor: SignedIn
let png: Buffer
beforeAll(async () => {
  site = await startTestSite()
  instructor = await site.createInstructor()
  png = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#3547b4' } })
    .png()
    .toBuffer()
})
afterAll(() => site.close())

type Files = Record<string, string | Buffer>
async function zipOf(files: Files): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [path, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content), path)
  zip.end()
  return buffer(zip.outputStream)
}
const tarOf = async (files: Files): Promise<Buffer> =>
  gzipSync(
    await packTar(
      Object.entries(files).map(([name, content]) => ({
        header: { name, size: Buffer.byteLength(content), type: 'file' as const },
        body: Buffer.from(content),
      })),
    ),
  )

const importArchive = (bytes: Buffer, fields: Record<string, string> = {}, name = 'kelas.imscc') =>
  site.call('POST', '/admin/courses/import', { token: instructor.token, form: { file: new File([new Uint8Array(bytes)], name), ...fields } })
const show = async (courseId: string) => (await site.call('GET', `/admin/courses/${courseId}?preview=true`, { token: instructor.token })).body.data
const refusalOf = async (bytes: Buffer) => {
  const { status, body } = await importArchive(bytes)
  return [status, body.errors?.file]
}

const item = (id: string, title: string, ref?: string, inner = '') =>
  `<item identifier="${id}"${ref ? ` identifierref="${ref}"` : ''}><title>${title}</title>${inner}</item>`
const resource = (id: string, type: string, href: string) => `<resource identifier="${id}" type="${type}" href="${href}"><file href="${href}"/></resource>`
const manifest = (items: string, resources: string) =>
  `<?xml version="1.0"?><manifest xmlns:lom="x"><metadata><lom:lom><lom:general><lom:title><lom:string>Kelas Pindahan</lom:string></lom:title></lom:general></lom:lom></metadata>
  <organizations><organization><item identifier="root">${items}</item></organization></organizations><resources>${resources}</resources></manifest>`
const question = (
  right: string,
) => `<item ident="q1" title="Huruf"><itemmetadata><qtimetadata><qtimetadatafield><fieldlabel>cc_profile</fieldlabel><fieldentry>cc.multiple_choice.v0p1</fieldentry></qtimetadatafield></qtimetadata></itemmetadata>
  <presentation><material><mattext texttype="text/html">&lt;p&gt;Huruf pertama?&lt;/p&gt;</mattext></material><response_lid ident="r" rcardinality="Single"><render_choice>
  <response_label ident="a"><material><mattext texttype="text/plain">A &lt; B</mattext></material></response_label><response_label ident="b"><material><mattext>B</mattext></material></response_label></render_choice></response_lid></presentation>
  <resprocessing><respcondition><conditionvar><varequal respident="r">${right}</varequal></conditionvar><setvar varname="SCORE">100</setvar></respcondition></resprocessing></item>`

const cartridge = (): Files => ({
  'imsmanifest.xml': manifest(
    item('c1', 'Bab satu', undefined, item('i1', 'Pembuka', 'r1') + item('i2', 'Video', 'r2') + item('i3', 'Tautan', 'r3') + item('i4', 'Alat', 'r4')) +
      item('c2', 'Bab dua', undefined, item('i5', 'Kuis', 'r5') + item('i6', 'Tugas', 'r6') + item('i7', 'Hilang', 'r7')),
    resource('r1', 'webcontent', 'pages/satu.html') +
      resource('r2', 'imswl_xmlv1p1', 'video.xml') +
      resource('r3', 'imswl_xmlv1p1', 'web.xml') +
      resource('r4', 'imsbasiclti_xmlv1p0', 'lti.xml') +
      resource('r5', 'imsqti_xmlv1p2/imscc_xmlv1p1/assessment', 'kuis.xml') +
      resource('r6', 'assignment_xmlv1p0', 'tugas.xml') +
      resource('r7', 'webcontent', 'tidak-ada.html'),
  ),
  'pages/satu.html':
    '<html><body><p>Halo <b>dunia<img src="$IMS-CC-FILEBASE$/peta.png"><script>alert(1)</script><a href="../web_resources/lembar.txt">lembar</a></body>',
  'web_resources/peta.png': png,
  'web_resources/lembar.txt': 'Lembar kerja',
  'video.xml': '<webLink><url href="https://www.youtube.com/watch?v=DHjqpvDnNGE"/></webLink>',
  'web.xml': '<webLink><url href="https://contoh.id/?a=1&amp;b=2"/></webLink>',
  'lti.xml': '<cartridge_basiclti_link/>',
  'kuis.xml': `<questestinterop><assessment title="Kuis">${question('a')}${question('tidak-ada')}</assessment></questestinterop>`,
  'tugas.xml':
    '<assignment><title>Tugas</title><text texttype="text/html">&lt;p&gt;Buat peta.&lt;/p&gt;</text><gradable points_possible="25">true</gradable></assignment>',
})

describe('a Common Cartridge', () => {
  test('becomes a draft with chapters, articles, videos, quizzes, assignments and files, and a report names every item', async () => {
    const { status, body } = await importArchive(await zipOf(cartridge()))
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
    const files = await site.call('GET', `/courses/${body.data._id}/content/${course.details[0]._id}/files`, { token: instructor.token })
    expect(files.body.data).toMatchObject([{ name: 'lembar.txt', bytes: 12 }])
    const quiz = await site.call('GET', `/courses/${body.data._id}/content/${course.details[3]._id}/quiz`, { token: instructor.token })
    expect(quiz.body.data.questions).toMatchObject([
      {
        type: 'one',
        options: [
          { text: 'A &lt; B', isCorrect: true },
          { text: 'B', isCorrect: false },
        ],
      },
    ])
    const outcomes = body.data.report.map(({ name, outcome }: { name: string; outcome: string }) => `${name}: ${outcome}`)
    expect(outcomes).toEqual(
      expect.arrayContaining(['Alat: refused', 'Hilang: refused', 'Video: imported', 'Huruf: imported', 'Huruf: refused', 'lembar.txt: imported']),
    )
  })

  test('with check=true stores nothing, and reports the same', async () => {
    const { body } = await importArchive(await zipOf(cartridge()), { check: 'true' })
    expect([body.data._id, body.data.lessons, body.data.report.length > 5]).toEqual([null, 5, true])
  })
})

test('essays of a quiz come as assignments after it only when that is wished, and the report counts them', async () => {
  const essay = question('a').replace('title="Huruf"', 'title="Esai"').replace('cc.multiple_choice.v0p1', 'cc.essay.v0p1')
  const files = {
    'imsmanifest.xml': manifest(item('c1', 'Bab', undefined, item('i1', 'Kuis', 'r1')), resource('r1', 'imsqti_xmlv1p2/imscc_xmlv1p1/assessment', 'kuis.xml')),
    'kuis.xml': `<!DOCTYPE questestinterop SYSTEM "ims_qtiasiv1p2p1.dtd"><questestinterop><assessment title="Kuis">${question('a')}${essay}</assessment></questestinterop>`,
  }
  const left = await importArchive(await zipOf(files), { check: 'true' })
  expect([left.body.data.lessons, left.body.data.essays]).toEqual([1, 1])
  expect(left.body.data.report).toContainEqual(
    expect.objectContaining({ name: 'Esai', outcome: 'refused', note: 'soal esai dinilai orang: bisa ikut sebagai tugas' }),
  )
  const { body } = await importArchive(await zipOf(files), { essays: 'assignments' })
  expect(body.data.report).toContainEqual(expect.objectContaining({ name: 'Esai', outcome: 'changed', note: 'soal esai menjadi tugas' }))
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
  const earns = (inner: string) => `<respcondition><conditionvar>${inner}</conditionvar><setvar varname="SCORE">50</setvar></respcondition>`
  const label = (id: string, text: string) => `<response_label ident="${id}"><material><mattext>${text}</mattext></material></response_label>`
  const options = `<render_choice>${label('1', 'Jakarta')}${label('2', 'Tokyo')}${label('3', 'Kairo')}</render_choice>`
  const left = (id: string, text: string) => `<response_lid ident="${id}"><material><mattext>${text}</mattext></material>${options}</response_lid>`
  const matching = canvas(
    'matching_question',
    'Pasangkan',
    left('a', 'Indonesia') + left('b', 'Jepang'),
    earns('<varequal respident="a">1</varequal>') + earns('<varequal respident="b">2</varequal>'),
  )
  const numerical = canvas('numerical_question', 'Pi?', '', earns('<or><varequal>3.14</varequal><and><vargte>3.13</vargte><varlte>3.15</varlte></and></or>'))
  const blanks = canvas('multiple_dropdowns_question', 'Isi [a]', '', '')
  const files = {
    'imsmanifest.xml': manifest(
      item('c1', 'Bab', undefined, item('i1', 'Kuis', 'r1')),
      resource('r1', 'imsqti_xmlv1p2/imscc_xmlv1p1/assessment', 'kuis.xml') +
        resource('r2', 'associatedcontent/imscc_xmlv1p1/learning-application-resource', 'non_cc_assessments/r2.xml.qti'),
    ),
    'kuis.xml': '<questestinterop><assessment title="Kuis"/></questestinterop>',
    'non_cc_assessments/r1.xml.qti': `<questestinterop><assessment title="Kuis">${matching}${numerical}${blanks}</assessment></questestinterop>`,
    'non_cc_assessments/r2.xml.qti': `<questestinterop><objectbank><qtimetadata><qtimetadatafield><fieldlabel>bank_title</fieldlabel><fieldentry>Cadangan</fieldentry></qtimetadatafield></qtimetadata>${numerical}${canvas('short_answer_question', 'Ibu kota?', '', earns('<varequal>Jakarta</varequal>'))}</objectbank></questestinterop>`,
  }
  const { body } = await importArchive(await zipOf(files))
  const { details, chapters } = await show(body.data._id)
  expect(chapters.map(({ title }: { title: string }) => title)).toEqual(['Bab', 'Bank soal'])
  const questionsOf = async (index: number) =>
    (await site.call('GET', `/courses/${body.data._id}/content/${details[index]._id}/quiz`, { token: instructor.token })).body.data.questions
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
  const told = body.data.report.map(({ name, outcome, note }: { name: string; outcome: string; note: string }) => `${name}: ${outcome}: ${note}`)
  expect(told).toEqual([
    'Pasangkan: changed: jawaban pengecoh tanpa pasangan tidak ikut',
    'Pi?: imported: ',
    'Isi [a]: refused: jenis soal "beberapa pilihan di dalam teks" belum ada padanannya',
    'Kuis: imported: ',
    'Ibu kota?: imported: ',
    'Cadangan: changed: bank soal menjadi kuis; 1 soal yang sudah ada di kuis tidak diulang',
  ])
})

const moodle = (): Files => ({
  'moodle_backup.xml': `<moodle_backup><information><original_course_fullname>Kelas Moodle</original_course_fullname><contents><activities>
    ${['page', 'label', 'folder', 'quiz', 'chat'].map((kind, index) => `<activity><moduleid>${index}</moduleid><sectionid>1</sectionid><modulename>${kind}</modulename><title>${kind}</title><directory>activities/${kind}_${index}</directory></activity>`).join('')}
    </activities><sections><section><sectionid>1</sectionid><title>1</title><directory>sections/section_1</directory></section></sections></contents></information></moodle_backup>`,
  'sections/section_1/section.xml': '<section id="1"><number>1</number><name>Topik 1</name><summary></summary><sequence>1,0,2,3,4</sequence></section>',
  'activities/page_0/page.xml':
    '<activity contextid="7"><page><name>Halaman</name><content>&lt;p&gt;Isi &lt;img src="@@PLUGINFILE@@/peta%20kota.png"&gt;&lt;/p&gt;</content></page></activity>',
  'activities/label_1/label.xml': '<activity contextid="8"><label><name>Label</name><intro>&lt;p&gt;Selamat datang&lt;/p&gt;</intro></label></activity>',
  'activities/folder_2/folder.xml': '<activity contextid="9"><folder><name>Berkas</name><intro></intro></folder></activity>',
  'activities/quiz_3/quiz.xml':
    '<activity contextid="10"><quiz><name>Kuis</name><timelimit>600</timelimit><attempts_number>2</attempts_number><question_instances><question_instance><questionid>5</questionid><maxmark>3.0</maxmark></question_instance></question_instances></quiz></activity>',
  'activities/chat_4/chat.xml': '<activity contextid="11"><chat><name>Obrolan</name></chat></activity>',
  'questions.xml': `<question_categories><question_category id="1"><name>Umum</name><questions><question id="5"><parent>0</parent><name>Bumi</name><questiontext>&lt;p&gt;Bumi bulat&lt;/p&gt;</questiontext><defaultmark>1</defaultmark><qtype>truefalse</qtype>
    <plugin_qtype_truefalse_question><answers><answer id="1"><answertext>Benar</answertext><fraction>1</fraction></answer><answer id="2"><answertext>Salah</answertext><fraction>0</fraction></answer></answers><truefalse><trueanswer>1</trueanswer></truefalse></plugin_qtype_truefalse_question></question></questions></question_category></question_categories>`,
  'files.xml': `<files>${[
    ['7', 'peta kota.png', 'aa11'],
    ['9', 'lembar.txt', 'bb22'],
  ]
    .map(
      ([context, name, hash]) =>
        `<file><contenthash>${hash}</contenthash><contextid>${context}</contextid><filearea>content</filearea><filepath>/</filepath><filename>${name}</filename></file>`,
    )
    .join('')}</files>`,
  'files/aa/aa11': png,
  'files/bb/bb22': 'Lembar kerja',
})

test.each([
  ['tar.gz', tarOf],
  ['zip', zipOf],
])('a Moodle backup as %s becomes a draft in the order of its sections', async (_, pack) => {
  const { status, body } = await importArchive(await pack(moodle()), {}, 'kelas.mbz')
  expect([status, body.errors]).toEqual([200, undefined])
  const course = await show(body.data._id)
  expect([course.title, course.chapters.map(({ title }: { title: string }) => title)]).toEqual(['Kelas Moodle', ['Topik 1']])
  expect(course.details.map(({ title, type }: { title: string; type: string }) => [title, type])).toEqual([
    ['Label', 'text'],
    ['Halaman', 'text'],
    ['Berkas', 'text'],
    ['Kuis', 'quiz'],
  ])
  expect(course.details[1].text).toContain('/uploads/')
  const quiz = await site.call('GET', `/courses/${body.data._id}/content/${course.details[3]._id}/quiz`, { token: instructor.token })
  expect(quiz.body.data).toMatchObject({ settings: { timeLimitMinutes: 10, maximumAttempts: 2 }, questions: [{ type: 'boolean', answer: true, points: 3 }] })
  expect(body.data.report).toContainEqual({ name: 'Obrolan', kind: 'activity', outcome: 'refused', note: 'aktivitas "chat" tidak ada padanannya' })
})

describe('refused with a sentence, and nothing is stored:', () => {
  const withManifest = (text: string | Buffer) => zipOf({ 'imsmanifest.xml': text })
  test.each([
    ['entities', () => withManifest('<!DOCTYPE a [<!ENTITY b "x"><!ENTITY c "&b;&b;&b;">]><manifest>&c;</manifest>'), /DOCTYPE/],
    ['external entities', () => withManifest('<!DOCTYPE a SYSTEM "file:///etc/passwd"><manifest/>'), /DOCTYPE/],
    ['deep elements', () => withManifest(`<manifest>${'<a>'.repeat(500)}`), /terlalu dalam/],
    ['a manifest that is none', () => withManifest('bukan xml'), /imsmanifest\.xml/],
    ['a way out', () => tarOf({ '../moodle_backup.xml': '<a/>' }), /\.\.\//],
    ['an absolute path', () => tarOf({ '/etc/passwd': 'x' }), /relatif/],
    ['a bomb', async () => gzipSync(Buffer.alloc(300 * 1024 * 1024)), /maksimal/],
    ['a broken archive', async () => Buffer.concat([Buffer.from([0x1f, 0x8b]), Buffer.from('rusak')]), /rusak/],
    ['a link', async () => gzipSync(await packTar([{ header: { name: 'moodle_backup.xml', size: 0, type: 'symlink', linkname: '/etc/passwd' } }])), /Tautan/],
    ['too many files', () => tarOf(Object.fromEntries(Array.from({ length: 20_001 }, (_, index) => [`f/${index}`, ''])) as Files), /maksimal/],
  ])('%s', async (_, make, message) => {
    const [status, sentence] = await refusalOf(await make())
    expect([status, sentence]).toEqual([422, expect.stringMatching(message)])
  })
})

test('100,000 items become a course with what fits, and a report of the rest', async () => {
  const items = Array.from({ length: 100_000 }, (_, index) => item(`i${index}`, `Tautan ${index}`, 'r1')).join('')
  const files = {
    'imsmanifest.xml': manifest(item('c', 'Bab', undefined, items), resource('r1', 'imswl_xmlv1p1', 'web.xml')),
    'web.xml': '<webLink><url href="https://contoh.id"/></webLink>',
  }
  const { status, body } = await importArchive(await zipOf(files), { check: 'true' })
  expect([status, body.data.lessons, body.data.report.length]).toEqual([200, 1, 5_000])
})
