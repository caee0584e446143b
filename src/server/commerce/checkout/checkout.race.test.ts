import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayMs } from '#contract/kit/durations.ts'
import { password } from '#testing/factories.ts'
import { holdLock } from '#testing/hold-lock.ts'
import { startTestSite, type TestSite } from '#testing/test-site.ts'

// Races need a database with more than one connection, so these tests run on PostgreSQL.

let site: TestSite
beforeAll(async () => void (site = await startTestSite()))
afterAll(() => site.close())

test('100 concurrent checkouts of one student and course give one transaction, one order and one token', async () => {
  const course = await site.createCourse()
  const student = await site.createStudent()
  const responses = await Promise.all(
    Array.from({ length: 100 }, () =>
      site.call('POST', '/checkout', { token: student.token, body: { courseId: course.id } }),
    ),
  )
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]))
  expect(new Set(responses.map(({ body }) => body.data.token)).size).toBe(1)
  expect(site.sandbox.listOrders()).toHaveLength(1)
  expect((await site.call('GET', '/my-transaction', { token: student.token })).body.data).toHaveLength(1)
})

test('20 concurrent refreshes and repeated notifications grant access once and issue one invoice', async () => {
  const course = await site.createCourse()
  const student = await site.createStudent()
  const { body } = await site.call('POST', '/checkout', { token: student.token, body: { courseId: course.id } })
  const order = site.sandbox.listOrders().find((candidate) => candidate.token === body.data.token)
  site.sandbox.setChaos({ extraCopies: 5 }, order?.orderId)
  site.sandbox.pay(order?.orderId ?? '')
  await Promise.all(
    Array.from({ length: 20 }, () =>
      site.call('POST', `/my-transaction/${body.data.transactionId}/refresh`, { token: student.token }),
    ),
  )
  await site.sandbox.idle()
  expect((await site.app.modules.catalog.findCourse(course.id))?.studentCount).toBe(1)
  const { invoices, refundTasks } = await import('#server/commerce/tables.ts')
  expect(await site.database.query.select().from(invoices)).toHaveLength(1)
  expect(await site.database.query.select().from(refundTasks)).toEqual([])
})

test('free carts of the same courses in opposite order never wait for each other', async () => {
  const courses = []
  for (let made = 0; made < 6; made++) courses.push(await site.createCourse({ price: 0 }))
  const items = courses.map(({ id }) => ({ courseId: id }))
  for (let round = 0; round < 3; round++) {
    const students = await Promise.all(Array.from({ length: 10 }, () => site.createStudent()))
    const responses = await Promise.all(
      students.map(({ token }, index) =>
        site.call('POST', '/checkout', { token, body: { items: index % 2 === 0 ? items : items.toReversed() } }),
      ),
    )
    expect(responses.map(({ status }) => status)).toEqual(students.map(() => 200))
  }
})

test('a price with a promo code is shown while checkouts hold the code', async () => {
  const course = await site.createCourse({ price: 500_000 })
  const now = site.clock.now()
  const lives = { startsAt: now, endsAt: new Date(now.getTime() + dayMs), totalLimit: 5 }
  await site.database.transaction((tx) =>
    site.app.modules.commerce.createPromo(tx, { code: 'RAMAI', kind: 'fixed-price', value: 89_000, ...lives }),
  )
  const held = Promise.withResolvers<void>()
  const quoted = Promise.withResolvers<void>()
  const checkout = site.database.transaction(async (tx) => {
    await tx.execute(sql`select 1 from promo_codes where code = 'RAMAI' for update`)
    held.resolve()
    await quoted.promise
  })
  await held.promise
  const { body } = await site.call('POST', '/checkout/quote', { body: { courseId: course.id, promoCode: 'RAMAI' } })
  expect(body.data).toMatchObject({ total: 89_000 })
  quoted.resolve()
  await checkout
})

test('of 20 concurrent checkouts one redeems the last use of a promo code', async () => {
  const course = await site.createCourse({ price: 500_000 })
  const now = site.clock.now()
  await site.database.transaction((tx) =>
    site.app.modules.commerce.createPromo(tx, {
      code: 'TERAKHIR',
      kind: 'fixed-price',
      value: 89_000,
      startsAt: now,
      endsAt: new Date(now.getTime() + dayMs),
      totalLimit: 1,
    }),
  )
  const students = await Promise.all(Array.from({ length: 20 }, () => site.createStudent()))
  const responses = await Promise.all(
    students.map(({ token }) =>
      site.call('POST', '/checkout', { token, body: { courseId: course.id, promoCode: 'TERAKHIR' } }),
    ),
  )
  expect(responses.map(({ status }) => status).toSorted()).toEqual([200, ...Array.from({ length: 19 }, () => 422)])
})

test('a checkout that runs while its account is deleted opens no order', async () => {
  const course = await site.createCourse()
  const { id, token, email } = await site.createStudent()
  // The audit entry is the last that a deletion writes.
  const { whenWaiting, release } = await holdLock(site.database, sql`lock table audit_entries in share mode`)
  const deletion = site.call('POST', '/me/deletion', { token, body: { email, password } })
  await whenWaiting(1)
  const checkout = site.call('POST', '/checkout', { token, body: { courseId: course.id } })
  await whenWaiting(2)
  await release()
  const { status, body } = await checkout
  expect([(await deletion).status, status, body.code]).toEqual([200, 401, 'unauthorized'])
  const orders = sql`select buyer_name, state from transactions where student_id = ${id}`
  expect((await site.database.query.execute(orders)).rows).toEqual([])
})

test('50 concurrent sign-ups with one email address create one account', async () => {
  const person = { name: 'Kembar Lima', email: 'kembar@contoh.id', password: 'kopi-tubruk-7' }
  // One client address each, because password hashing is queued per client.
  const responses = await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      site.call('POST', '/sign-up', { body: person, client: `10.0.0.${index}` }),
    ),
  )
  expect(responses.filter(({ status }) => status === 201)).toHaveLength(1)
  expect(responses.filter(({ status }) => status === 409)).toHaveLength(49)
})
