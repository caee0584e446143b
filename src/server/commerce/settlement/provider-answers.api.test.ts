import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { MadeCourse } from '#testing/factories.ts'
import { startTestSite, type TestSite } from '#testing/test-site.ts'

// Answers as Midtrans gives them for some banks and channels: each pays for a purchase.

let site: TestSite
let course: MadeCourse
beforeAll(async () => {
  site = await startTestSite()
  course = await site.createCourse({ price: 89_000, lessons: 1 })
})
afterAll(() => site.close())

async function buyer() {
  const student = await site.createStudent()
  const { body } = await site.call('POST', '/checkout', { token: student.token, body: { courseId: course.id } })
  const orderId = site.sandbox.listOrders().find((order) => order.token === body.data.token)?.orderId ?? ''
  const show = async () =>
    (await site.call('GET', `/my-transaction/${body.data.transactionId}`, { token: student.token })).body.data
  return { student, orderId, show }
}

async function pay(orderId: string) {
  site.sandbox.pay(orderId)
  await site.sandbox.idle()
}

test('a fee that the provider charges to the buyer is no other amount: the purchase is paid, and the invoice names the fee', async () => {
  const { student, orderId, show } = await buyer()
  site.sandbox.setChaos({ buyerFeeIdr: 4_000 }, orderId)
  await pay(orderId)
  expect(await show()).toMatchObject({ state: 'paid', amount: 89_000, total: 89_000, providerFee: 4_000 })
  expect(await site.app.modules.learning.isEnrolled(student.id, course.id)).toBe(true)
})

test('the price of a purchase with a fee of the buyer goes back as a whole: access and books end, the fee stays', async () => {
  const { student, orderId, show } = await buyer()
  const admin = await site.createAdmin()
  site.sandbox.setChaos({ buyerFeeIdr: 4_000 }, orderId)
  await pay(orderId)
  site.sandbox.settle(orderId)
  await site.sandbox.idle()
  const { _id: id } = await show()
  const refund = (reason: string) =>
    site.call('POST', `/admin/transactions/${id}/refund`, { token: admin.token, body: { reason } })
  expect((await refund('Salah pilih kelas')).body.data).toMatchObject({ state: 'refunded', refunded: 89_000 })
  expect(site.sandbox.findOrder(orderId)).toMatchObject({ status: 'partial_refund', refundedIdr: 89_000 })
  expect(await site.app.modules.learning.isEnrolled(student.id, course.id)).toBe(false)
  expect((await refund('Sekali lagi')).body.code).toBe('not-refundable')
  site.sandbox.refund(orderId)
  await site.sandbox.idle()
  expect(await show()).toMatchObject({ state: 'refunded', refunded: 89_000 })
})

test('less than the price is never accepted, whatever the original amount says', async () => {
  const { orderId, show } = await buyer()
  site.sandbox.setChaos({ buyerFeeIdr: -4_000 }, orderId)
  await pay(orderId)
  expect((await show()).state).toBe('review')
})

test('a status whose order id is the transaction id belongs to the order that was asked for', async () => {
  const { orderId, show } = await buyer()
  site.sandbox.setChaos({ orderIdIsTransactionId: true }, orderId)
  await pay(orderId)
  expect((await show()).state).toBe('paid')
})

test('numbers, missing decimals and nulls in answers and notifications are read', async () => {
  const { orderId, show } = await buyer()
  site.sandbox.setChaos({ numbersAndNulls: true }, orderId)
  site.sandbox.payLater(orderId)
  await site.sandbox.idle()
  expect((await show()).state).toBe('pending')
  await pay(orderId)
  expect((await show()).state).toBe('paid')
  expect(
    site.sandbox.webhookLog(orderId).flatMap(({ attempts }) => attempts.map(({ responseCode }) => responseCode)),
  ).toEqual([200, 200])
})

test.each([
  ['a number', 89_000, '89000.00'],
  ['a number, signed without decimals', 89_000, '89000'],
  ['text without decimals', '89000', '89000'],
])('a notification whose gross amount is %s is accepted', async (_, amount, signedAmount) => {
  const { orderId } = await buyer()
  const signature = createHash('sha512').update(`${orderId}200${signedAmount}${site.keys.serverKey}`).digest('hex')
  const body = {
    order_id: orderId,
    status_code: 200,
    gross_amount: amount,
    signature_key: signature,
    transaction_status: 'settlement',
    fraud_status: null,
  }
  expect(
    (await site.call('POST', '/payments/notification', { body: { ...body, transaction_id: null, va_numbers: null } }))
      .status,
  ).toBe(200)
  expect((await site.call('POST', '/payments/notification', { body: { ...body, gross_amount: 1 } })).status).toBe(403)
})

test('a notification that has the transaction id in place of our order id settles the order it is known for', async () => {
  const { orderId, show } = await buyer()
  site.sandbox.payLater(orderId)
  await site.sandbox.idle()
  site.sandbox.setChaos({ dropNotices: 100 }, orderId)
  const transactionId = site.sandbox.pay(orderId).transactionId ?? ''
  const signature = createHash('sha512').update(`${transactionId}20089000.00${site.keys.serverKey}`).digest('hex')
  const body = {
    order_id: transactionId,
    transaction_id: transactionId,
    status_code: '200',
    gross_amount: '89000.00',
    signature_key: signature,
  }
  await site.call('POST', '/payments/notification', { body: { ...body, transaction_status: 'settlement' } })
  expect((await show()).state).toBe('paid')
})
