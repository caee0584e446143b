import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestSite, type TestSite } from '#testing/test-site.ts'
import type { SignedIn } from '#testing/factories.ts'

let site: TestSite
let admin: SignedIn
beforeAll(async () => {
  site = await startTestSite()
  admin = await site.createAdmin()
})
afterAll(() => site.close())

const call = (method: string, path: string, body?: object) =>
  site.call(method, path, { token: admin.token, ...(body ? { body } : {}) })
const list = async () =>
  (await call('GET', '/admin/categories')).body.data as {
    _id: string
    name: string
    courseCount: number
    version: number
  }[]
const create = (name: string, group = 'programming') => call('POST', '/admin/categories', { name, group })
const publicNames = async () =>
  (await site.call('GET', '/categories')).body.data.map((category: { name: string }) => category.name)
const actions = async (subjectId: string) =>
  (await site.app.modules.audit.list({ subjectId }, { page: 1, limit: 10 })).entries.map((entry) => entry.action)

test('a new category is public at once, with a slug made from its name', async () => {
  await publicNames()
  const { status, body } = await create('Data   Science & AI')
  expect([status, body.data]).toMatchObject([
    201,
    { slug: 'data-science-&-ai', group: 'programming', courseCount: 0, isInMenu: false, version: 1 },
  ])
  expect(await publicNames()).toContain('Data   Science & AI')
  expect(await actions(body.data._id)).toEqual(['category.created'])
})

test('slugs are unique', async () => {
  await create('Kotlin')
  const { status, body } = await create('KOTLIN')
  expect([status, body.errors]).toEqual([409, { name: 'Kategori dengan alamat ini sudah ada.' }])
})

test('a new name invalidates cached courses', async () => {
  const course = await site.createCourse({ category: 'Rust Dasar' })
  const before = (await list()).find((category) => category.name === 'Rust Dasar')
  await site.call('GET', `/courses/${course.id}/overview`)
  const saved = await call('PUT', `/admin/categories/${before?._id}`, {
    name: 'Rust',
    group: 'design',
    version: before?.version,
  })
  expect([saved.status, saved.body.data]).toMatchObject([
    200,
    { name: 'Rust', slug: 'rust', group: 'design', courseCount: 1, version: 2 },
  ])
  expect((await site.call('GET', `/courses/${course.id}/overview`)).body.data.category).toMatchObject({
    name: 'Rust',
    slug: 'rust',
  })
  expect((await site.call('GET', '/courses?category=rust')).body.meta.total).toBe(1)
})

test('the number of published courses follows status and category of a course at once, and a new title leaves it cached', async () => {
  const course = await site.createCourse({ category: 'Haskell' })
  const target = (await create('Elixir')).body.data._id
  const edit = (body: object) => call('PATCH', `/courses/${course.id}`, body)
  const counts = async () => {
    const { data } = (await site.call('GET', '/categories')).body as { data: { name: string; courseCount: number }[] }
    return ['Haskell', 'Elixir'].map((name) => data.find((category) => category.name === name)?.courseCount)
  }
  expect(await counts()).toEqual([1, 0])
  expect((await edit({ title: 'Haskell untuk Pemula' })).status).toBe(200)
  expect(site.app.peek('/api/categories', () => undefined)).not.toBeNull()
  expect((await edit({ categoryId: target })).status).toBe(200)
  expect(await counts()).toEqual([0, 1])
  expect((await edit({ status: 'draft' })).status).toBe(200)
  expect(await counts()).toEqual([0, 0])
})

test('the second of two concurrent edits is rejected with 409', async () => {
  const { _id, version } = (await create('Go')).body.data
  expect(
    (await call('PUT', `/admin/categories/${_id}`, { name: 'Golang', group: 'programming', version })).status,
  ).toBe(200)
  const second = await call('PUT', `/admin/categories/${_id}`, { name: 'Bahasa Go', group: 'programming', version })
  expect([second.status, second.body.code]).toEqual([409, 'stale'])
})

test('a category in use can be deleted only after moving its courses, including drafts', async () => {
  const moved = await site.createCourse({ category: 'Sementara' })
  await site.createCourse({ category: 'Sementara', status: 'draft' })
  const { _id } = (await list()).find((category) => category.name === 'Sementara') ?? { _id: '' }
  const rejected = await call('DELETE', `/admin/categories/${_id}`, {})
  expect([rejected.status, rejected.body.code, rejected.body.courseCount]).toEqual([409, 'in-use', 2])
  const target = (await create('Tujuan')).body.data._id
  expect((await call('DELETE', `/admin/categories/${_id}`, { moveTo: target })).status).toBe(200)
  expect((await site.call('GET', `/courses/${moved.id}/overview`)).body.data.category.name).toBe('Tujuan')
  expect((await list()).find((category) => category._id === target)?.courseCount).toBe(2)
  expect(await actions(_id)).toEqual(['category.deleted'])
})

test('codes and sales of a category move with its courses, so that each goes on', async () => {
  const course = await site.createCourse({ category: 'Musiman', price: 100_000 })
  const { _id } = (await list()).find((category) => category.name === 'Musiman') ?? { _id: '' }
  const span = { startsAt: '2026-11-20T00:00:00+07:00', endsAt: '2026-12-01T00:00:00+07:00' }
  const offer = { kind: 'percent', categoryId: _id, ...span }
  expect((await call('POST', '/admin/promo-codes', { ...offer, code: 'MUSIM-50', value: 50 })).status).toBe(201)
  expect((await call('POST', '/admin/sales', { ...offer, name: 'Musim', value: 20 })).status).toBe(201)
  const rejected = await call('DELETE', `/admin/categories/${_id}`, {})
  expect([rejected.status, rejected.body]).toMatchObject([409, { code: 'in-use', courseCount: 1, offerCount: 2 }])
  const target = (await create('Tetap')).body.data._id
  expect((await site.call('GET', `/courses/${course.id}`)).body.data.sale.price).toBe(80_000)

  expect((await call('DELETE', `/admin/categories/${_id}`, { moveTo: target })).status).toBe(200)
  expect((await site.call('GET', `/courses/${course.id}`)).body.data.sale.price).toBe(80_000)
  const quoted = await site.call('POST', '/checkout/quote', { body: { courseId: course.id, promoCode: 'MUSIM-50' } })
  expect(quoted.body.data.promoDiscount).toBeGreaterThan(0)
  expect((await call('GET', '/admin/promo-codes?q=MUSIM-50')).body.data).toMatchObject([
    { scopeName: 'Tetap', version: 2 },
  ])
  expect((await call('GET', '/admin/sales?q=Musim')).body.data).toMatchObject([{ scopeName: 'Tetap', version: 2 }])
})

test('an empty category that a code or a sale is for asks where they go', async () => {
  const span = { startsAt: '2026-11-20T00:00:00+07:00', endsAt: '2026-12-01T00:00:00+07:00' }
  const offers = {
    'promo-codes': { code: 'SEPI-50', kind: 'percent', value: 50 },
    sales: { name: 'Sepi', kind: 'percent', value: 20 },
  }
  for (const [kind, offer] of Object.entries(offers)) {
    const { _id } = (await create(`Sepi ${kind}`)).body.data
    expect((await call('POST', `/admin/${kind}`, { ...offer, ...span, categoryId: _id })).status).toBe(201)
    const rejected = await call('DELETE', `/admin/categories/${_id}`)
    expect([rejected.status, rejected.body]).toMatchObject([409, { code: 'in-use', courseCount: 0, offerCount: 1 }])
    const target = (await create(`Ramai ${kind}`)).body.data._id
    expect((await call('DELETE', `/admin/categories/${_id}`, { moveTo: target })).status).toBe(200)
    expect((await call('GET', `/admin/${kind}?q=Sepi`)).body.data).toMatchObject([{ categoryId: target }])
  }
})

test('an empty category can be deleted, a missing one is not found', async () => {
  const { _id } = (await create('Kosong')).body.data
  expect((await call('DELETE', `/admin/categories/${_id}`)).status).toBe(200)
  expect((await call('DELETE', `/admin/categories/${_id}`)).status).toBe(404)
})

test('categories of the Kelas menu cannot be renamed or deleted', async () => {
  await site.createCourse({ category: 'Laravel' })
  const laravel = (await list()).find((category) => category.name === 'Laravel')
  const renamed = await call('PUT', `/admin/categories/${laravel?._id}`, {
    name: 'Laravel 12',
    group: 'programming',
    version: laravel?.version,
  })
  expect([renamed.status, renamed.body.code]).toEqual([409, 'in-menu'])
  expect(
    (
      await call('PUT', `/admin/categories/${laravel?._id}`, {
        name: 'Laravel',
        group: 'design',
        version: laravel?.version,
      })
    ).status,
  ).toBe(200)
  expect((await call('DELETE', `/admin/categories/${laravel?._id}`)).body.code).toBe('in-menu')
})

test('a category is in the menu as an admin chooses; one of the menu’s own is renamed and deleted once it was taken out', async () => {
  const inMenu = async () =>
    (await site.call('GET', '/categories')).body.data
      .filter(({ isInMenu }: { isInMenu?: false }) => isInMenu !== false)
      .map(({ name }: { name: string }) => name)
  const own = await call('POST', '/admin/categories', { name: 'Masakan', group: 'design', isInMenu: true })
  await create('PHP')
  expect(own.body.data).toMatchObject({ isInMenu: true, hasFixedName: false })
  expect(await inMenu()).toEqual(expect.arrayContaining(['Masakan', 'PHP']))
  const php = (await list()).find(({ name }) => name === 'PHP')
  const out = await call('PUT', `/admin/categories/${php?._id}`, {
    name: 'PHP 9',
    group: 'programming',
    isInMenu: false,
    version: php?.version,
  })
  expect([out.status, out.body.data]).toMatchObject([200, { name: 'PHP 9', isInMenu: false, hasFixedName: false }])
  expect(await inMenu()).not.toContain('PHP 9')
  expect((await call('DELETE', `/admin/categories/${php?._id}`)).status).toBe(200)
})

test('an order is public, and must contain every category exactly once', async () => {
  const ids = (await list()).map((category) => category._id).toReversed()
  const ordered = await call('PUT', '/admin/category-order', { categoryIds: ids })
  expect(ordered.body.data.map((category: { _id: string }) => category._id)).toEqual(ids)
  expect((await call('PUT', '/admin/category-order', { categoryIds: ids.slice(1) })).status).toBe(409)
  expect((await call('PUT', '/admin/category-order', { categoryIds: [...ids.slice(1), ids[1]] })).status).toBe(409)
})

test.each([
  ['name', { name: 'x', group: 'design' }],
  ['name', { name: 'a/b', group: 'design' }],
  ['group', { name: 'Musik', group: 'musik' }],
])('an invalid %s is rejected with an error at the field', async (field, body) => {
  const response = await call('POST', '/admin/categories', body)
  expect([response.status, Object.keys(response.body.errors)]).toEqual([422, [field]])
})

test('is for admins only', async () => {
  const instructor = await site.createInstructor()
  for (const [method, path] of [
    ['GET', '/admin/categories'],
    ['POST', '/admin/categories'],
    ['DELETE', `/admin/categories/${admin.id}`],
    ['PUT', '/admin/category-order'],
  ] as const) {
    expect(
      (await site.call(method, path, { token: instructor.token, ...(method === 'GET' ? {} : { body: {} }) })).status,
    ).toBe(403)
    expect((await site.call(method, path, method === 'GET' ? {} : { body: {} })).status).toBe(401)
  }
})
