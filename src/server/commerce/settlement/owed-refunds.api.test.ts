import { afterAll, beforeAll, expect, test } from 'vitest'
import { hourMs, minuteMs } from '#contract/kit/durations.ts'
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
  await site.runDue('commerce')
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

async function askAndApprove(student: SignedIn, transactionId: string, asked: { reason: string; lineIds?: string[] }) {
  const { token } = await site.createAdmin()
  await site.call('POST', `/my-transaction/${transactionId}/refund-request`, { token: student.token, body: asked })
  const [request] = (await site.call('GET', '/admin/refund-requests?state=open', { token })).body.data
  const approve = `/admin/refund-requests/${request._id}/approve`
  const body = { sentence: 'Dananya kami kembalikan.' }
  expect((await site.call('POST', approve, { token, body })).status).toBe(200)
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

test('what the provider refuses for good is told to admins at once, once', async () => {
  const { student, orderId, transactionId } = await payTwice()
  site.sandbox.settle(orderId)
  site.sandbox.setChaos({ rejectRefunds: true }, orderId)
  await site.sandbox.idle()
  for (let times = 0; times < 3; times++) await pass(6 * minuteMs)
  expect(await transaction(student, transactionId)).toMatchObject({ state: 'paid', refunded: 0 })
  expect((await alerts()).map(({ text }) => /Rp\s100\.000/.test(text))).toEqual([true])
})

test('what staff refunded at the provider meanwhile is not refunded again', async () => {
  const { student, orderId, transactionId } = await payTwice()
  await pass(6 * minuteMs)
  site.sandbox.settle(orderId)
  site.sandbox.refund(orderId, { amountIdr: 100_000 })
  await site.sandbox.idle()
  await pass(13 * hourMs)
  expect(await transaction(student, transactionId)).toMatchObject({ state: 'partially_refunded', refunded: 100_000 })
})

test('who asks for all of a purchase whose duplicate is still due gets all of it', async () => {
  const { student, orderId, transactionId } = await payTwice()
  await pass(6 * minuteMs)
  await askAndApprove(student, transactionId, { reason: 'Ternyata bukan yang kucari' })
  site.sandbox.settle(orderId)
  await site.sandbox.idle()
  await pass(13 * hourMs)
  expect(await transaction(student, transactionId)).toMatchObject({ state: 'refunded', refunded: 300_000 })
})

test('who asks for the very item whose duplicate is still due gets its price back once, and keeps the other', async () => {
  const { student, orderId, transactionId } = await payTwice()
  await pass(6 * minuteMs)
  const { items } = await transaction(student, transactionId)
  const duplicate = items.find(({ price }: { price: number }) => price === 100_000)
  await askAndApprove(student, transactionId, { reason: 'Sudah kubeli terpisah', lineIds: [duplicate.lineId] })
  site.sandbox.settle(orderId)
  await site.sandbox.idle()
  await pass(13 * hourMs)
  const after = await transaction(student, transactionId)
  expect(after).toMatchObject({ state: 'partially_refunded', refunded: 100_000 })
  expect(after.items.map(({ refunded }: { refunded: number }) => refunded).toSorted()).toEqual([0, 100_000])
})

test('staff who refund learn at once that the provider refuses', async () => {
  const [student, staff] = [await site.createStudent(), await site.createAdmin()]
  const course = await site.createCourse({ price: 100_000 })
  const { orderId, transactionId } = await buy(site, student, { courseId: course.id })
  site.sandbox.setChaos({ rejectRefunds: true }, orderId)
  await site.stepUp(staff)
  const refund = `/admin/transactions/${transactionId}/refund`
  const { body } = await site.call('POST', refund, { token: staff.token, body: { reason: 'Salah beli' } })
  expect(body.code).toBe('refund-refused')
})
