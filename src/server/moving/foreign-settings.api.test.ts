import { afterAll, beforeAll, expect, test } from 'vitest'
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

// Settings of an item on another platform: who sees it, from when, and with which mark it is passed.

let imports: CourseImports
beforeAll(async () => void (imports = await startCourseImports()))
afterAll(() => imports.site.close())

/** The lessons with their status, and what the report says of those that are not as they were. */
async function imported(bytes: Buffer) {
  const { course, changed } = await imports.importWhole(bytes)
  const details = course.details as { _id: string; title: string; status: string }[]
  return {
    courseId: course._id as string,
    details,
    lessons: details.map(({ title, status }) => `${title}: ${status}`),
    told: changed.map(({ name, outcome, note }) => `${name}: ${outcome}: ${note}`),
  }
}
const hidden = 'tersembunyi di sumbernya, menjadi draf'

test('what students of a Moodle course did not see comes as a draft, and limits that do not come are named', async () => {
  const module = (inner: string) => `<module id="1" version="1">${inner}</module>`
  const page = (title: string, settings: string) => ({ ...moodlePage(title, '<p>Isi</p>'), module: module(settings) })
  const { lessons, told } = await imported(
    await tarGzOf(
      moodleBackup({
        title: 'Kelas',
        sections: [
          {
            name: 'Bab',
            activities: [
              page('Terlihat', '<visible>1</visible><availability>$@NULL@$</availability>'),
              page('Kunci jawaban', '<visible>0</visible>'),
              page(
                'Bersyarat',
                '<visible>1</visible><availability>{"op":"&amp;","c":[{"type":"date","d":"&gt;=","t":1}],"showc":[true]}</availability>',
              ),
              page('Tanpa syarat', '<visible>1</visible><availability>{"op":"&amp;","c":[],"showc":[]}</availability>'),
              {
                kind: 'assign',
                title: 'Tugas',
                inner: '<intro>&lt;p&gt;Buat peta&lt;/p&gt;</intro><duedate>1700000000</duedate><grade>50</grade>',
              },
              { ...moodlePage('Rusak', '<p>Isi</p>'), module: '<module><visible>1' },
            ],
          },
        ],
      }),
    ),
  )
  expect(lessons).toEqual([
    'Terlihat: published',
    'Kunci jawaban: draft',
    'Bersyarat: published',
    'Tanpa syarat: published',
    'Tugas: published',
    'Rusak: draft',
  ])
  expect(told).toEqual([
    `Kunci jawaban: changed: ${hidden}`,
    'Bersyarat: changed: syarat aksesnya tidak ikut',
    'Tugas: changed: tanggal buka dan tenggatnya tidak ikut',
    'Rusak: changed: rusak di sumbernya: activities/page_5/module.xml baris 1: <visible> tidak ditutup; pengaturannya tidak ikut; menjadi draf',
  ])
})

test.each([
  ['10.00000', '6.00000', 60, []],
  ['3.00000', '2.00000', 67, ['Kuis: changed: nilai lulus 66,667% menjadi 67%']],
  ['10.00000', '0.00000', 70, []],
  ['0', '5', 70, []],
  ['10', '25', 100, ['Kuis: changed: nilai lulus 250% menjadi 100%']],
])('a Moodle quiz of %s points that is passed with %s is passed with %i %%', async (maximum, pass, percent, notes) => {
  const grades = `<activity_gradebook><grade_items><grade_item id="1"><grademax>${maximum}</grademax><gradepass>${pass}</gradepass></grade_item></grade_items></activity_gradebook>`
  const { courseId, details, told } = await imported(
    await tarGzOf(
      moodleBackup({
        title: 'Kelas',
        sections: [{ name: 'Bab', activities: [{ ...moodleQuiz('Kuis', [5]), grades }] }],
        questions: [moodleTrueFalse(5, 'Bumi', '<p>Bumi bulat</p>')],
      }),
    ),
  )
  const path = `/courses/${courseId}/content/${details[0]?._id}/quiz`
  const { body } = await imports.site.call('GET', path, { token: imports.instructor.token })
  expect([body.data.settings.passPercent, told]).toEqual([percent, notes])
})

test('the introduction of a Moodle quiz, and its dates, are named as lost', async () => {
  const settings =
    '<intro>&lt;p&gt;Boleh buka buku&lt;/p&gt;</intro><timeopen>0</timeopen><timeclose>1700000000</timeclose>'
  const { told } = await imported(
    await tarGzOf(
      moodleBackup({
        title: 'Kelas',
        sections: [{ name: 'Bab', activities: [moodleQuiz('Kuis', [5], settings)] }],
        questions: [moodleTrueFalse(5, 'Bumi', '<p>Bumi bulat</p>')],
      }),
    ),
  )
  expect(told).toEqual(['Kuis: changed: tanggal buka dan tenggatnya tidak ikut; pengantarnya tidak ikut'])
})

const meta = (id: string) => `${id}-meta`
const canvasResource = (id: string, type: string, href: string, beside: string) =>
  `<resource identifier="${id}" type="${type}" href="${href}"><file href="${href}"/><dependency identifierref="${meta(id)}"/></resource>` +
  cartridgeResource(meta(id), 'associatedcontent/imscc_xmlv1p1/learning-application-resource', beside)
const htmlPage = (state: string) =>
  `<html><head><title>x</title><meta name="workflow_state" content="${state}"/></head><body><p>Isi</p></body></html>`
const forRole = (id: string, href: string, role: string) =>
  `<resource identifier="${id}" type="webcontent" href="${href}"><metadata><lom:lom><lom:educational><lom:intendedEndUserRole><lom:source>IMSGLC_CC_Rolesv1p1</lom:source><lom:value>${role}</lom:value></lom:intendedEndUserRole></lom:educational></lom:lom></metadata><file href="${href}"/></resource>`

const canvasCourse: Files = {
  'imsmanifest.xml': cartridgeManifest(
    cartridgeItem(
      'm1',
      'Bab',
      undefined,
      [
        cartridgeItem('i1', 'Terbit', 'r1'),
        cartridgeItem('i2', 'Belum terbit', 'r2'),
        cartridgeItem('i3', 'Kuis tertutup', 'r3'),
        cartridgeItem('i4', 'Diskusi tertunda', 'r4'),
        cartridgeItem('i5', 'Tautan tersembunyi', 'r5'),
        cartridgeItem('i6', 'Kunci', 'r6'),
        cartridgeItem('i7', 'Untuk peserta', 'r7'),
        cartridgeItem('i8', 'Tugas', 'r8'),
        '<item identifier="i9" identifierref="r9" isvisible="false"><title>Tak tampak</title></item>',
      ].join(''),
    ) + cartridgeItem('m2', 'Bab terkunci', undefined, cartridgeItem('i10', 'Di dalamnya', 'r10')),
    [
      cartridgeResource('r1', 'webcontent', 'wiki_content/1.html'),
      cartridgeResource('r2', 'webcontent', 'wiki_content/2.html'),
      canvasResource(
        'r3',
        'imsqti_xmlv1p2/imscc_xmlv1p1/assessment',
        'r3/assessment_qti.xml',
        'r3/assessment_meta.xml',
      ),
      canvasResource('r4', 'imsdt_xmlv1p1', 'r4.xml', 'r4-meta.xml'),
      cartridgeResource('r5', 'imswl_xmlv1p1', 'r5.xml'),
      forRole('r6', 'kunci.html', 'Instructor'),
      forRole('r7', 'peserta.html', 'Learner'),
      cartridgeResource('r8', 'assignment_xmlv1p0', 'r8/assignment.xml'),
      cartridgeResource('r9', 'webcontent', '9.html'),
      cartridgeResource('r10', 'webcontent', '10.html'),
      cartridgeResource('r11', 'webcontent', 'web_resources/Rahasia/nilai.txt'),
    ].join(''),
  ),
  'course_settings/module_meta.xml': `<modules><module identifier="m1"><workflow_state>active</workflow_state><items>
    <item identifier="i1"><workflow_state>active</workflow_state></item>
    <item identifier="i5"><workflow_state>unpublished</workflow_state></item></items></module>
    <module identifier="m2"><workflow_state>unpublished</workflow_state><items><item identifier="i10"><workflow_state>active</workflow_state></item></items></module></modules>`,
  'course_settings/files_meta.xml':
    '<fileMeta><folders><folder path="Rahasia"><hidden>true</hidden></folder></folders><files/></fileMeta>',
  'wiki_content/1.html': htmlPage('active'),
  'wiki_content/2.html': htmlPage('unpublished'),
  'r3/assessment_qti.xml': `<questestinterop><assessment title="Kuis">${qtiQuestion('a')}</assessment></questestinterop>`,
  'r3/assessment_meta.xml':
    '<quiz identifier="r3"><description>&lt;p&gt;Boleh buka buku&lt;/p&gt;</description><lock_at>2015-06-02T05:59:00</lock_at><available>false</available></quiz>',
  'r4.xml': '<topic><text texttype="text/html">&lt;p&gt;Apa kabar?&lt;/p&gt;</text></topic>',
  'r4-meta.xml': '<topicMeta identifier="x"><workflow_state>post_delayed</workflow_state></topicMeta>',
  'r5.xml': '<webLink><url href="https://www.youtube.com/watch?v=DHjqpvDnNGE"/></webLink>',
  'kunci.html': '<body><p>Kunci jawaban</p></body>',
  'peserta.html': '<body><p>Isi</p></body>',
  'r8/assignment.xml':
    '<assignment><title>Tugas</title><text texttype="text/html">&lt;p&gt;Buat peta&lt;/p&gt;</text><gradable points_possible="10">true</gradable><extensions><assignment><due_at>2015-06-02T05:59:00</due_at><workflow_state>published</workflow_state></assignment></extensions></assignment>',
  '9.html': '<body><p>Isi</p></body>',
  '10.html': '<body><p>Isi</p></body>',
  'web_resources/Rahasia/nilai.txt': 'nilai',
}

test('what learners of a cartridge did not see comes as a draft, whichever of its files says so', async () => {
  const { lessons, told } = await imported(await zipOf(canvasCourse))
  expect(lessons).toEqual([
    'Terbit: published',
    'Belum terbit: draft',
    'Kuis tertutup: draft',
    'Diskusi tertunda: draft',
    'Tautan tersembunyi: draft',
    'Kunci: draft',
    'Untuk peserta: published',
    'Tugas: published',
    'Tak tampak: draft',
    'Di dalamnya: draft',
    'nilai.txt: draft',
  ])
  expect(told).toEqual(
    expect.arrayContaining([
      `Belum terbit: changed: ${hidden}`,
      `Kuis tertutup: changed: ${hidden}; tanggal buka dan tenggatnya tidak ikut; pengantarnya tidak ikut`,
      `Diskusi tertunda: changed: diskusi menjadi artikel; ${hidden}`,
      `Tautan tersembunyi: changed: ${hidden}`,
      'Tugas: changed: tanggal buka dan tenggatnya tidak ikut',
      `Di dalamnya: changed: ${hidden}`,
    ]),
  )
})

test('where the list of what Canvas published is damaged, every lesson is a draft', async () => {
  const files = { ...canvasCourse, 'course_settings/module_meta.xml': '<modules><module>' }
  const { lessons } = await imported(await zipOf(files))
  expect(lessons.filter((lesson: string) => !lesson.endsWith(': draft'))).toEqual([])
})

test('a letter that is damaged in the source is left out of a page and a question, which come', async () => {
  const files = {
    'imsmanifest.xml': cartridgeManifest(
      cartridgeItem('c', 'Bab', undefined, cartridgeItem('i1', 'Halaman', 'r1') + cartridgeItem('i2', 'Kuis', 'r2')),
      cartridgeResource('r1', 'webcontent', '1.html') +
        cartridgeResource('r2', 'imsqti_xmlv1p2/imscc_xmlv1p1/assessment', 'kuis.xml'),
    ),
    '1.html': '<body><p>Suhu 103\uFFFD F</p></body>',
    'kuis.xml': `<questestinterop><assessment title="Kuis">${qtiQuestion('a').replace('Huruf pertama?', 'Suhu 103\uFFFD F?')}</assessment></questestinterop>`,
  }
  const { lessons, told } = await imported(await zipOf(files))
  expect(lessons).toEqual(['Halaman: published', 'Kuis: published'])
  expect(told).toEqual([
    'Halaman: changed: huruf yang rusak di sumbernya dilepas',
    'Huruf: changed: huruf yang rusak di sumbernya dilepas',
  ])
})
