import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { checkBooks, buy, openOrder } from '#testing/materials/purchases.ts'
import type { MadeCourse, SignedIn } from '#testing/factories.ts'
import { startTestSite, type TestSite } from '#testing/test-site.ts'

let site: TestSite
let admin: SignedIn
beforeAll(async () => {
  site = await startTestSite()
  admin = await site.createAdmin()
})
afterEach(() => checkBooks(site))
afterAll(() => site.close())

async function createBundle(courses: readonly MadeCourse[], changes: Record<string, unknown> = {}) {
  const body = {
    title: 'Paket Lengkap',
    price: 150_000,
    status: 'published',
    items: courses.map(({ id }) => ({ courseId: id })),
    ...changes,
  }
  return site.call('POST', '/admin/bundles', { token: admin.token, body })
}
const owns = (who: SignedIn, { id }: MadeCourse) => site.app.modules.learning.isEnrolled(who.id, id)
const makeTwo = async () =>
  [await site.createCourse({ price: 100_000 }), await site.createCourse({ price: 200_000 })] as const

test('is listed with what one saves, and bought with one payment that grants everything', async () => {
  const student = await site.createStudent()
  const courses = await makeTwo()
  const created = await createBundle(courses)
  expect(created.status).toBe(201)
  const bundleId = created.body.data._id
  const { data } = (await site.call('GET', `/bundles/${created.body.data.slug}`)).body
  expect(data).toMatchObject({ _id: bundleId, listPrice: 300_000, price: 150_000, saving: 150_000, viewer: null })
  expect((await site.call('GET', '/bundles')).body.data).toMatchObject([{ _id: bundleId }])
  const { transactionId, amountIdr, orderId } = await buy(site, student, { bundleId })
  expect(amountIdr).toBe(150_000)
  expect([await owns(student, courses[0]), await owns(student, courses[1])]).toEqual([true, true])
  const shown = (await site.call('GET', `/my-transaction/${transactionId}`, { token: student.token })).body.data
  expect(shown).toMatchObject({
    kind: 'bundle',
    title: 'Paket Lengkap',
    subtotal: 300_000,
    discount: 150_000,
    total: 150_000,
  })
  expect(shown.items.map(({ amount }: { amount: number }) => amount)).toEqual([50_000, 100_000])
  const again = await site.call('POST', '/checkout', { token: student.token, body: { bundleId } })
  expect([again.status, again.body.code]).toEqual([409, 'already-enrolled'])

  site.sandbox.refund(orderId, {})
  await site.sandbox.idle()
  expect([await owns(student, courses[0]), await owns(student, courses[1])]).toEqual([false, false])
})

test('of two saves that started from one version the second is stale and changes nothing; one without a version is saved', async () => {
  const courses = await makeTwo()
  const { _id: id, version, slug } = (await createBundle(courses)).body.data
  const items = courses.map((course) => ({ courseId: course.id }))
  const save = (changes: object) =>
    site.call('PUT', `/admin/bundles/${id}`, {
      token: admin.token,
      body: { title: 'Paket Lengkap', price: 150_000, status: 'published', items, ...changes },
    })
  const saves = await Promise.all([save({ version, price: 120_000 }), save({ version, price: 130_000 })])
  expect(saves.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const [saved, stale] = saves.toSorted((one, other) => one.status - other.status)
  expect(stale?.body.code).toBe('stale')
  const list = (await site.call('GET', '/admin/bundles', { token: admin.token })).body.data
  expect(list[0]).toMatchObject({ _id: id, version: version + 1, price: saved?.body.data.price })
  expect((await save({ version: version + 1, price: 140_000 })).body.data).toMatchObject({ version: version + 2, slug })
  expect((await save({})).body.data).toMatchObject({ version: version + 3, price: 150_000 })
  expect((await site.call('DELETE', `/admin/bundles/${id}`, { token: admin.token })).status).toBe(200)
})

test('the quote of a visitor is the whole price, e-books included', async () => {
  const [course] = await makeTwo()
  const ebook = await site.createEbook({ price: 100_000 })
  const bundleId = (await createBundle([], { items: [{ courseId: course.id }, { ebookId: ebook.id }] })).body.data._id
  const quote = await site.call('POST', '/checkout/quote', { body: { bundleId } })
  expect(quote.body.data.total).toBe(150_000)
})

test('who owns a part pays the rest in proportion, never less than Rp 10.000', async () => {
  const student = await site.createStudent()
  const courses = await makeTwo()
  await site.enroll(student, courses[1])
  const bundleId = (await createBundle(courses)).body.data._id
  const shown = (await site.call('GET', `/bundles/${bundleId}`, { token: student.token })).body.data
  expect(shown.viewer).toEqual({ price: 50_000, ownedIds: [courses[1].id] })
  expect((await openOrder(site, student, { bundleId })).amountIdr).toBe(50_000)
  const cheap = (await createBundle(courses, { price: 12_000 })).body.data._id
  expect((await openOrder(site, student, { bundleId: cheap })).amountIdr).toBe(10_000)
})

test('an archived member ends new sales; a payment under way is still granted', async () => {
  const [student, late] = [await site.createStudent(), await site.createStudent()]
  const courses = await makeTwo()
  const bundleId = (await createBundle(courses)).body.data._id
  const open = await openOrder(site, student, { bundleId })
  await site.call('PATCH', `/courses/${courses[0].id}/status`, { token: admin.token, body: { status: 'archived' } })
  expect((await site.call('POST', '/checkout', { token: late.token, body: { bundleId } })).status).toBe(404)
  expect((await site.call('GET', `/bundles/${bundleId}`)).status).toBe(404)
  site.sandbox.pay(open.orderId)
  await site.sandbox.idle()
  expect([await owns(student, courses[0]), await owns(student, courses[1])]).toEqual([true, true])
})

test('a price that changes while it is paid changes nothing of that order: amount, invoice and shares stay as agreed', async () => {
  const [student, late] = [await site.createStudent(), await site.createStudent()]
  const courses = await makeTwo()
  const created = (await createBundle(courses)).body.data
  const open = await openOrder(site, student, { bundleId: created._id })
  const items = courses.map(({ id }) => ({ courseId: id }))
  const raised = { title: created.title, price: 240_000, status: 'published', items }
  expect((await site.call('PUT', `/admin/bundles/${created._id}`, { token: admin.token, body: raised })).status).toBe(
    200,
  )
  expect(
    (await site.call('PATCH', `/courses/${courses[0].id}`, { token: admin.token, body: { price: 400_000 } })).status,
  ).toBe(200)
  site.sandbox.pay(open.orderId)
  await site.sandbox.idle()
  const shown = (await site.call('GET', `/my-transaction/${open.transactionId}`, { token: student.token })).body.data
  expect(shown).toMatchObject({ status: 'success', subtotal: 300_000, total: 150_000 })
  expect(shown.items.map(({ amount }: { amount: number }) => amount)).toEqual([50_000, 100_000])
  expect([await owns(student, courses[0]), await owns(student, courses[1])]).toEqual([true, true])
  expect((await openOrder(site, late, { bundleId: created._id })).amountIdr).toBe(240_000)
})

test('in a cart, an item that is also in the bundle is paid with the bundle', async () => {
  const student = await site.createStudent()
  const courses = await makeTwo()
  const bundleId = (await createBundle(courses)).body.data._id
  const other = await site.createCourse({ price: 80_000 })
  const { amountIdr } = await openOrder(site, student, {
    items: [{ courseId: courses[0].id }, { bundleId }, { courseId: other.id }],
  })
  expect(amountIdr).toBe(230_000)
  const put = (kind: string, id: string) => site.call('PUT', `/me/cart/${kind}/${id}`, { token: student.token })
  await put('course', courses[0].id)
  expect((await put('bundle', bundleId)).body.data.notes).toHaveLength(1)
  const cart = (await site.call('GET', '/me/cart', { token: student.token })).body.data
  expect(cart).toMatchObject({ total: 150_000, items: [{ kind: 'bundle', itemId: bundleId, price: 150_000 }] })
})

test('the price struck out is what is not owned yet costs one by one now, the same on its page, in the cart and in the wishlist', async () => {
  const [student, owner] = [await site.createStudent(), await site.createStudent()]
  const courses = [
    await site.createCourse({ price: 200_000, discount: 50 }),
    await site.createCourse({ price: 100_000 }),
  ] as const
  await site.enroll(owner, courses[1])
  const bundleId = (await createBundle(courses)).body.data._id
  const inCart = async ({ token }: SignedIn) => {
    const { body } = await site.call('PUT', `/me/cart/bundle/${bundleId}`, { token })
    return body.data.items
  }
  const asked = { listPrice: 200_000, price: 150_000 }
  expect((await site.call('GET', `/bundles/${bundleId}`)).body.data).toMatchObject(asked)
  await site.call('PUT', `/me/wishlist/bundle/${bundleId}`, { token: student.token })
  expect((await site.call('GET', '/me/wishlist', { token: student.token })).body.data).toMatchObject([asked])
  expect(await inCart(student)).toMatchObject([asked])
  expect(await inCart(owner)).toMatchObject([{ listPrice: 100_000, price: 100_000 }])
})

test('is made by admins only, of two or more things that exist, at a price that can be charged; what was sold is not deleted', async () => {
  const student = await site.createStudent()
  const courses = await makeTwo()
  expect((await site.call('POST', '/admin/bundles', { token: student.token, body: {} })).status).toBe(403)
  for (const changes of [
    { price: 9_999 },
    { price: -1 },
    { items: [{ courseId: courses[0].id }] },
    { items: [{ courseId: courses[0].id }, { courseId: courses[0].id }] },
    { items: [{ courseId: courses[0].id }, { ebookId: courses[1].id }] },
  ])
    expect((await createBundle(courses, changes)).status, JSON.stringify(changes)).toBe(422)
  const { _id: id } = (await createBundle(courses)).body.data
  const call = (method: string, body?: unknown) =>
    site.call(method, `/admin/bundles/${id}`, { token: admin.token, ...(body ? { body } : {}) })
  const update = {
    title: 'Paket Hemat',
    price: 200_000,
    status: 'published',
    items: courses.map((course) => ({ courseId: course.id })),
  }
  expect((await call('PUT', update)).body.data).toMatchObject({ title: 'Paket Hemat', price: 200_000, sold: 0 })
  await buy(site, student, { bundleId: id })
  expect([(await call('DELETE')).status, (await call('GET')).body.data.sold]).toEqual([409, 1])
})
