import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { minuteMs } from '#contract/kit/durations.ts'
import { buy, checkBooks, openOrder } from '#testing/materials/purchases.ts'
import type { SignedIn } from '#testing/factories.ts'
import { startTestSite, type TestSite } from '#testing/test-site.ts'

/** Short, so that the admin stays signed in. */
const spanMs = 5 * minuteMs

let site: TestSite
let admin: SignedIn
const made: string[] = []
beforeAll(async () => {
  site = await startTestSite()
})
afterEach(async () => {
  await checkBooks(site)
  for (const id of made.splice(0)) await call('DELETE', `/${id}`)
})
// A sale needs a proof of the last ten minutes, and tests move the clock.
beforeEach(async () => void (admin = await site.createAdmin()))
afterAll(() => site.close())

const call = (method: string, path: string, body?: unknown, who = admin) =>
  site.call(method, `/admin/sales${path}`, { token: who.token, ...(body ? { body } : {}) })
const after = (ms: number) => new Date(site.clock.now().getTime() + ms).toISOString()
const input = (changes: Record<string, unknown> = {}) => ({
  name: 'Akhir pekan',
  kind: 'percent',
  value: 50,
  startsAt: after(0),
  endsAt: after(spanMs),
  ...changes,
})
async function createSale(changes: Record<string, unknown> = {}) {
  const created = await call('POST', '', input(changes))
  expect(created.status, JSON.stringify(created.body)).toBe(201)
  made.push(created.body.data._id)
  return created.body.data
}
const show = async (id: string) => (await site.call('GET', `/courses/${id}`)).body.data
const quote = async (body: unknown) => (await site.call('POST', '/checkout/quote', { body })).body.data
const transaction = async ({ token }: SignedIn, id: string) =>
  (await site.call('GET', `/my-transaction/${id}`, { token })).body.data

test('of two saves that started from one version the second is stale and changes nothing; one without a version is saved', async () => {
  const { _id: id, version } = await createSale()
  const save = (changes: Record<string, unknown>) => call('PUT', `/${id}`, input(changes))
  const saves = await Promise.all([save({ version, value: 20 }), save({ version, value: 30 })])
  expect(saves.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const [saved, stale] = saves.toSorted((one, other) => one.status - other.status)
  expect(stale?.body.code).toBe('stale')
  expect((await call('GET', '')).body.data).toMatchObject([
    { _id: id, version: version + 1, value: saved?.body.data.value },
  ])
  expect((await save({ version: version + 1, value: 40 })).body.data).toMatchObject({ version: version + 2, value: 40 })
  expect((await save({})).body.data).toMatchObject({ version: version + 3, value: 50 })
})

test('card, page, cart, wishlist, quote, payment and invoice have the price of the sale, and strike out the one asked before', async () => {
  const student = await site.createStudent()
  const course = await site.createCourse({ title: 'Obral Kartu', price: 200_000, discount: 10 })
  const sale = await createSale({ courseId: course.id })
  expect(sale).toMatchObject({ scopeName: 'Obral Kartu', phase: 'running', categoryId: null })
  const priced = { price: 180_000, discount: 50, sale: { price: 90_000, endsAt: sale.endsAt } }
  expect(await show(course.id)).toMatchObject(priced)
  expect((await site.call('GET', '/courses?q=Obral+Kartu')).body.data[0]).toMatchObject(priced)
  for (const list of ['cart', 'wishlist'])
    await site.call('PUT', `/me/${list}/course/${course.id}`, { token: student.token })
  const offered = { itemId: course.id, listPrice: 180_000, price: 90_000 }
  expect((await site.call('GET', '/me/cart', { token: student.token })).body.data).toMatchObject({
    total: 90_000,
    items: [offered],
  })
  expect((await site.call('GET', '/me/wishlist', { token: student.token })).body.data).toMatchObject([offered])
  expect(await quote({ courseId: course.id })).toMatchObject({ listPrice: 180_000, discount: 90_000, total: 90_000 })
  const { transactionId, amountIdr } = await buy(site, student, { courseId: course.id })
  expect(amountIdr).toBe(90_000)
  expect(await transaction(student, transactionId)).toMatchObject({
    subtotal: 180_000,
    discount: 90_000,
    total: 90_000,
    inSale: true,
  })
})

test('a sale of everything is of e-books as well: card, page, cart, wishlist, quote, payment and invoice', async () => {
  const student = await site.createStudent()
  const ebook = await site.createEbook({ title: 'Obral Buku', price: 40_000 })
  const sale = await createSale({ value: 25 })
  const priced = { price: 40_000, sale: { discount: 25, price: 30_000, endsAt: sale.endsAt } }
  expect((await site.call('GET', `/ebook/${ebook.id}`)).body.data).toMatchObject(priced)
  expect((await site.call('GET', '/ebooks?q=Obral+Buku')).body.data[0]).toMatchObject(priced)
  for (const list of ['cart', 'wishlist'])
    await site.call('PUT', `/me/${list}/ebook/${ebook.id}`, { token: student.token })
  const offered = { itemId: ebook.id, listPrice: 40_000, price: 30_000 }
  expect((await site.call('GET', '/me/cart', { token: student.token })).body.data).toMatchObject({
    total: 30_000,
    items: [offered],
  })
  expect((await site.call('GET', '/me/wishlist', { token: student.token })).body.data).toMatchObject([offered])
  expect(await quote({ ebookId: ebook.id })).toMatchObject({ listPrice: 40_000, discount: 10_000, total: 30_000 })
  const { transactionId, amountIdr } = await buy(site, student, { ebookId: ebook.id })
  expect(amountIdr).toBe(30_000)
  expect(await transaction(student, transactionId)).toMatchObject({
    subtotal: 40_000,
    discount: 10_000,
    total: 30_000,
    inSale: true,
  })
  const other = await createSale({ categoryId: (await site.call('GET', '/categories')).body.data[0]._id })
  for (const { _id } of [sale, other]) await call('DELETE', `/${_id}`)
  made.length = 0
  expect((await site.call('GET', `/ebook/${ebook.id}`)).body.data.sale ?? null).toBeNull()
})

test('a course or an e-book whose sale ends between page and press is not charged dearer than shown', async () => {
  const [student, course, ebook] = [
    await site.createStudent(),
    await site.createCourse({ price: 100_000 }),
    await site.createEbook({ price: 40_000 }),
  ]
  await createSale()
  const pages = [
    { body: { courseId: course.id }, shownTotal: 50_000, after: 100_000 },
    { body: { ebookId: ebook.id }, shownTotal: 20_000, after: 40_000 },
  ]
  for (const { body, shownTotal } of pages) expect((await quote(body)).total).toBe(shownTotal)
  site.clock.advance(spanMs)
  for (const { body, shownTotal, after: dearer } of pages) {
    const checkout = (shown: number) =>
      site.call('POST', '/checkout', { token: student.token, body: { ...body, shownTotal: shown } })
    const refused = await checkout(shownTotal)
    expect([refused.status, refused.body.code]).toEqual([409, 'price-changed'])
    const opened = await checkout(dearer)
    expect([
      opened.status,
      site.sandbox.listOrders().find(({ token }) => token === opened.body.data.token)?.amountIdr,
    ]).toEqual([200, dearer])
  }
})

test('starts and ends to the millisecond, also where responses were cached before', async () => {
  const course = await site.createCourse({ price: 100_000, title: 'Tepat Waktu' })
  await createSale({ courseId: course.id, startsAt: after(spanMs), endsAt: after(2 * spanMs) })
  const prices = async () => {
    const [onPage, inList] = [await show(course.id), (await site.call('GET', '/courses?q=Tepat+Waktu')).body.data[0]]
    expect(onPage.sale?.price ?? 100_000).toBe(inList.sale?.price ?? 100_000)
    return onPage.sale?.price ?? 100_000
  }
  expect(await prices()).toBe(100_000)
  site.clock.advance(spanMs - 1)
  expect(await prices()).toBe(100_000)
  site.clock.advance(1)
  expect(await prices()).toBe(50_000)
  site.clock.advance(spanMs - 1)
  expect(await prices()).toBe(50_000)
  site.clock.advance(1)
  expect(await prices()).toBe(100_000)
})

test('of several sales the cheapest one counts; they are not added up, and nothing becomes free or dearer', async () => {
  const course = await site.createCourse({ price: 100_000, category: 'Kategori Obral' })
  const cheap = await site.createCourse({ price: 12_000, category: 'Kategori Obral' })
  const free = await site.createCourse({ price: 0 })
  const other = await site.createCourse({ price: 100_000 })
  const { categoryId } = await show(course.id)
  await createSale({ value: 20 })
  await createSale({ value: 30, categoryId })
  await createSale({ kind: 'fixed-price', value: 60_000, courseId: course.id })
  const paid = async ({ id }: { id: string }) => (await show(id)).sale?.price
  expect([await paid(course), await paid(cheap), await paid(other), await paid(free)]).toEqual([
    60_000,
    10_000,
    80_000,
    undefined,
  ])
  expect(await quote({ courseId: cheap.id })).toMatchObject({ total: 10_000 })
  const dear = await createSale({ kind: 'fixed-price', value: 500_000, courseId: other.id })
  expect(dear.phase).toBe('running')
  expect(await paid(other)).toBe(80_000)
})

test('lists sort and filter by the price of the sale', async () => {
  const [low, high] = [
    await site.createCourse({ title: 'Urutan Satu', price: 100_000 }),
    await site.createCourse({ title: 'Urutan Dua', price: 150_000 }),
  ]
  await createSale({ courseId: high.id, value: 60 })
  const ids = async (query: string) =>
    (await site.call('GET', `/courses?q=urutan&${query}`)).body.data.map(({ _id }: { _id: string }) => _id)
  expect(await ids('sort=price-asc')).toEqual([high.id, low.id])
  expect(await ids('sort=price-desc')).toEqual([low.id, high.id])
  expect(await ids('sort=saving')).toEqual([high.id, low.id])
  expect(await ids('promo=true')).toEqual([high.id])
})

test('a promo code comes off the price of the sale; a bundle costs no more than its parts in the sale', async () => {
  const [first, second] = [await site.createCourse({ price: 100_000 }), await site.createCourse({ price: 100_000 })]
  const bundle = {
    title: 'Paket Obral',
    price: 150_000,
    status: 'published',
    items: [{ courseId: first.id }, { courseId: second.id }],
  }
  const bundleId = (await site.call('POST', '/admin/bundles', { token: admin.token, body: bundle })).body.data._id
  const code = {
    code: 'SETENGAH',
    kind: 'percent',
    value: 50,
    categoryId: null,
    courseId: null,
    ebookId: null,
    totalLimit: null,
    perStudentLimit: null,
  }
  await site.call('POST', '/admin/promo-codes', {
    token: admin.token,
    body: { ...code, startsAt: after(0), endsAt: after(spanMs) },
  })
  await createSale({ value: 40 })
  expect(await quote({ courseId: first.id, promoCode: 'SETENGAH' })).toMatchObject({
    listPrice: 100_000,
    discount: 40_000,
    promoDiscount: 30_000,
    total: 30_000,
  })
  expect(await quote({ bundleId })).toMatchObject({ total: 120_000 })
  const { amountIdr } = await buy(site, await site.createStudent(), { bundleId })
  expect(amountIdr).toBe(120_000)
})

test('an open checkout keeps its price when the sale ends; a new one at a higher price than was shown is refused', async () => {
  const [student, late] = [await site.createStudent(), await site.createStudent()]
  const course = await site.createCourse({ price: 100_000 })
  await createSale({ courseId: course.id })
  const body = { courseId: course.id, shownTotal: 50_000 }
  const open = await openOrder(site, student, body)
  expect(open.amountIdr).toBe(50_000)
  site.clock.advance(spanMs)
  expect(await openOrder(site, student, body)).toEqual(open)
  expect(await openOrder(site, student, { courseId: course.id })).toEqual(open)
  const refused = await site.call('POST', '/checkout', { token: late.token, body })
  expect([refused.status, refused.body.code]).toEqual([409, 'price-changed'])
  expect((await openOrder(site, late, { courseId: course.id, shownTotal: 100_000 })).amountIdr).toBe(100_000)
  site.sandbox.pay(open.orderId)
  await site.sandbox.idle()
  expect(await transaction(student, open.transactionId)).toMatchObject({ status: 'success', amount: 50_000 })
})

test('is planned by admins only; wrong input is named by its field', async () => {
  const [student, instructor] = [await site.createStudent(), await site.createInstructor()]
  for (const who of [student, instructor]) expect((await call('POST', '', input(), who)).status).toBe(403)
  expect((await site.call('GET', '/admin/sales')).status).toBe(401)
  const course = await site.createCourse()
  const wrong: [string, Record<string, unknown>][] = [
    ['name', { name: ' ' }],
    ['kind', { kind: 'gratis' }],
    ['value', { value: 100 }],
    ['value', { value: 0 }],
    ['value', { value: 1.5 }],
    ['value', { kind: 'fixed-price', value: 9_999 }],
    ['endsAt', { endsAt: after(0) }],
    ['startsAt', { startsAt: 'besok' }],
    ['courseId', { courseId: admin.id }],
    ['categoryId', { categoryId: admin.id }],
    ['courseId', { courseId: course.id, categoryId: admin.id }],
  ]
  for (const [field, changes] of wrong) {
    const { status, body } = await call('POST', '', input(changes))
    expect([status, Object.keys(body.errors ?? {})], JSON.stringify(changes)).toEqual([422, [field]])
  }
})

test('changes and deletion apply at once and are in the audit log; lists are searched, filtered and paged by key', async () => {
  const course = await site.createCourse({ price: 100_000 })
  const sale = await createSale({ courseId: course.id, name: 'Obral Buku' })
  expect((await show(course.id)).sale.price).toBe(50_000)
  expect(
    (await call('PUT', `/${sale._id}`, input({ courseId: course.id, name: 'Obral Besar', value: 75 }))).body.data,
  ).toMatchObject({ value: 75 })
  expect((await show(course.id)).sale.price).toBe(25_000)
  await createSale({ name: 'Obral Nanti', startsAt: after(spanMs), endsAt: after(3 * spanMs) })
  const names = async (query: string) =>
    (await call('GET', `?${query}`)).body.data.map(({ name }: { name: string }) => name)
  expect(await names('')).toEqual(['Obral Nanti', 'Obral Besar'])
  expect(await names('phase=running')).toEqual(['Obral Besar'])
  expect(await names('q=nanti')).toEqual(['Obral Nanti'])
  const { meta } = (await call('GET', '?limit=1')).body
  expect(meta).toMatchObject({ total: 2, isCounted: true, previous: null })
  expect(await names(`limit=1&cursor=${meta.next}`)).toEqual(['Obral Besar'])
  expect((await call('DELETE', `/${sale._id}`)).status).toBe(200)
  expect((await show(course.id)).sale ?? null).toBeNull()
  for (const [method, body] of [['DELETE'], ['PUT', input()]] as const)
    expect((await call(method, `/${sale._id}`, body)).status).toBe(404)
  const { data: entries } = (
    await site.call('GET', `/admin/audit?subjectKind=sale&subjectId=${sale._id}`, { token: admin.token })
  ).body
  expect(entries.map(({ action }: { action: string }) => action)).toEqual([
    'sale.deleted',
    'sale.changed',
    'sale.created',
  ])
})
