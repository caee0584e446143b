import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { maximumCartItems } from '#contract/commerce/commerce.ts'
import { countRoundTrips } from '#testing/scale/count-queries.ts'
import { checkBooks, buy, openOrder } from '#testing/materials/purchases.ts'
import type { SignedIn } from '#testing/factories.ts'
import { startTestSite, type TestSite } from '#testing/test-site.ts'

let site: TestSite
beforeAll(async () => {
  site = await startTestSite()
})
afterEach(() => checkBooks(site))
afterAll(() => site.close())

const put = ({ token }: SignedIn, kind: string, itemId: string) =>
  site.call('PUT', `/me/cart/${kind}/${itemId}`, { token })
const show = async ({ token }: SignedIn) => (await site.call('GET', '/me/cart', { token })).body.data
const checkout = ({ token }: SignedIn, body: unknown) => site.call('POST', '/checkout', { token, body })
const transaction = async ({ token }: SignedIn, id: string) =>
  (await site.call('GET', `/my-transaction/${id}`, { token })).body.data
const owns = (who: SignedIn, courseId: string) => site.app.modules.learning.isEnrolled(who.id, courseId)

test('what was paid is out of the cart, without a word, and a refund does not bring it back; a gift and what is left stay', async () => {
  const [student, admin] = [await site.createStudent(), await site.createAdmin()]
  const [bought, given, left] = [
    await site.createCourse({ price: 100_000 }),
    await site.createCourse({ price: 100_000 }),
    await site.createCourse({ price: 100_000 }),
  ]
  for (const { id } of [bought, given, left]) {
    site.clock.advance(1000)
    await put(student, 'course', id)
  }
  const { transactionId } = await buy(site, student, { courseId: bought.id })
  await buy(site, student, { courseId: given.id, gift: { email: 'rina@contoh.id', name: 'Rina' } })
  const others = { notes: [], items: [{ itemId: given.id }, { itemId: left.id }] }
  expect(await show(student)).toMatchObject(others)
  await site.stepUp(admin)
  const body = { reason: 'Salah beli' }
  await site.call('POST', `/admin/transactions/${transactionId}/refund`, { token: admin.token, body })
  expect(await owns(student, bought.id)).toBe(false)
  expect(await show(student)).toMatchObject(others)
})

test('a cart that is given away is paid once, opens nothing for its giver, and is empty afterwards', async () => {
  const giver = await site.createStudent()
  const courses = [await site.createCourse({ price: 100_000 }), await site.createCourse({ price: 150_000 })]
  for (const { id } of courses) await put(giver, 'course', id)
  const items = courses.map(({ id }) => ({ courseId: id }))
  const gift = { email: 'sari@contoh.id', name: 'Sari' }
  const { transactionId, amountIdr } = await buy(site, giver, { items, gift, shownTotal: 250_000 })
  expect(amountIdr).toBe(250_000)
  expect(await transaction(giver, transactionId)).toMatchObject({ status: 'success', gift: { email: gift.email } })
  expect(await show(giver)).toMatchObject({ items: [], total: 0 })
  expect(await owns(giver, courses[0]?.id ?? '')).toBe(false)
})

test('one payment for several courses and e-books: one invoice with its lines, and access to all', async () => {
  const student = await site.createStudent()
  const [first, second] = [
    await site.createCourse({ price: 100_000, discount: 10 }),
    await site.createCourse({ price: 250_000 }),
  ]
  const ebook = await site.createEbook({ price: 50_000 })
  for (const [kind, id] of [
    ['course', first.id],
    ['course', second.id],
    ['ebook', ebook.id],
  ] as const) {
    site.clock.advance(1000)
    expect((await put(student, kind, id)).status).toBe(200)
  }
  expect(await show(student)).toMatchObject({
    total: 390_000,
    notes: [],
    items: [
      { kind: 'course', itemId: first.id, listPrice: 100_000, price: 90_000 },
      { itemId: second.id },
      { kind: 'ebook', itemId: ebook.id },
    ],
  })
  const items = [{ courseId: first.id }, { courseId: second.id }, { ebookId: ebook.id }]
  const { transactionId, amountIdr } = await buy(site, student, { items })
  expect(amountIdr).toBe(390_000)
  const bought = await transaction(student, transactionId)
  expect(bought).toMatchObject({
    kind: 'cart',
    status: 'success',
    amount: 390_000,
    total: 390_000,
    subtotal: 400_000,
    discount: 10_000,
  })
  expect(bought.items.map(({ amount }: { amount: number }) => amount)).toEqual([90_000, 250_000, 50_000])
  expect(bought.invoiceId).toMatch(/^INV\//)
  expect([await owns(student, first.id), await owns(student, second.id)]).toEqual([true, true])
  expect(await show(student)).toMatchObject({ items: [], total: 0, notes: [] })
  expect((await checkout(student, { items })).body.code).toBe('cart-changed')
})

test('the same cart asked for again has one open transaction with one token; a changed cart replaces it', async () => {
  const student = await site.createStudent()
  const [first, second, third] = [await site.createCourse(), await site.createCourse(), await site.createCourse()]
  const items = [{ courseId: first.id }, { courseId: second.id }]
  const [one, two] = [
    await openOrder(site, student, { items }),
    await openOrder(site, student, { items: items.toReversed() }),
  ]
  expect(two).toEqual(one)
  const changed = await openOrder(site, student, { items: [...items, { courseId: third.id }] })
  expect(changed.transactionId).not.toBe(one.transactionId)
  expect((await transaction(student, one.transactionId)).state).toBe('cancelled')
})

test('an item that was bought meanwhile is refunded when the cart is paid, and nothing else', async () => {
  const student = await site.createStudent()
  const [first, second] = [await site.createCourse({ price: 100_000 }), await site.createCourse({ price: 200_000 })]
  const cart = await openOrder(site, student, { items: [{ courseId: first.id }, { courseId: second.id }] })
  await buy(site, student, { courseId: first.id })
  site.sandbox.pay(cart.orderId)
  site.sandbox.settle(cart.orderId)
  await site.sandbox.idle()
  site.clock.advance(10 * 60_000)
  await site.runDue('commerce')
  await site.sandbox.idle()
  expect(await transaction(student, cart.transactionId)).toMatchObject({
    state: 'partially_refunded',
    refunded: 100_000,
  })
  expect([await owns(student, first.id), await owns(student, second.id)]).toEqual([true, true])
})

test('staff refund single lines: their access ends, and the ledger takes back their shares only', async () => {
  const [student, admin] = [await site.createStudent(), await site.createAdmin()]
  const [first, second] = [await site.createCourse({ price: 100_000 }), await site.createCourse({ price: 200_000 })]
  const { transactionId } = await buy(site, student, { items: [{ courseId: first.id }, { courseId: second.id }] })
  const { items } = await transaction(student, transactionId)
  const body = { reason: 'Salah pilih kelas', lineIds: [items[0].lineId] }
  await site.stepUp(admin)
  const { status } = await site.call('POST', `/admin/transactions/${transactionId}/refund`, {
    token: admin.token,
    body,
  })
  expect(status).toBe(200)
  expect(
    (await transaction(student, transactionId)).items.map(({ refunded }: { refunded: number }) => refunded),
  ).toEqual([100_000, 0])
  expect([await owns(student, first.id), await owns(student, second.id)]).toEqual([false, true])
})

test('a promo code applies to the lines it covers', async () => {
  const student = await site.createStudent()
  const [covered, other] = [await site.createCourse({ price: 100_000 }), await site.createCourse({ price: 200_000 })]
  const now = site.clock.now().getTime()
  await site.database.transaction((tx) =>
    site.app.modules.commerce.createPromo(tx, {
      code: 'SEPARUH',
      kind: 'percent',
      value: 50,
      courseId: covered.id,
      startsAt: new Date(now - 1000),
      endsAt: new Date(now + 86_400_000),
    }),
  )
  const { transactionId, amountIdr } = await openOrder(site, student, {
    items: [{ courseId: covered.id }, { courseId: other.id }],
    promoCode: 'SEPARUH',
  })
  expect([amountIdr, (await transaction(student, transactionId)).promoDiscount]).toEqual([250_000, 50_000])
})

test('rejects what is owned, the own course, drafts, empty carts and too many items', async () => {
  const instructor = await site.createInstructor()
  const own = await site.createCourse({ instructorId: instructor.id })
  const owned = await site.createCourse()
  await site.enroll(instructor, owned)
  expect((await put(instructor, 'course', own.id)).status).toBe(409)
  expect((await put(instructor, 'course', owned.id)).status).toBe(409)
  expect((await put(instructor, 'course', (await site.createCourse({ status: 'draft' })).id)).status).toBe(404)
  expect((await checkout(instructor, { items: [] })).status).toBe(422)
  expect(
    (await checkout(instructor, { items: Array.from({ length: 100 }, () => ({ courseId: owned.id })) })).status,
  ).toBe(422)
  expect((await checkout(instructor, { items: [{ courseId: owned.id, ebookId: owned.id }] })).status).toBe(422)
  const twice = await site.createCourse({ price: 70_000 })
  expect(
    (await openOrder(site, instructor, { items: [{ courseId: twice.id }, { courseId: twice.id }] })).amountIdr,
  ).toBe(70_000)
})

test('is read with the same number of queries however much is in it, and holds no more than its limit', async () => {
  const student = await site.createStudent()
  const courses = []
  for (let times = 0; times <= maximumCartItems; times++) courses.push(await site.createCourse({ lessons: 1 }))
  const [extra, ...rest] = courses
  if (!extra) throw new Error('no course')
  const fill = async (some: readonly { id: string }[]) => {
    for (const { id } of some) expect((await put(student, 'course', id)).status).toBe(200)
  }
  await fill(rest.slice(0, 2))
  const short = await countRoundTrips(site.database, () => show(student))
  await fill(rest.slice(2))
  expect(await countRoundTrips(site.database, () => show(student))).toBe(short)
  expect((await show(student)).items).toHaveLength(maximumCartItems)
  const full = await put(student, 'course', extra.id)
  expect([full.status, full.body.code]).toEqual([409, 'cart-full'])
  const items = Array.from({ length: 100 }, () => ({ courseId: extra.id }))
  expect((await checkout(student, { items })).status).toBe(422)
  const opened = await openOrder(site, student, { items: rest.map(({ id }) => ({ courseId: id })) })
  expect(opened.amountIdr).toBe(maximumCartItems * 249_000)
})

test('the cart of a visitor is priced by the rules of an account: its lines are its total, and what leaves has a sentence', async () => {
  const [student, admin] = [await site.createStudent(), await site.createAdmin()]
  const [alone, within, draft] = [
    await site.createCourse({ price: 100_000, discount: 10 }),
    await site.createCourse({ price: 200_000 }),
    await site.createCourse({ status: 'draft' }),
  ]
  const body = {
    title: 'Paket Dua',
    price: 150_000,
    status: 'published',
    items: [{ courseId: alone.id }, { courseId: within.id }],
  }
  const bundle = (await site.call('POST', '/admin/bundles', { token: admin.token, body })).body.data
  const keys = [
    { kind: 'course', itemId: alone.id },
    { kind: 'course', itemId: draft.id },
    { kind: 'bundle', itemId: bundle._id },
  ]
  const visit = async (items: readonly object[]) => site.call('POST', '/checkout/cart', { body: { items } })
  const { data } = (await visit(keys)).body
  expect(data).toMatchObject({ items: [{ itemId: bundle._id, listPrice: 290_000, price: 150_000 }], total: 150_000 })
  expect(data.notes).toHaveLength(2)
  for (const { kind, itemId } of [keys[0], keys[2]] as { kind: string; itemId: string }[])
    await put(student, kind, itemId)
  expect(await show(student)).toMatchObject({ items: data.items, total: data.total })
  expect((await visit([keys[0] ?? {}])).body.data).toMatchObject({
    items: [{ price: 90_000 }],
    total: 90_000,
    notes: [],
  })
  expect((await visit([])).body.data).toEqual({ items: [], total: 0, notes: [] })
  expect((await visit([{ kind: 'course', itemId: 'bukan-id' }])).status).toBe(404)
  expect((await visit(Array.from({ length: maximumCartItems + 1 }, () => keys[0] ?? {}))).status).toBe(422)
})
