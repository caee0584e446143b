import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayMs, minuteMs } from '#contract/kit/durations.ts'
import type { SignedIn } from '#testing/factories.ts'
import { zipOf } from '#testing/materials/zip.ts'
import { startTestSite, type TestSite } from '#testing/test-site.ts'

let site: TestSite
let instructor: SignedIn
beforeAll(async () => {
  site = await startTestSite()
  instructor = await site.createInstructor()
})
afterAll(() => site.close())

const files = {
  'course.yaml': 'title: Kelas titipan\nlessons:\n  - title: Pembuka\n    article: 01.md\n',
  '01.md': 'Halo.\n',
}
const call = (method: string, rest = '', options: object = {}) =>
  site.call(method, `/admin/courses/imports${rest}`, { token: instructor.token, ...options })
const send = async (content: Buffer<ArrayBuffer> | string, options: object = {}) =>
  call('POST', '', { form: { file: new File([content], 'kelas.zip') }, ...options })
const idle = () => site.runDue('moving')
async function sendChecked(content: Record<string, string> = files): Promise<string> {
  const { _id } = (await send(Buffer.from(await zipOf(content)))).body.data
  await idle()
  return _id
}
const stateOf = async (id: string) => (await call('GET', `/${id}`)).body.data?.state
const keptFiles = async () =>
  Number(
    (
      await site.database.query.execute<{ count: string }>(
        sql`select count(*) from media_files where deleting_since is null`,
      )
    ).rows[0]?.count,
  )
const coursesOf = async () =>
  (await site.call('GET', '/admin/courses?limit=100', { token: instructor.token })).body.data.length

test('a file is kept, checked and imported while nobody waits: whoever comes back finds its report, and then its course', async () => {
  const before = await keptFiles()
  const sent = await send(Buffer.from(await zipOf(files)))
  expect([sent.status, sent.body.data.state, sent.body.data.summary]).toEqual([201, 'checking', null])
  const id = sent.body.data._id
  await idle()
  expect((await call('GET')).body.data[0]).toMatchObject({
    _id: id,
    name: 'kelas.zip',
    state: 'checked',
    courseId: null,
  })
  expect((await call('GET', `/${id}`)).body.data.summary).toMatchObject({
    _id: null,
    title: 'Kelas titipan',
    lessons: 1,
  })
  expect(await coursesOf()).toBe(0)
  expect((await call('POST', `/${id}/confirm`, { body: {} })).body.data.state).toBe('importing')
  await idle()
  const done = (await call('GET', `/${id}`)).body.data
  expect([done.state, done.summary._id]).toEqual(['imported', done.courseId])
  const course = await site.call('GET', `/admin/courses/${done.courseId}`, { token: instructor.token })
  expect(course.body.data).toMatchObject({ title: 'Kelas titipan', status: 'draft' })
  // Nothing needs the file any more.
  expect(await keptFiles()).toBe(before)
})

test('an archive of another platform is kept with its report, and its essays become assignments where that is confirmed', async () => {
  const manifest = `<manifest><organizations><organization><item><item identifier="i" identifierref="r"><title>Kuis</title></item></item></organization></organizations>
    <resources><resource identifier="r" type="imsqti_xmlv1p2/imscc_xmlv1p1/assessment" href="kuis.xml"><file href="kuis.xml"/></resource></resources></manifest>`
  const essay = `<item title="Cerita"><itemmetadata><qtimetadata><qtimetadatafield><fieldlabel>cc_profile</fieldlabel><fieldentry>cc.essay.v0p1</fieldentry></qtimetadatafield></qtimetadata></itemmetadata>
    <presentation><material><mattext>Ceritakan.</mattext></material></presentation></item>`
  const id = await sendChecked({
    'imsmanifest.xml': manifest,
    'kuis.xml': `<questestinterop><assessment title="Kuis">${essay}</assessment></questestinterop>`,
  })
  const { summary } = (await call('GET', `/${id}`)).body.data
  expect([summary.essays, summary.lessons, summary.report[0].name]).toEqual([1, 1, 'Kuis'])
  await call('POST', `/${id}/confirm`, { body: { essays: 'assignments' } })
  await idle()
  const { courseId, state } = (await call('GET', `/${id}`)).body.data
  expect(state).toBe('imported')
  const { details } = (await site.call('GET', `/admin/courses/${courseId}`, { token: instructor.token })).body.data
  expect(details.map(({ type }: { type: string }) => type)).toEqual(['quiz', 'assignment'])
})

test('confirmed twice, also at once, it becomes one course', async () => {
  const id = await sendChecked()
  const before = await coursesOf()
  const statuses = await Promise.all(
    [1, 2, 3].map(async () => (await call('POST', `/${id}/confirm`, { body: {} })).status),
  )
  await idle()
  expect([statuses, (await call('POST', `/${id}/confirm`, { body: {} })).status, await coursesOf()]).toEqual([
    [200, 200, 200],
    200,
    before + 1,
  ])
})

test('mistakes are kept for their owner, nothing is imported, and the file is let go', async () => {
  const before = await keptFiles()
  const id = await sendChecked({ ...files, '01.md': '![x](tidak-ada.png)\n' })
  expect((await call('GET', `/${id}`)).body.data).toMatchObject({
    state: 'rejected',
    mistakes: [{ file: '01.md', line: 1, message: 'Gambar "tidak-ada.png" tidak ada' }],
  })
  expect(await call('POST', `/${id}/confirm`, { body: {} })).toMatchObject({
    status: 409,
    body: { code: 'not-checked' },
  })
  expect(await send('')).toMatchObject({ status: 422, body: { errors: { file: 'Pilih berkas zip, maksimal 64 MB' } } })
  expect(await keptFiles()).toBe(before)
})

test('a mistake that quotes half a character is kept like any other', async () => {
  const half = String.raw`"${'a'.repeat(99)}\ud83d\ude4f"`
  const id = await sendChecked({ ...files, 'course.yaml': `${files['course.yaml']}category: ${half}\n` })
  expect((await call('GET', `/${id}`)).body.data).toMatchObject({
    state: 'rejected',
    mistakes: [{ file: 'course.yaml', message: expect.stringMatching(/^Kategori "a{99}\uFFFD" tidak ada/) }],
  })
})

const withNul = 'a\\0b'
const damaged = [{ file: 'course.yaml', message: 'Memuat karakter yang tidak bisa dipakai' }]
test.each<[string, Record<string, string>, { file: string; message: unknown }[]]>([
  ['a title', { 'course.yaml': `title: "${withNul}"\n` }, damaged],
  ['half a letter in a title', { 'course.yaml': String.raw`title: "\ud83d"` }, damaged],
  ['the name of a lesson’s file', { 'course.yaml': `title: Git\nlessons:\n  - article: "${withNul}"\n` }, damaged],
  ['a category', { 'course.yaml': `${files['course.yaml']}category: "${withNul}"\n` }, damaged],
  ['a field', { 'course.yaml': `${files['course.yaml']}"${withNul}": 1\n` }, damaged],
  ['the name of a file', { 'a\0b.md': 'Isi' }, [{ file: 'a\uFFFDb.md', message: 'Nama berkas tidak bisa dipakai' }]],
])('what cannot be stored is a mistake, in %s', async (_, content, mistakes) => {
  const id = await sendChecked({ ...files, ...content })
  expect((await call('GET', `/${id}`)).body.data).toMatchObject({ state: 'rejected', mistakes })
})

test('the report of another platform is kept, also where it cuts a name within a character', async () => {
  const href = `${'a'.repeat(99)}\u{1F64F}.pdf`
  const manifest = `<manifest><organizations><organization><item><item identifier="i" identifierref="r"><title>Berkas</title></item></item></organization></organizations>
    <resources><resource identifier="r" type="webcontent" href="${href}"><file href="${href}"/></resource></resources></manifest>`
  const id = await sendChecked({ 'imsmanifest.xml': manifest })
  const { state, summary, mistakes } = (await call('GET', `/${id}`)).body.data
  expect([state, mistakes]).toEqual(['checked', []])
  expect(JSON.stringify(summary.report)).toContain('a\uFFFD')
})

test('what a process left undone is done later, by one of them; what never ends is given up with a sentence', async () => {
  const [id, other] = [await sendChecked(), await sendChecked()]
  const before = await coursesOf()
  await site.database.query.execute(
    sql`update course_imports set state = 'importing', claimed_at = ${site.clock.now().toISOString()}, attempts = 1 where id = ${id}`,
  )
  await site.database.query.execute(
    sql`update course_imports set state = 'importing', claimed_at = ${site.clock.now().toISOString()}, attempts = 3 where id = ${other}`,
  )
  const runDueWork = () => site.runDue('moving')
  await runDueWork()
  await idle()
  expect(await stateOf(id)).toBe('importing')
  site.clock.advance(11 * minuteMs)
  await Promise.all([runDueWork(), runDueWork()])
  await idle()
  expect([await stateOf(id), await coursesOf()]).toEqual(['imported', before + 1])
  expect((await call('GET', `/${other}`)).body.data).toMatchObject({
    state: 'rejected',
    mistakes: [{ message: expect.stringMatching(/beberapa bagian/) }],
  })
})

test('a discarded file is gone, and what was to be imported of it', async () => {
  const id = await sendChecked()
  const before = [await coursesOf(), await keptFiles()]
  await site.database.query.execute(sql`update course_imports set state = 'importing' where id = ${id}`)
  expect((await call('DELETE', `/${id}`)).status).toBe(200)
  await site.runDue('moving')
  await idle()
  expect([(await call('GET', `/${id}`)).status, (await call('DELETE', `/${id}`)).status]).toEqual([404, 404])
  expect([await coursesOf(), await keptFiles()]).toEqual([before[0], (before[1] ?? 0) - 1])
})

test('one person keeps a hundred files, each for a week; the list names their first faults', async () => {
  const busy = await site.createInstructor()
  for (let times = 0; times < 102; times++) await send('x', { token: busy.token })
  await idle()
  const { data } = (await call('GET', '', { token: busy.token })).body
  expect(data).toHaveLength(100)
  await site.database.query.execute(
    sql`update course_imports set mistakes = mistakes || mistakes || mistakes || mistakes where id = ${data[0]._id}`,
  )
  const [first, second] = (await call('GET', '', { token: busy.token })).body.data
  expect([first.mistakes.length, second.mistakes]).toEqual([3, [expect.objectContaining({ line: 1 })]])
  site.clock.advance(8 * dayMs)
  await site.app.retention.purge('course-imports')
  const { rows } = await site.database.query.execute(sql`select id from course_imports`)
  expect(rows).toEqual([])
})

test('files that wait to be imported take a gigabyte of one person at most', async () => {
  const busy = await site.createInstructor()
  const { _id } = (await send('x', { token: busy.token })).body.data
  await site.database.query.execute(sql`update course_imports set bytes = ${1024 ** 3} where id = ${_id}`)
  const before = await keptFiles()
  const refusal = await send('x', { token: busy.token })
  expect([refusal.status, refusal.body.errors.file]).toEqual([422, expect.stringContaining('1 GB')])
  expect(await keptFiles()).toBe(before)
  const { token } = await site.createInstructor()
  expect((await send('x', { token })).status).toBe(201)
  await call('DELETE', `/${_id}`, { token: busy.token })
  expect((await send('x', { token: busy.token })).status).toBe(201)
  await idle()
})

test('what a person teaches and imports is in the export of their data; once they are deleted their imports are gone, and their courses stay', async () => {
  const [admin, teacher, successor] = [
    await site.createAdmin(),
    await site.createInstructor(),
    await site.createInstructor(),
  ]
  const course = await site.createCourse({ instructorId: teacher.id, lessons: 1 })
  const at = `/courses/${course.id}/content/${course.lessonIds[0]}/files`
  const attached = await site.call('POST', at, {
    token: teacher.token,
    form: { file: new File(['Isi'], 'lembar.txt') },
  })
  const before = await keptFiles()
  await send(Buffer.from(await zipOf(files)), { token: teacher.token })
  await idle()
  expect((await site.call('GET', '/me/export', { token: teacher.token })).body.data.teaching).toMatchObject({
    courses: [
      {
        courseId: course.id,
        title: course.title,
        files: [{ contentId: course.lessonIds[0], name: 'lembar.txt', url: attached.body.data.url }],
      },
    ],
    imports: [{ name: 'kelas.zip', state: 'checked', courseId: null }],
  })
  const deletion = { email: teacher.email, coursesTo: successor.id }
  expect(
    (await site.call('POST', `/admin/students/${teacher.id}/deletion`, { token: admin.token, body: deletion })).status,
  ).toBe(200)
  expect(
    (await site.database.query.execute(sql`select id from course_imports where user_id = ${teacher.id}`)).rows,
  ).toEqual([])
  expect(await keptFiles()).toBe(before)
  expect((await site.call('GET', at, { token: successor.token })).body.data).toMatchObject([{ name: 'lembar.txt' }])
})
