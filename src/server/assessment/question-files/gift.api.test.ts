import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SignedIn } from '#testing/factories.ts'
import { createQuiz, everyQuestion } from '#testing/materials/quizzes.ts'
import { startTestSite, type TestSite } from '#testing/test-site.ts'

let site: TestSite
let instructor: SignedIn
let path: string
beforeAll(async () => {
  site = await startTestSite()
  instructor = await site.createInstructor()
  const course = await site.createCourse({ instructorId: instructor.id })
  const { contentId: lessonId } = await createQuiz(site.call, { courseId: course.id, token: instructor.token })
  path = `/courses/${course.id}/content/${lessonId}`
})
afterAll(() => site.close())

const call = (method: string, rest: string, options: object = {}) =>
  site.call(method, path + rest, { token: instructor.token, ...options })
const send = (text: string, name = 'kuis.gift') => call('POST', '/gift', { form: { file: new File([text], name) } })

test('an exported quiz can be imported: its questions are added once more', async () => {
  const exported = await call('GET', '/gift')
  expect([exported.status, exported.headers.get('content-type')]).toEqual([200, 'text/plain;charset=utf-8'])
  const imported = (await send(exported.body)).body
  expect(imported.message).toBe('7 soal ditambahkan.')
  expect(imported.data).toMatchObject({ version: 2, questions: [...everyQuestion, ...everyQuestion] })
})

test('a file with mistakes changes nothing and lists them with their lines', async () => {
  const before = (await call('GET', '/quiz')).body.data
  const rejected = await send('Bumi bulat {T}\n\nEsai {}\n\nRusak {=a ~b')
  expect(rejected).toMatchObject({ status: 422, body: { code: 'gift-mistakes', mistakes: [{ line: 3 }, { line: 5 }] } })
  expect(rejected.body.errors.file).toContain('Baris 3: Soal esai belum didukung di kuis.')
  expect((await call('GET', '/quiz')).body.data).toEqual(before)
})

test('a file that is no text says what it is', async () => {
  const rejected = await send('Rar!\u001a\u0007\u0001\0', 'kuis.gift')
  expect([rejected.status, rejected.body.errors.file]).toEqual([
    422,
    'Baris 1: Ini arsip RAR, bukan GIFT atau Moodle XML. Pilih berkas GIFT atau Moodle XML.',
  ])
})

test('questions with mistakes are left out on request, and come back as GIFT with their lines', async () => {
  const text =
    'Bumi bulat {T}\n\nRusak {=a ~b\n\nKali \uFFFD {T}\n\n// catatan\nBulan bulat {T}\nTanpa pemisah {\n\nMatahari panas {T}'
  const rejected = (await send(text)).body
  expect(rejected).toMatchObject({
    code: 'gift-mistakes',
    usable: 2,
    mistakes: [{ line: 3 }, { line: 5 }, { line: 9 }],
  })
  expect(rejected.faulty).toContain('// Baris 5: Ada huruf rusak')
  expect(rejected.faulty).toContain('Rusak {=a ~b')
  expect(rejected.faulty).not.toContain('Matahari')
  const before = (await call('GET', '/quiz')).body.data.questions.length
  const added = await call('POST', '/gift', { form: { file: new File([text], 'kuis.gift'), skipMistakes: 'true' } })
  expect([added.status, added.body.message, added.body.data.questions.length]).toEqual([
    200,
    '2 soal ditambahkan. Yang bermasalah dilewati.',
    before + 2,
  ])
  expect(JSON.stringify(added.body.data.questions)).not.toContain('\uFFFD')
  const mended = await send(
    `${rejected.faulty}`.replace('{=a ~b', '{=a ~b}').replace('\uFFFD', 'i').replace('Tanpa pemisah {', ''),
  )
  expect([mended.status, mended.body.message]).toEqual([200, '3 soal ditambahkan.'])
})

test('a picture that does not come with the file is named with its line, and a question of it alone is refused with its line', async () => {
  const picture = '[html]<p>Lihat <img src\\="@@PLUGINFILE@@/peta.png"></p>'
  const imported = await send(`Bulat {T}\n\n${picture} {T}`)
  expect(imported.body).toMatchObject({
    message: '2 soal ditambahkan. Ada 1 catatan untuk diperiksa.',
    data: { notes: [{ line: 3 }] },
  })
  expect(imported.body.data.notes[0].message).toContain('peta.png')
  const refused = await send('Bulat {T}\n\nMana? {=[html]<img src\\="a.png"> ~[html]b}')
  expect(refused).toMatchObject({ status: 422, body: { code: 'gift-mistakes', mistakes: [{ line: 3 }] } })
})

test.each([
  ['an empty file', ''],
  ['bytes that are no text', '\u0000\uFFFD\u0001{'],
  ['questions over the limit', 'Bumi bulat {T}\n\n'.repeat(501)],
  ['very many questions', 'a {T}\n\n'.repeat(20_000)],
])('%s is rejected at the field', async (_, text) => {
  const { status, body } = await send(text)
  expect([status, Object.keys(body.errors)]).toEqual([422, ['file']])
})

test('a file over 1 MB is rejected', async () => expect((await send('x'.repeat(1_100_000))).status).toBe(413))

test.each(['> ', '1. ', '*a_ '])(
  'Markdown of 30 KB that its renderer cannot read, %j, is a mistake in the file, never an error of the server',
  async (unit) => {
    const { status, body } = await send(`::Soal:: [markdown]${unit.repeat(30_000 / unit.length)} {T}\n`)
    expect([status, body.mistakes?.length]).toEqual([422, 1])
  },
)
