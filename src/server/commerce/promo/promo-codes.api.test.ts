import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SignedIn } from '#testing/factories.ts'
import { startTestSite, type TestSite } from '#testing/test-site.ts'

let site: TestSite
let admin: SignedIn
let course: { id: string; title: string }
beforeAll(async () => {
  site = await startTestSite()
  admin = await site.createAdmin()
  course = await site.createCourse({ title: 'Kelas Promo', price: 500_000 })
})
afterAll(() => site.close())

const promo = (changes: object = {}) => ({
  code: 'hemat-50',
  kind: 'percent',
  value: 50,
  categoryId: null,
  courseId: null,
  ebookId: null,
  startsAt: '2026-11-21T00:00:00+07:00',
  endsAt: '2026-12-01T00:00:00+07:00',
  totalLimit: null,
  perStudentLimit: null,
  ...changes,
})
const call = (method: string, path = '', body?: object) =>
  site.call(method, `/admin/promo-codes${path}`, { token: admin.token, ...(body ? { body } : {}) })
const checkout = async (promoCode: string) =>
  site.call('POST', '/checkout', {
    token: (await site.createStudent()).token,
    body: { courseId: course.id, promoCode },
  })

test('a code can be created, redeemed, counted and changed, and is in the audit log', async () => {
  const made = await call('POST', '', promo({ courseId: course.id, totalLimit: 2 }))
  expect([made.status, made.body.data]).toMatchObject([
    201,
    { code: 'HEMAT-50', scopeName: 'Kelas Promo', phase: 'running', uses: 0 },
  ])
  expect((await checkout('Hemat-50')).status).toBe(200)
  const id = made.body.data._id
  expect((await call('GET', '?q=hemat&phase=running')).body).toMatchObject({
    data: [{ _id: id, uses: 1 }],
    meta: { total: 1 },
  })

  // One use is redeemed, so a limit of one leaves none.
  const changed = await call('PUT', `/${id}`, promo({ courseId: course.id, totalLimit: 1 }))
  expect(changed.body).toMatchObject({ message: 'Kode promo disimpan.', data: { totalLimit: 1 } })
  expect((await checkout('HEMAT-50')).status).toBe(422)
  const { entries } = await site.app.modules.audit.list({ subjectId: id }, { page: 1, limit: 10 })
  expect(entries.map(({ action }) => action)).toEqual(['promo.updated', 'promo.created'])
})

test('of two saves that started from one version the second is stale and changes nothing; one without a version is saved', async () => {
  const { _id: id, version } = (await call('POST', '', promo({ code: 'BERSAMA' }))).body.data
  const save = (changes: object) => call('PUT', `/${id}`, promo({ code: 'BERSAMA', ...changes }))
  const saves = await Promise.all([save({ version, value: 20 }), save({ version, value: 30 })])
  expect(saves.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const [saved, stale] = saves.toSorted((one, other) => one.status - other.status)
  expect(stale?.body.code).toBe('stale')
  expect((await call('GET', '?q=bersama')).body.data).toMatchObject([
    { _id: id, version: version + 1, value: saved?.body.data.value },
  ])
  expect((await save({ version: version + 1, value: 40 })).body.data).toMatchObject({ version: version + 2, value: 40 })
  expect((await save({})).body.data).toMatchObject({ version: version + 3, value: 50 })
})

test('a used code cannot be renamed or deleted; an end date in the past ends it', async () => {
  const { _id: id } = (await call('POST', '', promo({ code: 'TERPAKAI' }))).body.data
  await checkout('TERPAKAI')
  expect((await call('PUT', `/${id}`, promo({ code: 'LAIN-NAMA' }))).body.code).toBe('code-in-use')
  expect((await call('DELETE', `/${id}`)).body.code).toBe('code-in-use')
  await call(
    'PUT',
    `/${id}`,
    promo({ code: 'TERPAKAI', startsAt: '2026-11-20T00:00:00Z', endsAt: '2026-11-21T00:00:00Z' }),
  )
  expect((await checkout('TERPAKAI')).status).toBe(422)
  expect((await call('GET', `/${id}`)).body.data.phase).toBe('over')
})

test('an unused code can be deleted', async () => {
  const { _id: id } = (await call('POST', '', promo({ code: 'SEBENTAR' }))).body.data
  expect((await call('DELETE', `/${id}`)).status).toBe(200)
  expect([(await call('GET', `/${id}`)).status, (await call('DELETE', `/${id}`)).status]).toEqual([404, 404])
})

test('a duplicate code is rejected with an error at the field', async () => {
  await call('POST', '', promo({ code: 'KEMBAR' }))
  const { status, body } = await call('POST', '', promo({ code: 'kembar' }))
  expect([status, body.errors]).toEqual([409, { code: 'Kode ini sudah ada' }])
})

test.each<[string, object, string]>([
  ['code', { code: 'a b' }, 'Kode berisi 3–40 huruf, angka, - atau _'],
  ['value', { value: 101 }, 'Persen antara 1 dan 100'],
  ['value', { kind: 'fixed-price', value: 5_000 }, 'Harga jadi Rp 0 atau minimal Rp 10.000'],
  ['value', { kind: 'amount-off', value: 0 }, 'Potongan minimal Rp 1'],
  ['value', { value: 1.5 }, 'Nilai harus bilangan bulat'],
  ['endsAt', { endsAt: '2026-11-20T00:00:00+07:00' }, 'Berakhir harus setelah mulai'],
  ['totalLimit', { totalLimit: 0 }, 'Batas minimal 1'],
  ['courseId', { courseId: '00000000-0000-7000-8000-000000000000' }, 'Tidak ditemukan'],
  [
    'courseId',
    { courseId: '00000000-0000-7000-8000-000000000000', ebookId: '00000000-0000-7000-8000-000000000000' },
    'Pilih satu saja: kategori, kelas, atau e-book',
  ],
])('rejects an invalid %s: %o', async (field, changes, message) => {
  const { status, body } = await call('POST', '', promo({ code: 'SALAH', ...changes }))
  expect([status, body.errors[field]]).toEqual([422, message])
})
