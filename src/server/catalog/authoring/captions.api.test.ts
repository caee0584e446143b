import { afterAll, beforeAll, expect, test } from 'vitest'
import { captionMessages, maximumCaptionBytes } from '#contract/catalog/captions.ts'
import type { MadeCourse, SignedIn } from '#testing/factories.ts'
import { startTestSite, type TestSite } from '#testing/test-site.ts'

let site: TestSite
let instructor: SignedIn
let student: SignedIn
let course: MadeCourse
let videoId: string

beforeAll(async () => {
  site = await startTestSite()
  instructor = await site.createInstructor()
  student = await site.createStudent()
  course = await site.createCourse({ instructorId: instructor.id, price: 0 })
  const body = { courseId: course.id, title: 'Video', type: 'video', youtubeId: 'DHjqpvDnNGE' }
  videoId = (await site.call('POST', '/courses/content/create', { token: instructor.token, body })).body.data._id
  await site.call('POST', `/courses/${course.id}/enroll`, { token: student.token })
})
afterAll(() => site.close())

const at = (lang: string, lessonId = videoId) => `/courses/${course.id}/content/${lessonId}/captions/${lang}`
const save = (
  content: string | Uint8Array<ArrayBuffer>,
  { name = 'teks.vtt', lang = 'id', contentId: lessonId = videoId, who = instructor } = {},
) => site.call('PUT', at(lang, lessonId), { token: who.token, form: { file: new File([content], name) } })
const show = (lang: string, who: SignedIn | null = student) =>
  site.call('GET', at(lang), who ? { token: who.token } : {})
const vtt = (...cues: string[]) => `WEBVTT\n\n${cues.join('\n\n')}\n`
const hello = '00:00:01.000 --> 00:00:02.500\nHalo'

test('WebVTT is stored as plain text, without known tags, settings, notes and styles; other tags stay text', async () => {
  const file = `\uFEFFWEBVTT Kelas\n\nSTYLE\n::cue { color: red }\n\nNOTE catatan\n\nintro\n00:01.000 --> 00:02.500 align:start line:0\n<v Sari>Halo <b>semua</b> &amp; "kawan" &lt;br&gt;\nBaris dua\n\n1:00\n00:59:00.000 --> 01:00:00.000\n<script>alert(1)</script>\n`
  const saved = await save(file)
  expect([saved.status, saved.body.data]).toEqual([200, { lang: 'id', cues: 2 }])
  const shown = await show('id')
  expect([shown.status, shown.headers.get('content-type'), shown.headers.get('content-disposition')]).toEqual([
    200,
    'text/vtt; charset=utf-8',
    'attachment; filename="id.vtt"',
  ])
  expect(shown.body).toBe(
    vtt(
      '00:00:01.000 --> 00:00:02.500\nHalo semua &amp; "kawan" &lt;br&gt;\nBaris dua',
      '00:59:00.000 --> 01:00:00.000\n&lt;script&gt;alert(1)&lt;/script&gt;',
    ),
  )
})

test('SRT is converted, whatever the file is called, and a new file replaces the old one', async () => {
  const srt = '1\r\n00:00:01,000 --> 00:00:02,500\r\nHalo\r\n\r\n2\r\n00:00:03,000 --> 00:00:04,000\r\n<i>Dunia</i>\r\n'
  expect((await save(srt, { name: 'teks.srt', lang: 'en' })).status).toBe(200)
  expect((await save(srt, { name: 'teks.txt', lang: 'en' })).body.data.cues).toBe(2)
  expect((await show('en')).body).toBe(vtt(hello, '00:00:03.000 --> 00:00:04.000\nDunia'))
  expect(
    (await site.call('GET', `/courses/${course.id}/content/${videoId}`, { token: student.token })).body.data.captions,
  ).toEqual(['en', 'id'])
  const languagesIn = async (path: string, who: SignedIn) =>
    (await site.call('GET', path, { token: who.token })).body.data.details.map(
      ({ captions }: { captions?: string[] }) => captions,
    )
  expect(await languagesIn(`/courses/${course.id}`, student)).toEqual([undefined, undefined, ['en', 'id']])
  expect(await languagesIn(`/courses/${course.id}`, await site.createStudent()), 'not enrolled').toEqual([
    undefined,
    undefined,
    undefined,
  ])
})

test.each([
  [
    'a wrong start',
    vtt('00:01.00x --> 00:03.000\nHalo'),
    'Baris 3: waktu mulai tidak terbaca. Tulis seperti 00:01:05.000',
  ],
  [
    'a wrong end',
    vtt(hello, '00:00:06.000 --> besok\nHalo'),
    'Baris 6: waktu selesai tidak terbaca. Tulis seperti 00:01:08.000',
  ],
  [
    '61 seconds',
    vtt('00:00:61.000 --> 00:02:00.000\nHalo'),
    'Baris 3: waktu mulai tidak terbaca. Tulis seperti 00:01:05.000',
  ],
  [
    'an end before its start',
    vtt('00:00:05.000 --> 00:00:04.000\nHalo'),
    'Baris 3: waktu selesai harus sesudah waktu mulai',
  ],
  ['more than twelve hours', vtt('00:00:05.000 --> 100:00:04.000\nHalo'), 'Baris 3: waktu lebih dari 12 jam'],
  [
    'several mistakes',
    vtt('x --> 1\na', '00:02.000 --> 00:01.000\nb'),
    'Baris 3: waktu mulai tidak terbaca. Tulis seperti 00:01:05.000\nBaris 6: waktu selesai harus sesudah waktu mulai',
  ],
  ['no header', hello, captionMessages.header],
  ['no cues', 'WEBVTT\n\nNOTE kosong\n', captionMessages.none],
  ['no text', '', captionMessages.header],
  [
    'too many cues',
    vtt(...Array.from({ length: 10_001 }, () => '00:01.000 --> 00:02.000\nx')),
    captionMessages.tooMany,
  ],
])('captions with %s are rejected with the line', async (_, content, message) => {
  const { status, body } = await save(content)
  expect([status, body.errors]).toEqual([422, { file: message }])
})

test('a file that is no text says what it is', async () => {
  expect((await save(Buffer.from('PK\u0003\u0004\u0014\0\0\0', 'latin1'))).body.errors).toEqual({
    file: 'Ini arsip ZIP, bukan SRT atau VTT. Pilih berkas SRT atau VTT.',
  })
})

test('another encoding is read; NUL and a file over 1 MB are rejected', async () => {
  expect((await save(Buffer.from(vtt('00:01.000 --> 00:02.000\nHalé'), 'latin1'))).status).toBe(200)
  expect((await show('id')).body).toContain('Halé')
  expect((await save(Buffer.from(vtt('00:01.000 --> 00:02.000\nHa\0lo')))).body.errors).toEqual({
    file: captionMessages.encoding,
  })
  const tooLarge = await save('x'.repeat(maximumCaptionBytes + 1))
  expect([tooLarge.status, tooLarge.body.errors]).toEqual([413, { file: captionMessages.tooLarge }])
  expect((await site.call('PUT', at('id'), { token: instructor.token, form: { file: 'teks' } })).status).toBe(422)
})

test('languages are limited in form and number, and only videos have captions', async () => {
  for (const lang of ['indonesia', 'ID', 'x', 'i%2Fd', 'id-id'])
    expect((await save(vtt(hello), { lang })).body.errors, lang).toHaveProperty('lang')
  expect((await save(vtt(hello), { contentId: course.lessonIds[1] ?? '' })).body.code).toBe('not-a-video')
  for (const letter of 'abcdefghijklmnopqr') await save(vtt(hello), { lang: `x${letter}` })
  expect((await save(vtt(hello), { lang: 'zz' })).body.errors).toEqual({ file: captionMessages.tooManyLanguages })
  expect((await save(vtt(hello), { lang: 'id' })).status).toBe(200)
})

test('captions are shown to those who may study, changed by staff of the course, copied with it, and deleted', async () => {
  const otherInstructor = await site.createInstructor()
  expect((await save(vtt(hello), { who: otherInstructor })).status).toBe(404)
  expect((await save(vtt(hello), { who: student })).status).toBe(403)
  expect((await show('id', null)).status).toBe(401)
  expect((await show('id', await site.createStudent())).status).toBe(403)
  expect((await show('id', instructor)).status).toBe(200)
  expect((await show('fr')).status).toBe(404)

  const copy = (await site.call('POST', `/courses/${course.id}/duplicate`, { token: instructor.token })).body.data._id
  const copied = (await site.call('GET', `/admin/courses/${copy}`, { token: instructor.token })).body.data.details.at(
    -1,
  )._id
  expect(
    (await site.call('GET', `/courses/${copy}/content/${copied}/captions/id`, { token: instructor.token })).body,
  ).toBe(vtt(hello))

  expect((await site.call('DELETE', at('id'), { token: otherInstructor.token })).status).toBe(404)
  expect((await site.call('DELETE', at('id'), { token: instructor.token })).status).toBe(200)
  expect((await site.call('DELETE', at('id'), { token: instructor.token })).status).toBe(404)
  expect((await show('id')).status).toBe(404)

  const admin = await site.createAdmin()
  const { body } = await site.call('GET', '/admin/audit?action=captions.deleted', { token: admin.token })
  expect(body.data).toMatchObject([
    { action: 'captions.deleted', details: { courseId: course.id, lang: 'id', title: 'Video' } },
  ])
  const saved = await site.call('GET', '/admin/audit?action=captions.saved&limit=1', { token: admin.token })
  expect(saved.body.data).toMatchObject([{ action: 'captions.saved', details: { lang: 'id', cues: 1 } }])
})
