import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dayMs, minuteMs } from '#contract/kit/durations.ts'
import type { SignedIn } from '#testing/factories.ts'
import { startTestSite, type TestSite } from '#testing/test-site.ts'

let site: TestSite
let admin: SignedIn
let courseId: string
beforeAll(async () => {
  site = await startTestSite()
  admin = await site.createAdmin()
  courseId = (await site.createCourse({ title: 'Kelas Nanti', price: 89_000 })).id
})
afterAll(() => site.close())

const mailsTo = async ({ email }: SignedIn) =>
  (await site.call('GET', `/admin/mails?q=${email}`, { token: admin.token })).body.data as {
    kind: string
    subject: string
    _id: string
  }[]

async function openOrder(student?: SignedIn) {
  const buyer = student ?? (await site.createStudent())
  const { body } = await site.call('POST', '/checkout', { token: buyer.token, body: { courseId } })
  const orderId = site.sandbox.listOrders().find((order) => order.token === body.data.token)?.orderId ?? ''
  const call = async (method: 'GET' | 'POST', path = '') =>
    site.call(method, `/my-transaction/${body.data.transactionId}${path}`, { token: buyer.token })
  return { buyer, orderId, transactionId: body.data.transactionId as string, call }
}

describe('the instructions of a pending payment', () => {
  test('name the bank, the virtual account number and the deadline, in every list and page of the transaction', async () => {
    const { buyer, orderId, call } = await openOrder()
    expect((await call('GET')).body.data.instructions).toBeNull()
    site.sandbox.payLater(orderId)
    await site.sandbox.idle()
    const accountNumber = site.sandbox.findOrder(orderId)?.accountNumber
    const instructions = {
      method: 'Virtual account BCA',
      number: accountNumber,
      billerCode: null,
      qr: null,
      payBefore: expect.stringMatching(/Z$/) as string,
    }
    expect((await call('GET')).body.data).toMatchObject({ status: 'pending', instructions })
    const { body } = await site.call('GET', '/my-transaction', { token: buyer.token })
    expect(body.data).toMatchObject([{ instructions }])
    expect(new Date(body.data[0].instructions.payBefore).getTime()).toBe(site.clock.now().getTime() + dayMs)
  })

  test.each([
    ['permata_va', { method: 'Virtual account Permata', billerCode: null }],
    ['echannel', { method: 'Mandiri Bill', billerCode: '70012' }],
  ])('of %s', async (method, expected) => {
    const { orderId, call } = await openOrder()
    site.sandbox.payLater(orderId, method)
    await site.sandbox.idle()
    const { instructions } = (await call('GET')).body.data
    expect(instructions).toMatchObject({ ...expected, number: expect.stringMatching(/^\d{16}$/) as string })
  })

  test('of QRIS are a code that can be drawn', async () => {
    const { orderId, call } = await openOrder()
    site.sandbox.payLater(orderId, 'qris')
    await site.sandbox.idle()
    const { method, number, qr } = (await call('GET')).body.data.instructions
    expect([method, number, qr.size > 20, /^M\d/.test(qr.dark)]).toEqual(['QRIS', null, true, true])
  })

  test('are mailed and told in the app once, and end with the payment', async () => {
    const { buyer, orderId, transactionId, call } = await openOrder()
    // The provider counts from the choice of the method, the order from the checkout.
    site.clock.advance(minuteMs)
    site.sandbox.payLater(orderId)
    await site.sandbox.idle()
    await call('POST', '/refresh')
    const notices = await site.call('GET', '/me/notifications', { token: buyer.token })
    expect(notices.body.data).toMatchObject([
      {
        kind: 'payment-waiting',
        title: 'Menunggu pembayaran: Kelas Nanti',
        text: expect.stringMatching(/^Bayar Rp\s89/),
      },
    ])
    const [mail, ...others] = await mailsTo(buyer)
    expect([mail?.kind, mail?.subject, others]).toEqual(['payment-instructions', 'Cara membayar Kelas Nanti', []])
    const { text } = (await site.call('GET', `/admin/mails/${mail?._id}`, { token: admin.token })).body.data
    for (const part of [
      'Virtual account BCA',
      site.sandbox.findOrder(orderId)?.accountNumber,
      `/success-checkout?transaksi=${transactionId}`,
    ])
      expect(text).toContain(part)
    expect(text).toMatch(/Rp\s89\.000/)
    const [, payBefore = '-'] = /Bayar sebelum: (22 November 2026 pukul \d\d\.\d\d WIB)/.exec(text) ?? []
    expect(notices.body.data[0].text).toContain(payBefore)
    site.sandbox.pay(orderId)
    await site.sandbox.idle()
    expect((await call('GET')).body.data).toMatchObject({ status: 'success', instructions: null })
    expect((await mailsTo(buyer)).map(({ kind }) => kind).toSorted()).toEqual(['payment-instructions', 'receipt'])
  })
})

describe('cancelling an unpaid order', () => {
  test.each([
    ['before a method was chosen', () => {}],
    ['while a virtual account waits for the payment', (orderId: string) => void site.sandbox.payLater(orderId)],
    ['after a denied card', (orderId: string) => void site.sandbox.deny(orderId)],
  ])('%s ends it here and at the provider; a new order can be opened', async (_, prepare) => {
    const { buyer, orderId, transactionId, call } = await openOrder()
    prepare(orderId)
    await site.sandbox.idle()
    const { status, body } = await call('POST', '/cancel')
    expect([status, body.data.state, body.data.paymentUrl, body.data.instructions]).toEqual([
      200,
      'cancelled',
      null,
      null,
    ])
    expect(site.sandbox.findOrder(orderId)?.session).not.toBe('payable')
    expect((await call('POST', '/cancel')).body.code).toBe('not-cancellable')
    expect((await openOrder(buyer)).transactionId).not.toBe(transactionId)
  })

  test('is rejected once it is paid, also when this server has not been notified', async () => {
    const { orderId, call } = await openOrder()
    site.sandbox.setChaos({ dropNotices: 9 }, orderId)
    site.sandbox.pay(orderId)
    await site.sandbox.idle()
    const { status, body } = await call('POST', '/cancel')
    expect([status, body.code]).toEqual([409, 'not-cancellable'])
    expect((await call('GET')).body.data.status).toBe('success')
  })

  test('is 503 and changes nothing while the provider is unavailable', async () => {
    const { orderId, call } = await openOrder()
    site.sandbox.setChaos({ statusFailure: '503' }, orderId)
    expect((await call('POST', '/cancel')).status).toBe(503)
    expect((await call('GET')).body.data.status).toBe('pending')
  })

  test('is 404 for another student and for an admin', async () => {
    const { transactionId } = await openOrder()
    for (const { token } of [await site.createStudent(), admin]) {
      expect((await site.call('POST', `/my-transaction/${transactionId}/cancel`, { token })).status).toBe(404)
    }
  })
})
