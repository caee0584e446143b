import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { minuteMs } from '#contract/kit/durations.ts'
import type { MadeCourse, SignedIn } from '#testing/factories.ts'
import { offerTransfers, openTransfer, sendProof } from '#testing/materials/transfers.ts'
import { startTestSite, type TestSite } from '#testing/test-site.ts'

// Orders that wait for a payment take what others need: of a price there are 999 amounts for transfers.

let site: TestSite
let course: MadeCourse
beforeAll(async () => {
  site = await startTestSite()
  await offerTransfers(site)
  course = await site.createCourse({ price: 89_000 })
})
afterAll(() => site.close())

let receivers = 0
const gift = () => ({ email: `penerima${++receivers}@contoh.id`, name: 'Rina' })
const order = ({ token }: SignedIn, body: object) =>
  site.call('POST', '/checkout', { token, body: { courseId: course.id, ...body } })

/** Orders for gifts, never more in a minute than a student may open. */
async function openOrders(student: SignedIn, count: number, method: 'card' | 'transfer') {
  const wanted = Array.from({ length: count }, () => ({ method, gift: gift() }))
  const ids: string[] = []
  for (const [index, body] of wanted.entries()) {
    if (index % 10 === 0) site.clock.advance(minuteMs)
    ids.push((await order(student, body)).body.data.transactionId)
  }
  site.clock.advance(minuteMs)
  return { wanted, ids }
}

test('a student has at most twenty unpaid orders; what to do is said, the same order is still found, and one that is cancelled makes room', async () => {
  const [student, other] = [await site.createStudent(), await site.createStudent()]
  const { wanted, ids } = await openOrders(student, 20, 'card')
  const { status, body } = await order(student, { gift: gift() })
  expect([status, body.code, body.message]).toEqual([
    409,
    'too-many-open',
    expect.stringMatching(/batalkan.*Transaksi/),
  ])
  expect((await order(student, wanted[0] ?? {})).body.data.transactionId).toBe(ids[0])
  expect((await order(other, {})).status).toBe(200)
  const free = await site.createCourse({ price: 0 })
  expect((await order(student, { courseId: free.id })).status).toBe(200)
  const cancelled = await site.call('POST', `/my-transaction/${ids[0]}/cancel`, { token: student.token })
  expect([cancelled.status, (await order(student, {})).status]).toEqual([200, 200])
})

test('at most ten of them by transfer; by card there is room for others', async () => {
  const student = await site.createStudent()
  await openOrders(student, 10, 'transfer')
  expect((await order(student, { method: 'transfer' })).body.code).toBe('too-many-open')
  expect((await order(student, { method: 'card' })).status).toBe(200)
})

test('orders of several courses at the same moment do not get past the limit', async () => {
  const student = await site.createStudent()
  await openOrders(student, 19, 'card')
  const courses = []
  for (let made = 0; made < 5; made++) courses.push(await site.createCourse({ price: 89_000 }))
  const responses = await Promise.all(courses.map(({ id }) => order(student, { courseId: id })))
  expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409])
})

describe('what became free', () => {
  const open = async (method: 'card' | 'transfer') => {
    const student = await site.createStudent()
    const { id } = await site.createCourse({ price: 89_000 })
    const { transactionId } = (await order(student, { courseId: id, method })).body.data
    const made = site.sandbox.listOrders().at(-1)
    if (method === 'card') site.sandbox.payLater(made?.orderId ?? '')
    await site.sandbox.idle()
    await site.call('PATCH', `/courses/${id}`, { token: (await site.createAdmin()).token, body: { price: 0 } })
    const state = async () =>
      (await site.call('GET', `/my-transaction/${transactionId}`, { token: student.token })).body.data.state
    return { student, courseId: id, state, orderId: made?.orderId ?? '' }
  }

  test.each(['card', 'transfer'] as const)(
    'ends the open order by %s when it is started at the checkout',
    async (method) => {
      const { student, courseId, state } = await open(method)
      expect(await state()).toBe('pending')
      expect((await order(student, { courseId })).body.data).toMatchObject({ transactionId: null })
      expect(await state()).toBe('cancelled')
    },
  )

  test('ends it at the provider when it is started on the page of the course', async () => {
    const { student, courseId, state, orderId } = await open('card')
    expect((await site.call('POST', `/courses/${courseId}/enroll`, { token: student.token })).status).toBe(200)
    expect(await state()).toBe('cancelled')
    expect(site.sandbox.listOrders().find((each) => each.orderId === orderId)).toMatchObject({ status: 'cancel' })
  })

  test('leaves a transfer whose proof was sent to the admin, who finds it', async () => {
    const student = await site.createStudent()
    const { id } = await site.createCourse({ price: 89_000 })
    const { transactionId } = await openTransfer(site, student, { courseId: id })
    await sendProof(site, student, transactionId)
    const { token } = await site.createAdmin()
    await site.call('PATCH', `/courses/${id}`, { token, body: { price: 0 } })
    await site.call('POST', `/courses/${id}/enroll`, { token: student.token })
    const { data } = (await site.call('GET', '/admin/transfers?state=checking', { token })).body
    expect(data).toHaveLength(1)
  })

  test('ends the open orders of all that a cart opens, and of nothing else', async () => {
    const student = await site.createStudent()
    const ids = []
    for (let made = 0; made < 3; made++) ids.push((await site.createCourse({ price: 89_000 })).id)
    const [first = '', second = ''] = ids
    const opened = []
    for (const courseId of ids) opened.push((await order(student, { courseId })).body.data.transactionId)
    const given = (await order(student, { courseId: first, gift: gift() })).body.data.transactionId
    const { token } = await site.createAdmin()
    for (const id of [first, second]) await site.call('PATCH', `/courses/${id}`, { token, body: { price: 0 } })
    const items = [first, second].map((courseId) => ({ courseId }))
    const body = { items }
    expect((await site.call('POST', '/checkout', { token: student.token, body })).body.data).toMatchObject({
      transactionId: null,
    })
    const states = []
    for (const id of [...opened, given])
      states.push((await site.call('GET', `/my-transaction/${id}`, { token: student.token })).body.data.state)
    expect(states).toEqual(['cancelled', 'cancelled', 'pending', 'pending'])
  })

  test('ends the order of a gift, which nobody has to give', async () => {
    const student = await site.createStudent()
    const { id } = await site.createCourse({ price: 89_000 })
    const body = { courseId: id, gift: gift() }
    const { transactionId } = (await order(student, body)).body.data
    await site.call('PATCH', `/courses/${id}`, { token: (await site.createAdmin()).token, body: { price: 0 } })
    expect((await order(student, body)).status).toBe(422)
    const shown = await site.call('GET', `/my-transaction/${transactionId}`, { token: student.token })
    expect(shown.body.data.state).toBe('cancelled')
  })
})
