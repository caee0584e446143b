import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayMs, hourMs, minuteMs } from '#contract/kit/durations.ts'
import type { SignedIn } from '#testing/factories.ts'
import { buy, openOrder } from '#testing/materials/purchases.ts'
import { startTestSite, type TestSite } from '#testing/test-site.ts'

let site: TestSite
let admin: SignedIn
beforeAll(async () => {
  site = await startTestSite()
  admin = await site.createAdmin()
})
afterAll(() => site.close())

async function pass(ms: number): Promise<void> {
  site.clock.advance(ms)
  await site.app.modules.commerce.runDueWork()
  await site.sandbox.idle()
}
const transaction = async ({ token }: SignedIn, id: string) =>
  (await site.call('GET', `/my-transaction/${id}`, { token })).body.data
const alerts = async () =>
  (await site.mailsTo(admin.email)).filter(({ subject }) => subject.startsWith('Perlu diperiksa: pengembalian dana'))

/** A cart paid by card, of which one item was bought meanwhile. The bank has not settled it yet. */
async function payTwice(): Promise<{ student: SignedIn; orderId: string; transactionId: string }> {
  const student = await site.createStudent()
  const [first, second] = [await site.createCourse({ price: 100_000 }), await site.createCourse({ price: 200_000 })]
  const cart = await openOrder(site, student, { items: [{ courseId: first.id }, { courseId: second.id }] })
  const single = await openOrder(site, student, { courseId: first.id })
  for (const { orderId } of [single, cart]) {
    site.sandbox.pay(orderId)
    await site.sandbox.idle()
  }
  return { student, ...cart }
}

test('what is owed of a card payment that the bank has not settled is refunded once the bank has', async () => {
  const { student, orderId, transactionId } = await payTwice()
  await pass(6 * minuteMs)
  expect(await transaction(student, transactionId)).toMatchObject({ state: 'paid', refunded: 0 })
  site.sandbox.settle(orderId)
  await site.sandbox.idle()
  await pass(13 * hourMs)
  expect(await transaction(student, transactionId)).toMatchObject({ state: 'partially_refunded', refunded: 100_000 })
  expect(await alerts()).toEqual([])
})

test('what the provider refuses for three days is told to admins, once', async () => {
  const { student, orderId, transactionId } = await payTwice()
  site.sandbox.setChaos({ rejectRefunds: true }, orderId)
  for (let day = 0; day < 3; day++) await pass(dayMs - 1)
  expect(await alerts()).toEqual([])
  await pass(dayMs)
  await pass(dayMs)
  expect(await transaction(student, transactionId)).toMatchObject({ state: 'paid', refunded: 0 })
  expect((await alerts()).map(({ text }) => /Rp\s100\.000/.test(text))).toEqual([true])
})

test('an approved request that the provider refuses now is refunded later; staff who refund learn it at once', async () => {
  const [student, staff] = [await site.createStudent(), await site.createAdmin()]
  const course = await site.createCourse({ price: 100_000 })
  const { orderId, transactionId } = await buy(site, student, { courseId: course.id })
  site.sandbox.setChaos({ rejectRefunds: true }, orderId)
  await site.stepUp(staff)
  const call = (path: string, body: object, { token }: SignedIn = staff) => site.call('POST', path, { token, body })
  expect((await call(`/admin/transactions/${transactionId}/refund`, { reason: 'Salah beli' })).body.code).toBe(
    'refund-refused',
  )
  await call(`/my-transaction/${transactionId}/refund-request`, { reason: 'Terlalu sulit' }, student)
  const [request] = (await site.call('GET', '/admin/refund-requests', { token: staff.token })).body.data
  expect(
    (await call(`/admin/refund-requests/${request._id}/approve`, { sentence: 'Dananya kami kembalikan.' })).status,
  ).toBe(200)
  expect(await transaction(student, transactionId)).toMatchObject({ state: 'paid' })
  site.sandbox.setChaos({ rejectRefunds: false }, orderId)
  await pass(13 * hourMs)
  expect(await transaction(student, transactionId)).toMatchObject({ state: 'refunded', refunded: 100_000 })
})
