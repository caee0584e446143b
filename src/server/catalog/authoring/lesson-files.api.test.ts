import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { pdfFile, textFile } from '#testing/materials/assignments.ts'
import type { MadeCourse, SignedIn } from '#testing/factories.ts'
import { startTestSite, type TestSite } from '#testing/test-site.ts'

const filesInUse = () => site.app.modules.contributions.flatMap(({ mediaInUse }) => mediaInUse)

let site: TestSite
let instructor: SignedIn
let student: SignedIn
let course: MadeCourse
let lessonId: string
beforeAll(async () => {
  site = await startTestSite()
})
afterAll(() => site.close())
beforeEach(async () => {
  instructor = await site.createInstructor()
  course = await site.createCourse({ instructorId: instructor.id, lessons: 2 })
  student = await site.createStudent()
  await site.enroll(student, course)
  lessonId = course.lessonIds[1] ?? ''
})

const at = (path = '') => `/courses/${course.id}/content/${lessonId}/files${path}`
const add = (file: File, who = instructor) => site.call('POST', at(), { token: who.token, form: { file } })
const list = (who?: SignedIn) => site.call('GET', at(), who ? { token: who.token } : {})
const mp3 = () =>
  new File([new Uint8Array([0x49, 0x44, 0x33, 4, 0, 0, 0, 0, 0, 0, 0xff, 0xfb, 0x90, 0, 0, 0])], 'rekaman.mp3')

test('staff attach files to a lesson, and students of the course list and download them', async () => {
  const added = await add(pdfFile('Salindia “1”.pdf'))
  expect([added.status, added.body.data]).toEqual([
    201,
    { _id: expect.any(String), name: 'Salindia “1”.pdf', bytes: 35, url: expect.any(String) },
  ])
  await add(mp3())
  expect((await list(student)).body.data.map(({ name }: { name: string }) => name)).toEqual([
    'Salindia “1”.pdf',
    'rekaman.mp3',
  ])
  const { status, headers, body } = await site.call('GET', at(`/${added.body.data._id}`), { token: student.token })
  expect([status, headers.get('content-type'), body.startsWith('%PDF')]).toEqual([200, 'application/pdf', true])
  expect(headers.get('content-disposition')).toMatch(/^attachment; filename="Salindia _1_\.pdf"/)
  expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
  const lesson = await site.call('GET', `/courses/${course.id}/content/${lessonId}`, { token: student.token })
  expect(lesson.body.data.files).toMatchObject([{ name: 'Salindia “1”.pdf', bytes: 35 }, { name: 'rekaman.mp3' }])
})

test.each([
  ['UTF-16', Buffer.from('\uFEFFKafé', 'utf16le')],
  ['Windows-1252', Buffer.from('Kafé', 'latin1')],
  ['UTF-8', Buffer.from('Kafé')],
])('a text in %s is downloaded as the UTF-8 that it is served as', async (_, bytes) => {
  const { status, body } = await add(new File([new Uint8Array(bytes)], 'catatan.txt'))
  expect([status, body.errors]).toEqual([201, undefined])
  const served = await site.call('GET', at(`/${body.data._id}`), { token: student.token })
  expect([served.headers.get('content-type'), served.body]).toEqual(['text/plain;charset=utf-8', 'Kafé'])
})

test('files are for those who may study the lesson', async () => {
  const fileId = (await add(textFile())).body.data._id
  const [other, otherInstructor] = [await site.createStudent(), await site.createInstructor()]
  const download = async (who?: SignedIn) =>
    (await site.call('GET', at(`/${fileId}`), who ? { token: who.token } : {})).status
  expect([
    await download(),
    await download(other),
    await download(otherInstructor),
    await download(instructor),
  ]).toEqual([401, 403, 403, 200])
  expect([(await list()).status, (await list(other)).status]).toEqual([401, 403])
  expect((await add(textFile(), otherInstructor)).status).toBe(404)
  expect((await add(textFile(), student)).status).toBe(403)
  await site.call('PATCH', `/courses/${course.id}`, { token: instructor.token, form: { pace: 'sequence' } })
  expect(await download(student)).toBe(403)
})

test('a file is found at its own lesson only', async () => {
  const fileId = (await add(textFile())).body.data._id
  const elsewhere = `/courses/${course.id}/content/${course.lessonIds[0]}/files/${fileId}`
  expect((await site.call('GET', elsewhere, { token: instructor.token })).status).toBe(404)
  expect((await site.call('DELETE', elsewhere, { token: instructor.token })).status).toBe(404)
})

test('a removed file is gone, and its bytes follow unless a copy of the course has them', async () => {
  const fileId = (await add(textFile())).body.data._id
  const [row] = (
    await site.database.query.execute<{ media_id: string }>(
      sql`select media_id from content_files where id = ${fileId}`,
    )
  ).rows
  const mediaId = row?.media_id
  const copy = await site.call('POST', `/courses/${course.id}/duplicate`, { token: instructor.token })
  const removed = await site.call('DELETE', at(`/${fileId}`), { token: instructor.token })
  expect([removed.status, (await list(student)).body.data]).toEqual([200, []])
  const { media } = site.app.modules
  const stored = async () =>
    (await site.database.query.execute(sql`select count(*)::int as count from media_files where id = ${mediaId}`))
      .rows[0]?.['count']
  site.clock.advance(1)
  await media.deleteUnused(filesInUse(), site.clock.now(), 100)
  expect(await stored()).toBe(1)
  await site.database.query.execute(sql`delete from content_files`)
  await media.deleteUnused(filesInUse(), site.clock.now(), 100)
  expect(await stored()).toBe(0)
  expect(copy.status).toBe(201)
})

test.each([
  ['a page', () => textFile('halaman.html', '<p>'), /Jenis berkas/],
  ['a page renamed to a recording', () => textFile('suara.mp3', '<html>'), 'Isi berkas tidak cocok dengan ekstensinya'],
  ['an empty file', () => textFile('kosong.txt', ''), 'Berkas ini kosong'],
  ['no file', () => 'teks', /./],
] satisfies [string, () => File | string, string | RegExp][])(
  '%s is refused beside the field',
  async (_, make, message) => {
    const { status, body } = await site.call('POST', at(), { token: instructor.token, form: { file: make() } })
    expect([status, body.errors.file]).toEqual([422, expect.stringMatching(message)])
    expect((await list(instructor)).body.data).toEqual([])
  },
)

test('a lesson has at most twenty files, and a course two gigabytes of them', async () => {
  for (let count = 0; count < 20; count++) expect((await add(textFile(`${count}.txt`))).status).toBe(201)
  expect((await add(textFile('21.txt'))).body.errors).toEqual({ file: 'Satu materi memuat paling banyak 20 berkas' })
  await site.database.query.execute(sql`update content_files set bytes = 2000000000 where name in ('1.txt', '2.txt')`)
  await site.database.query.execute(sql`delete from content_files where name = '3.txt'`)
  expect((await add(textFile('21.txt'))).body.errors.file).toMatch(/2 GB/)
})

test('adding and removing is in the audit log', async () => {
  const fileId = (await add(textFile())).body.data._id
  await site.call('DELETE', at(`/${fileId}`), { token: instructor.token })
  const admin = await site.createAdmin()
  const logged = await site.call('GET', '/admin/audit?limit=3', { token: admin.token })
  expect(logged.body.data.map(({ action }: { action: string }) => action)).toEqual(
    expect.arrayContaining(['content.file-deleted', 'content.file-added']),
  )
})

test('files are in course files, and come back equal', async () => {
  await add(pdfFile('a.pdf'))
  await add(textFile('A.txt', 'x'))
  await add(textFile('a.txt', 'y'))
  const zipOf = async (id: string): Promise<Uint8Array<ArrayBuffer>> =>
    new Uint8Array(
      await (
        await site.app.fetch(
          new Request(`http://cendaki.test/api/courses/${id}/export`, {
            headers: { authorization: `Bearer ${instructor.token}` },
          }),
        )
      ).arrayBuffer(),
    )
  const first = await zipOf(course.id)
  const imported = await site.call('POST', '/admin/courses/import', {
    token: instructor.token,
    form: { file: new File([first], 'kelas.zip') },
  })
  expect([imported.status, imported.body.data?.unused]).toEqual([200, []])
  expect(Buffer.from(await zipOf(imported.body.data._id)).equals(Buffer.from(first))).toBe(true)
})
