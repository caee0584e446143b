import { and, eq, isNull, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dayMs, hourMs, minuteMs } from '#contract/kit/durations.ts'
import { startTestSite, type TestSite } from '#testing/test-site.ts'
import type { MadeCourse, SignedIn } from '#testing/factories.ts'
import type { NewPromo } from './create-promo.ts'
import { paymentEvents, transactions } from '#server/commerce/tables.ts'

let site: TestSite
let course: MadeCourse
beforeAll(async () => {
  site = await startTestSite()
  course = await site.createCourse({ title: 'Kelas Mahal', price: 2_500_000, discount: 20 })
})
afterAll(() => site.close())

let made = 0
/** A code that is valid from now on, for a day. */
async function createPromo(promo: Partial<NewPromo> & Pick<NewPromo, 'kind' | 'value'>): Promise<string> {
  const code = promo.code ?? `KODE${++made}`
  const now = site.clock.now()
  const dates = { startsAt: now, endsAt: new Date(now.getTime() + dayMs) }
  await site.database.transaction((tx) => site.app.modules.commerce.createPromo(tx, { ...dates, ...promo, code }))
  return code
}

const quote = (promoCode?: string, courseId = course.id, token?: string) =>
  site.call('POST', '/checkout/quote', { body: { courseId, promoCode }, ...(token ? { token } : {}) })
const checkout = (who: SignedIn, promoCode?: string, courseId = course.id) =>
  site.call('POST', '/checkout', { token: who.token, body: { courseId, promoCode } })
const mine = async (who: SignedIn) => (await site.call('GET', '/my-transaction', { token: who.token })).body.data
const orderOf = (token: string) => site.sandbox.listOrders().find((order) => order.token === token)

describe('a quote', () => {
  test('without a code is the price after the discount', async () => {
    expect((await quote()).body.data).toEqual({
      listPrice: 2_500_000,
      discount: 500_000,
      promoDiscount: 0,
      total: 2_000_000,
    })
  })

  test.each([
    ['percent', 25, 1_500_000],
    ['percent', 100, 0],
    ['amount-off', 300_000, 1_700_000],
    ['amount-off', 9_000_000, 0],
    // A total below the minimum charge of a card is raised to it.
    ['amount-off', 1_999_999, 10_000],
    ['fixed-price', 89_000, 89_000],
    // A promo never raises the price.
    ['fixed-price', 3_000_000, 2_000_000],
  ] as const)('%s %i gives a total of %i', async (kind, value, total) => {
    const code = await createPromo({ kind, value })
    expect((await quote(code.toLowerCase())).body.data).toMatchObject({ total, promoDiscount: 2_000_000 - total })
  })

  test('says why a code has no effect, and each reason that reveals a code counts as a guess', async () => {
    const now = site.clock.now()
    const other = await site.createCourse()
    const ended = { startsAt: new Date(now.getTime() - 10), endsAt: now }
    const early = { startsAt: new Date(now.getTime() + 1000) }
    const usedUp = await createPromo({ kind: 'percent', value: 10, totalLimit: 1 })
    expect((await checkout(await site.createStudent(), usedUp)).status).toBe(200)
    const reasons = [
      ['TIDAKADA', 'Kode promo tidak valid.'],
      [await createPromo({ kind: 'percent', value: 10, ...ended }), 'Masa berlaku kode promo ini sudah habis.'],
      [await createPromo({ kind: 'percent', value: 10, ...early }), 'Kode promo ini belum mulai berlaku.'],
      [
        await createPromo({ kind: 'percent', value: 10, courseId: other.id }),
        'Kode promo ini tidak berlaku untuk yang kamu beli.',
      ],
      [usedUp, 'Kode promo ini sudah habis dipakai.'],
    ] as const
    for (const [code, reason] of reasons) {
      const { token } = await site.createStudent()
      const { status, body } = await quote(code, course.id, token)
      expect([status, body.code, body.errors]).toEqual([422, 'promo-invalid', { promoCode: reason }])
      for (let more = 0; more < 9; more++) await quote(code, course.id, token)
      expect((await quote('TEBAKAN', course.id, token)).status).toBe(429)
    }
  })

  test('reads a code however it was copied', async () => {
    const code = await createPromo({ kind: 'fixed-price', value: 89_000, code: 'HEMAT-10' })
    for (const typed of ['hemat-10\u200B', '\u202Ahemat‑10\u202C', ' ＨＥＭＡＴ－１０\u00A0', 'HЕMАT-10'])
      expect((await quote(typed)).body.data, JSON.stringify([code, typed])).toMatchObject({ total: 89_000 })
  })

  test.each([
    [{}, 422],
    [{ courseId: 'x' }, 404],
    [{ courseId: '00000000-0000-7000-8000-000000000000' }, 404],
    [{ courseId: 5 }, 422],
  ])('for %j, returns %i', async (body, status) => {
    expect((await site.call('POST', '/checkout/quote', { body })).status).toBe(status)
  })

  test('of a gift with a code that its own open order has taken already is the price of that order', async () => {
    const code = await createPromo({ kind: 'fixed-price', value: 99_000, perStudentLimit: 1 })
    const { token } = await site.createStudent()
    const gift = { email: 'penerima@example.com', name: 'Penerima' }
    const body = { courseId: course.id, promoCode: code, gift }
    expect((await site.call('POST', '/checkout', { token, body })).status).toBe(200)
    const quoted = (changes: object) => site.call('POST', '/checkout/quote', { token, body: { ...body, ...changes } })
    expect((await quoted({})).body.data).toMatchObject({ total: 99_000 })
    // For anybody else it would be the second use.
    for (const changes of [{ gift: undefined }, { gift: { ...gift, email: 'lain@example.com' } }])
      expect((await quoted(changes)).status).toBe(422)
  })
})

describe('the checkout', () => {
  test('charges what the quote said, and the invoice shows the code', async () => {
    const code = await createPromo({ kind: 'fixed-price', value: 89_000 })
    const student = await site.createStudent()
    const { body } = await checkout(student, code)
    expect(orderOf(body.data.token)?.amountIdr).toBe(89_000)
    site.sandbox.pay(orderOf(body.data.token)?.orderId ?? '')
    await site.sandbox.idle()
    const invoice = await site.call('GET', `/my-transaction/${body.data.transactionId}`, { token: student.token })
    expect(invoice.body.data).toMatchObject({
      status: 'success',
      subtotal: 2_500_000,
      discount: 500_000,
      promoCode: code,
      promoDiscount: 1_911_000,
      total: 89_000,
    })
  })

  test('rejects an invalid code and opens no transaction', async () => {
    const student = await site.createStudent()
    const { status, body } = await checkout(student, 'BOHONG')
    expect([status, body.code, await mine(student)]).toEqual([422, 'promo-invalid', []])
  })

  test('with a total of zero enrols at once, with an invoice and without calling the provider', async () => {
    const code = await createPromo({ kind: 'percent', value: 100 })
    const student = await site.createStudent()
    const orders = site.sandbox.listOrders().length
    const { body } = await checkout(student, code)
    expect([body.data.token, site.sandbox.listOrders().length]).toEqual([null, orders])
    expect(await mine(student)).toMatchObject([
      { status: 'success', amount: 0, invoiceId: expect.stringMatching(/^INV/) },
    ])
    expect(await site.app.modules.learning.isEnrolled(student.id, course.id)).toBe(true)
  })

  test('without a code keeps the code of the open transaction', async () => {
    const code = await createPromo({ kind: 'fixed-price', value: 99_000 })
    const student = await site.createStudent()
    const first = await checkout(student, code)
    const second = await checkout(student)
    expect(second.body.data.token).toBe(first.body.data.token)
  })

  test('keeps the agreed price until the session expires when the code ends; afterwards the price without the code applies', async () => {
    const code = await createPromo({
      kind: 'fixed-price',
      value: 99_000,
      endsAt: new Date(site.clock.now().getTime() + hourMs),
    })
    const student = await site.createStudent()
    const first = await checkout(student, code)
    site.clock.advance(2 * hourMs)
    expect((await checkout(student, code)).status).toBe(422)
    expect((await checkout(student)).body.data.token).toBe(first.body.data.token)
    site.clock.advance(23 * hourMs)
    const later = await checkout(student)
    expect([later.status, orderOf(later.body.data.token)?.amountIdr]).toEqual([200, 2_000_000])
  })

  test('with another code of the same price replaces the open transaction, so that the code redeemed is the one that was entered', async () => {
    const [first, second] = [
      await createPromo({ kind: 'fixed-price', value: 99_000 }),
      await createPromo({ kind: 'fixed-price', value: 99_000 }),
    ]
    const student = await site.createStudent()
    const before = await checkout(student, first)
    const after = await checkout(student, second)
    expect(after.body.data.token).not.toBe(before.body.data.token)
    const rows = await site.database.query
      .select({ state: transactions.state, code: transactions.promoCode })
      .from(transactions)
      .where(eq(transactions.studentId, student.id))
    expect(rows.sort((a, b) => a.state.localeCompare(b.state))).toEqual([
      { state: 'cancelled', code: first },
      { state: 'pending', code: second },
    ])
  })

  test('with a code added later replaces the open session by a cheaper one', async () => {
    const code = await createPromo({ kind: 'fixed-price', value: 99_000 })
    const student = await site.createStudent()
    await checkout(student)
    const { body } = await checkout(student, code)
    expect(orderOf(body.data.token)?.amountIdr).toBe(99_000)
    expect((await mine(student)).map((transaction: { state: string }) => transaction.state)).toEqual([
      'pending',
      'cancelled',
    ])
  })
})

describe('limits', () => {
  test('per student: the second use is rejected, for that student only', async () => {
    const code = await createPromo({ kind: 'fixed-price', value: 50_000, perStudentLimit: 1 })
    const [student, other] = [await site.createStudent(), await site.createStudent()]
    const elsewhere = await site.createCourse()
    expect((await checkout(student, code)).status).toBe(200)
    // The redemption of this purchase does not count against it.
    expect((await quote(code, course.id, student.token)).body.data).toMatchObject({ total: 50_000 })
    expect((await checkout(student, code, elsewhere.id)).status).toBe(422)
    expect((await quote(code, elsewhere.id, student.token)).body.errors).toEqual({
      promoCode: 'Kamu sudah memakai kode promo ini.',
    })
    expect((await checkout(other, code)).status).toBe(200)
  })

  test('in total: a use is reserved while a transaction is open, and released when it ends unpaid', async () => {
    const code = await createPromo({
      kind: 'fixed-price',
      value: 50_000,
      totalLimit: 1,
      endsAt: new Date(site.clock.now().getTime() + 30 * dayMs),
    })
    const [first, second] = [await site.createStudent(), await site.createStudent()]
    await checkout(first, code)
    expect((await checkout(first, code)).status).toBe(200)
    expect((await checkout(second, code)).status).toBe(422)
    site.clock.advance(26 * hourMs)
    await site.runDue('commerce')
    expect(await mine(first)).toMatchObject([{ state: 'expired' }])
    expect((await checkout(second, code)).status).toBe(200)
  })
})

test('one student cannot reserve all uses of a code without paying', async () => {
  const code = await createPromo({
    kind: 'fixed-price',
    value: 50_000,
    totalLimit: 3,
    endsAt: new Date(site.clock.now().getTime() + 30 * dayMs),
  })
  const [hoarder, other] = [await site.createStudent(), await site.createStudent()]
  const elsewhere = await site.createCourse()
  const first = await checkout(hoarder, code)
  expect(first.status).toBe(200)
  const courses = await Promise.all(Array.from({ length: 3 }, () => site.createCourse()))
  const more = await Promise.all(courses.map(({ id }) => checkout(hoarder, code, id)))
  expect(more.map(({ status, body }) => [status, body.errors?.promoCode])).toEqual(
    courses.map(() => [
      422,
      'Kode ini masih kamu pakai di transaksi yang belum dibayar. Selesaikan pembayaran itu dulu.',
    ]),
  )
  expect((await quote(code, elsewhere.id, hoarder.token)).body.message).toContain('belum dibayar')
  expect((await checkout(other, code)).status).toBe(200)
  // Once paid, the next use can be reserved.
  site.sandbox.pay(orderOf(first.body.data.token)?.orderId ?? '')
  await site.sandbox.idle()
  expect((await checkout(hoarder, code, elsewhere.id)).status).toBe(200)
  expect((await checkout(await site.createStudent(), code)).body.errors).toEqual({
    promoCode: 'Kode promo ini sudah habis dipakai.',
  })
  // Unpaid reservations end with their transactions.
  site.clock.advance(26 * hourMs)
  await site.runDue('commerce')
  expect((await checkout(hoarder, code, courses[0]?.id)).status).toBe(200)
})

describe('due work', () => {
  async function open() {
    const student = await site.createStudent()
    const { body } = await checkout(student)
    return { student, orderId: orderOf(body.data.token)?.orderId ?? '' }
  }

  test('finds a payment whose notification got lost', async () => {
    const { student, orderId } = await open()
    site.sandbox.setChaos({ dropNotices: 99 }, orderId)
    site.sandbox.pay(orderId)
    await site.sandbox.idle()
    await site.runDue('commerce')
    expect(await mine(student)).toMatchObject([{ status: 'pending' }])
    site.clock.advance(31_000)
    await site.runDue('commerce')
    expect(await mine(student)).toMatchObject([{ status: 'success' }])
  })

  test('continues with the next order when one cannot be settled, and retries that one', async () => {
    const [broken, whole] = [await open(), await open()]
    // An artificial constraint makes settling fail for one order only.
    await site.database.query.execute(
      sql.raw(
        `alter table enrollments add constraint fails_for_one_student check (user_id <> '${broken.student.id}') not valid`,
      ),
    )
    for (const { orderId } of [broken, whole]) {
      site.sandbox.setChaos({ dropNotices: 99 }, orderId)
      site.sandbox.pay(orderId)
    }
    await site.sandbox.idle()
    site.clock.advance(31_000)
    await site.runDue('commerce')
    expect([await mine(broken.student), await mine(whole.student)]).toMatchObject([
      [{ status: 'pending' }],
      [{ status: 'success' }],
    ])
    expect(site.unexpectedErrors.splice(0)).toMatchObject([{ orderId: broken.orderId }])
    await site.database.query.execute(sql.raw('alter table enrollments drop constraint fails_for_one_student'))
    site.clock.advance(20 * minuteMs)
    await site.runDue('commerce')
    expect(await mine(broken.student)).toMatchObject([{ status: 'success' }])
  })

  test('retries a notification that cannot be processed, after others', async () => {
    const { student, orderId } = await open()
    await site.database.query.execute(
      sql.raw(
        `alter table enrollments add constraint fails_for_one_student check (user_id <> '${student.id}') not valid`,
      ),
    )
    // Sent from here once: the provider itself would repeat it meanwhile.
    site.sandbox.setChaos({ dropNotices: 99 }, orderId)
    site.sandbox.pay(orderId)
    await site.sandbox.idle()
    const [notification] = site.sandbox.webhookLog(orderId)
    expect((await site.call('POST', '/payments/notification', { body: notification?.body ?? {} })).status).toBe(500)
    const waiting = () =>
      site.database.query
        .select({ retryAt: paymentEvents.retryAt })
        .from(paymentEvents)
        .where(and(eq(paymentEvents.orderId, orderId), isNull(paymentEvents.processedAt)))
    site.clock.advance(31_000)
    await site.runDue('commerce')
    expect((await waiting())[0]?.retryAt).toBeInstanceOf(Date)
    // As a response, from the inbox, and by reading the status of the order.
    expect(site.unexpectedErrors.splice(0)).toHaveLength(3)
    await site.database.query.execute(sql.raw('alter table enrollments drop constraint fails_for_one_student'))
    site.clock.advance(11 * minuteMs)
    await site.runDue('commerce')
    expect([await waiting(), await mine(student)]).toMatchObject([[], [{ status: 'success' }]])
  })

  test('refunds a payment for a course that the student already had', async () => {
    const { student, orderId } = await open()
    await site.database.transaction((tx) =>
      site.app.modules.learning.enroll(tx, { userId: student.id, courseId: course.id, sourceRef: 'staff:test' }),
    )
    site.sandbox.pay(orderId)
    site.sandbox.settle(orderId)
    await site.sandbox.idle()
    site.clock.advance(6 * minuteMs)
    await site.runDue('commerce')
    await site.sandbox.idle()
    expect(site.sandbox.findOrder(orderId)?.refundedIdr).toBe(2_000_000)
    expect(await mine(student)).toMatchObject([{ state: 'refunded' }])
    // Access granted by staff remains.
    expect(await site.app.modules.learning.isEnrolled(student.id, course.id)).toBe(true)
  })

  test('is idempotent', async () => {
    const { orderId } = await open()
    site.sandbox.pay(orderId)
    await site.sandbox.idle()
    for (let round = 0; round < 3; round++) {
      site.clock.advance(dayMs)
      await site.runDue('commerce')
    }
    expect(site.sandbox.findOrder(orderId)?.refundedIdr).toBe(0)
  })
})
