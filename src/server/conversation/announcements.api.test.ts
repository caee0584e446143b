import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { dayMs, hourMs, minuteMs } from '#contract/kit/durations.ts'
import type { MadeCourse, SignedIn } from '#testing/factories.ts'
import { startTestSite, type TestSite } from '#testing/test-site.ts'

let site: TestSite
let instructor: SignedIn
let course: MadeCourse
let student: SignedIn
beforeAll(async () => void (site = await startTestSite()))
afterAll(() => site.close())
/** A new session, because the clock was moved beyond the life of the one before. */
async function signInAgain(who: SignedIn): Promise<SignedIn> {
  const { body } = await site.call('POST', '/sign-in', { body: { email: who.email, password: 'kopi-tubruk-7' } })
  return { ...who, token: body.data.token }
}
beforeEach(async () => {
  instructor = await site.createInstructor()
  course = await site.createCourse({ instructorId: instructor.id })
  student = await site.createStudent()
  await site.enroll(student, course)
})

const call = (who: SignedIn, method: string, path: string, body?: unknown) =>
  site.call(method, path, { token: who.token, ...(body === undefined ? {} : { body }) })
const announce = async (input: object = {}, who = instructor) => {
  site.clock.advance(1000)
  return call(who, 'POST', `/courses/${course.id}/announcements`, {
    title: 'Sesi tanya jawab',
    text: 'Jumat **pukul 19**.',
    ...input,
  })
}
const titles = async (who: SignedIn) =>
  (await call(who, 'GET', `/courses/${course.id}/announcements`)).body.data.map(({ title }: { title: string }) => title)
const bothMessage = 'Pilih sebagian siswa, atau siswa tertentu: tidak keduanya'
const notified = async (who: SignedIn) =>
  (await call(who, 'GET', '/me/notifications')).body.data.map(({ title }: { title: string }) => title)

test('an announcement reaches all who are enrolled, with one row, and links to its page', async () => {
  const late = await site.createStudent()
  const { status, body } = await announce()
  expect(status).toBe(201)
  expect(body.data).toMatchObject({
    title: 'Sesi tanya jawab',
    html: '<p>Jumat <strong>pukul 19</strong>.</p>',
    to: 'all',
    canChange: true,
    isEdited: false,
  })
  site.clock.advance(1000)
  await site.enroll(late, course)
  expect(await titles(student)).toEqual(['Sesi tanya jawab'])
  expect(await titles(late)).toEqual([])
  expect((await call(student, 'GET', '/me/notifications')).body.data[0]).toMatchObject({
    kind: 'announcement',
    url: `/pengumuman/${body.data._id}`,
    isRead: false,
  })
  expect((await call(student, 'GET', `/announcements/${body.data._id}`)).body.data).toMatchObject({
    title: 'Sesi tanya jawab',
    to: null,
    canChange: false,
  })
  expect((await call(late, 'GET', `/announcements/${body.data._id}`)).status).toBe(404)
})

test('parts of the students are those who did not start, are under way, finished, or were chosen', async () => {
  const [started, finished] = [await site.createStudent(), await site.createStudent()]
  for (const who of [started, finished]) await site.enroll(who, course)
  const complete = (who: SignedIn, lessonId: string | undefined) =>
    call(who, 'PUT', `/courses/${course.id}/content/${lessonId}/completion`)
  await complete(started, course.lessonIds[0])
  for (const lessonId of course.lessonIds) await complete(finished, lessonId)
  await announce({ title: 'Belum mulai', to: 'not-started' })
  await announce({ title: 'Sedang jalan', to: 'in-progress' })
  await announce({ title: 'Selesai', to: 'finished' })
  await announce({ title: 'Kamu saja', userIds: [started.id] })
  expect(await titles(student)).toEqual(['Belum mulai'])
  expect(await titles(started)).toEqual(['Kamu saja', 'Sedang jalan'])
  expect(await titles(finished)).toEqual(['Selesai'])
  expect(await notified(started)).toEqual(['Kamu saja', 'Sedang jalan'])
  expect(await titles(instructor)).toEqual(['Kamu saja', 'Selesai', 'Sedang jalan', 'Belum mulai'])
})

test('those who stopped long ago are a part, too', async () => {
  site.clock.advance(20 * 24 * hourMs)
  const [active, teacher] = [await site.createStudent(), await site.createAdmin()]
  await site.enroll(active, course)
  await announce({ title: 'Kami kangen', to: 'inactive' }, teacher)
  expect(await titles(await signInAgain(student))).toEqual(['Kami kangen'])
  expect(await titles(active)).toEqual([])
})

describe('an announcement', () => {
  test('is sent at most three times a day; the fourth says so, and when it can be sent', async () => {
    for (const number of [1, 2, 3]) expect((await announce({ title: `Nomor ${number}` })).status).toBe(201)
    const fourth = await announce()
    expect([fourth.status, fourth.body.code, fourth.body.message]).toEqual([
      429,
      'too-many-requests',
      'Paling banyak 3 pengumuman sehari untuk satu kelas. Coba lagi sekitar 24 jam lagi.',
    ])
    site.clock.advance(dayMs - minuteMs)
    instructor = await signInAgain(instructor)
    expect((await announce()).status).toBe(429)
    site.clock.advance(minuteMs)
    expect((await announce()).status).toBe(201)
  })

  test('that arrives again, because its response was lost, is the same one: nobody is told twice, and it counts once', async () => {
    const key = randomUUID()
    const [first, ...again] = [await announce({ key }), await announce({ key }), await announce({ key })]
    expect(again.map(({ status, body }) => [status, body.data])).toEqual([
      [201, first.body.data],
      [201, first.body.data],
    ])
    for (const title of ['Dua', 'Tiga']) expect((await announce({ title })).status).toBe(201)
    expect((await announce({ key: randomUUID() })).status).toBe(429)
    expect((await announce({ key })).body.data).toEqual(first.body.data)
    expect(await titles(student)).toEqual(['Tiga', 'Dua', 'Sesi tanya jawab'])
    expect(await notified(student)).toEqual(['Tiga', 'Dua', 'Sesi tanya jawab'])
  })

  test('that arrives twice at the same time is stored once, and its key is of its author and course', async () => {
    const key = randomUUID()
    const [one, other] = await Promise.all([announce({ key }), announce({ key })])
    expect([one.status, other.status, other.body.data]).toEqual([201, 201, one.body.data])
    const admin = await site.createAdmin()
    expect((await announce({ key, title: 'Dari admin' }, admin)).status).toBe(201)
    expect(await notified(student)).toEqual(['Dari admin', 'Sesi tanya jawab'])
    course = await site.createCourse({ instructorId: instructor.id })
    expect((await announce({ key })).status).toBe(404)
  })

  test('that arrives again with other words has these, unless it goes to others or was changed since', async () => {
    const key = randomUUID()
    const { body } = await announce({ key })
    const again = await announce({ key, title: 'Sesi pindah' })
    expect(again.body.data).toMatchObject({ _id: body.data._id, title: 'Sesi pindah' })
    expect(await notified(student)).toEqual(['Sesi pindah'])
    expect((await announce({ key, title: 'Sesi pindah', to: 'finished' })).body.code).toBe('already-sent')
    expect((await announce({ key, title: 'Sesi batal' })).body.code).toBe('already-sent')
    expect(await titles(student)).toEqual(['Sesi pindah'])
  })

  test('is changed and taken back within an hour', async () => {
    const { body } = await announce()
    const path = `/announcements/${body.data._id}`
    expect((await call(instructor, 'PATCH', path, { title: 'Sesi pindah' })).body.data).toMatchObject({
      title: 'Sesi pindah',
      isEdited: true,
    })
    expect(await notified(student)).toEqual(['Sesi pindah'])
    expect((await call(instructor, 'DELETE', path)).status).toBe(200)
    expect([await titles(student), await notified(student)]).toEqual([[], []])
    const second = await announce({ title: 'Kedua' })
    site.clock.advance(61 * 60_000)
    instructor = await signInAgain(instructor)
    expect((await call(instructor, 'DELETE', `/announcements/${second.body.data._id}`)).status).toBe(409)
    expect(
      (await call(instructor, 'PATCH', `/announcements/${second.body.data._id}`, { title: 'Ralat' })).body.code,
    ).toBe('change-closed')
  })

  test('comes from staff of the course, to students of the course', async () => {
    const stranger = await site.createInstructor()
    expect((await announce({}, stranger)).status).toBe(404)
    expect((await announce({}, student)).status).toBe(403)
    const outsider = await site.createStudent()
    expect((await announce({ userIds: [student.id, outsider.id] })).body.errors).toEqual({
      userIds: 'Sebagian siswa ini tidak terdaftar di kelas ini',
    })
    expect((await announce({ to: 'semua' })).status).toBe(422)
    const both = { userIds: [student.id] }
    expect((await announce({ ...both, to: 'finished' })).body.errors).toEqual({ to: bothMessage })
    expect((await announce({ ...both, q: 'Budi' })).body.errors).toEqual({ q: bothMessage })
    expect([await titles(student), await notified(student)]).toEqual([[], []])
    // A field with its default need not be left out.
    expect((await announce({ ...both, to: 'all' })).status).toBe(201)
    expect((await announce({ title: '', text: '' })).body.errors).toEqual({
      title: 'Tulis judul pengumuman',
      text: 'Tulis isi pengumuman',
    })
    expect((await call(outsider, 'GET', `/courses/${course.id}/announcements`)).status).toBe(403)
  })
})
