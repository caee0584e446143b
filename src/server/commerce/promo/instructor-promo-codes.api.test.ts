import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { MadeCourse, SignedIn } from '#testing/factories.ts'
import { startTestSite, type TestSite } from '#testing/test-site.ts'

let site: TestSite
let admin: SignedIn
let instructor: SignedIn
let course: MadeCourse
beforeAll(async () => {
  site = await startTestSite()
  admin = await site.createAdmin()
})
beforeEach(async () => {
  instructor = await site.createInstructor()
  course = await site.createCourse({ price: 500_000, instructorId: instructor.id })
})
afterAll(() => site.close())

let made = 0
const promo = (changes: object = {}) => ({
  code: `GURU-${++made}`,
  kind: 'percent',
  value: 40,
  categoryId: null,
  courseId: course.id,
  ebookId: null,
  startsAt: '2026-11-21T00:00:00+07:00',
  endsAt: '2026-12-01T00:00:00+07:00',
  totalLimit: null,
  perStudentLimit: null,
  ...changes,
})
const call = (who: SignedIn, method: string, path = '', body?: object) =>
  site.call(method, `/${who.id === admin.id ? 'admin' : 'me'}/promo-codes${path}`, {
    token: who.token,
    ...(body ? { body } : {}),
  })
async function setLimits(instructorPromo: object) {
  const { updatedAt: _, ...shown } = (await site.call('GET', '/admin/settings', { token: admin.token })).body.data
  expect(
    (await site.call('PUT', '/admin/settings', { token: admin.token, body: { ...shown, instructorPromo } })).status,
  ).toBe(200)
}
const initial = { maximumPercent: 50, maximumDays: 31, maximumCodes: 10 }
const quote = (promoCode: string, courseId: string) =>
  site.call('POST', '/checkout/quote', { body: { courseId, promoCode } })

test('an instructor makes a code for the own course; it covers that course, and the share is of the price that was paid', async () => {
  const created = await call(instructor, 'POST', '', promo())
  expect([created.status, created.body.data]).toMatchObject([
    201,
    { courseId: course.id, uses: 0, instructor: { _id: instructor.id } },
  ])
  const { code } = created.body.data
  expect((await quote(code, course.id)).body.data).toMatchObject({ promoDiscount: 200_000, total: 300_000 })
  const other = await site.createCourse({ price: 500_000, instructorId: instructor.id })
  expect((await quote(code, other.id)).status).toBe(422)
})

test('an instructor sees and changes the own codes only, and an admin those of all', async () => {
  const { _id: id, code } = (await call(instructor, 'POST', '', promo())).body.data
  const other = await site.createInstructor()
  const ofSite = (await call(admin, 'POST', '', promo())).body.data
  expect((await call(instructor, 'GET')).body).toMatchObject({ data: [{ _id: id }], meta: { total: 1 } })
  expect((await call(other, 'GET')).body.data).toEqual([])
  expect((await call(admin, 'GET', `?q=${code}`)).body.data).toMatchObject([
    { _id: id, instructor: { _id: instructor.id } },
  ])
  for (const wrong of [id, ofSite._id])
    for (const [method, body] of [['PUT', promo()], ['DELETE']] as const)
      expect((await call(other, method, `/${wrong}`, body)).status, `${method} ${wrong}`).toBe(404)
  expect((await call(instructor, 'PUT', `/${id}`, promo({ code, value: 20 }))).body.data).toMatchObject({ value: 20 })
  // The admin started from what the instructor has changed meanwhile.
  expect((await call(admin, 'PUT', `/${id}`, promo({ code, version: 1 }))).body.code).toBe('stale')
  expect((await call(instructor, 'PUT', `/${id}`, promo({ code, version: 1 }))).body.code).toBe('stale')
  expect((await call(admin, 'PUT', `/${id}`, promo({ code, value: 90 }))).body.data).toMatchObject({
    value: 90,
    instructor: { _id: instructor.id },
  })
  expect((await call(instructor, 'DELETE', `/${id}`)).status).toBe(200)
  const student = await site.createStudent()
  expect([(await call(student, 'GET')).status, (await site.call('GET', '/me/promo-codes')).status]).toEqual([403, 401])
})

test.each<[string, () => Promise<object>, string]>([
  ['value', async () => ({ value: 51 }), 'Paling banyak 50 persen'],
  ['kind', async () => ({ kind: 'fixed-price', value: 10_000 }), 'Kode instruktur berupa potongan persen'],
  ['kind', async () => ({ kind: 'amount-off', value: 10_000 }), 'Kode instruktur berupa potongan persen'],
  ['endsAt', async () => ({ endsAt: '2026-12-23T00:00:00+07:00' }), 'Paling lama 31 hari setelah mulai'],
  ['courseId', async () => ({ courseId: null }), 'Pilih salah satu kelasmu'],
  [
    'courseId',
    async () => ({ courseId: (await site.createCourse({ instructorId: (await site.createInstructor()).id })).id }),
    'Tidak ditemukan',
  ],
  [
    'categoryId',
    async () => ({ courseId: null, categoryId: '00000000-0000-7000-8000-000000000000' }),
    'Tidak ditemukan',
  ],
])('a code beyond the limits is refused at %s', async (field, changes, message) => {
  const { status, body } = await call(instructor, 'POST', '', promo(await changes()))
  expect([status, body.errors]).toEqual([422, { [field]: message }])
})

test('an admin who corrects a code of an instructor leaves it one of percent for a course of that instructor', async () => {
  const { _id: id, code } = (await call(instructor, 'POST', '', promo())).body.data
  const foreign = await site.createCourse({ instructorId: (await site.createInstructor()).id })
  expect((await call(admin, 'PUT', `/${id}`, promo({ code, courseId: null }))).status).toBe(422)
  expect((await call(admin, 'PUT', `/${id}`, promo({ code, courseId: foreign.id }))).status).toBe(422)
  expect(
    (await call(admin, 'PUT', `/${id}`, promo({ code, kind: 'fixed-price', value: 10_000 }))).body.errors,
  ).toHaveProperty('kind')
})

test('admins set the limits: none at all, other ones, and how many codes may be ahead, also for codes made at once', async () => {
  expect((await call(instructor, 'GET', '/limits')).body.data).toEqual(initial)
  await setLimits({ maximumPercent: 0, maximumDays: 31, maximumCodes: 10 })
  expect((await call(instructor, 'POST', '', promo({ value: 1 }))).body.errors).toEqual({
    value: 'Situs ini belum membuka kode promo untuk instruktur',
  })
  await setLimits({ maximumPercent: 90, maximumDays: 31, maximumCodes: 2 })
  const responses = await Promise.all(
    Array.from({ length: 4 }, () => call(instructor, 'POST', '', promo({ value: 90 }))),
  )
  expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 201, 409, 409])
  expect(responses.find(({ status }) => status === 409)?.body.code).toBe('too-many-codes')
  // Ended codes do not count.
  const { _id: id, code } = responses.find(({ status }) => status === 201)?.body.data ?? {}
  expect(
    (
      await call(
        instructor,
        'PUT',
        `/${id}`,
        promo({ code, startsAt: '2026-11-01T00:00:00Z', endsAt: '2026-11-02T00:00:00Z' }),
      )
    ).status,
  ).toBe(200)
  expect((await call(instructor, 'POST', '', promo())).status).toBe(201)
  await setLimits(initial)
})

test('a code ends to work when the course gets another instructor', async () => {
  const { code } = (await call(instructor, 'POST', '', promo())).body.data
  const heir = await site.createInstructor()
  const moved = await site.call('PATCH', `/courses/${course.id}`, {
    token: admin.token,
    body: { instructorId: heir.id },
  })
  expect([moved.status, (await quote(code, course.id)).status]).toEqual([200, 422])
})
