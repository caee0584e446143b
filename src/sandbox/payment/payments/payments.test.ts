import { expect, onTestFinished, test } from 'vitest'
import { type PaymentSandboxOptions } from '#sandbox/payment/index.ts'
import {
  base,
  basicAuth,
  charge,
  createBody,
  openOrder,
  post,
  readStatus,
  startClock,
  startMerchant,
  startSandbox,
} from '#sandbox/payment/sandbox-for-tests.ts'

function start(options: Partial<PaymentSandboxOptions> = {}) {
  const merchant = startMerchant()
  const clock = startClock()
  const sandbox = startSandbox({ deliver: merchant.deliver, clock, ...options })
  onTestFinished(() => sandbox.close())
  return { merchant, clock, sandbox, control: sandbox.control }
}

const card = (number: string, otp?: string) => ({
  method: 'credit_card',
  number,
  expiry: '12/39',
  cvv: '123',
  ...(otp ? { otp } : {}),
})
const minuteMs = 60_000

test.each([
  ['4811 1111 1111 1114', '112233', '200', 'capture'],
  ['5211 1111 1111 1117', '112233', '200', 'capture'],
  ['4916 9940 6425 2017', '112233', '200', 'capture'],
  ['4411 1111 1111 1118', undefined, '200', 'capture'],
  ['4556 5579 5572 6624', undefined, '200', 'capture'],
  ['4911 1111 1111 1113', '112233', '202', 'deny'],
  ['5111 1111 1111 1118', '112233', '202', 'deny'],
  ['4711 1111 1111 1115', undefined, '202', 'deny'],
  ['4611 1111 1111 1116', undefined, '202', 'deny'],
  ['4472 4298 6999 6670', undefined, '202', 'deny'],
  ['4024 0071 7626 5022', undefined, '201', 'pending'],
])('the sandbox card %s with OTP %s ends as %s %s', async (number, otp, statusCode, status) => {
  const { sandbox } = start()
  const { token } = await openOrder(sandbox, 'ORDER-1')
  if (otp) expect(await charge(sandbox, token, card(number))).toEqual({ otpRequired: true })
  expect(await charge(sandbox, token, card(number, otp))).toMatchObject({
    status_code: statusCode,
    transaction_status: status,
    order_id: 'ORDER-1',
    gross_amount: '89000.00',
  })
})

test('an invalid card form charges nothing and names the field', async () => {
  const { sandbox } = start()
  const { token } = await openOrder(sandbox, 'ORDER-1')
  expect(await charge(sandbox, token, card('4000 0000 0000 0000'))).toMatchObject({ problem: { field: 'number' } })
  expect(await charge(sandbox, token, { ...card('4411 1111 1111 1118'), expiry: '10/26' })).toMatchObject({
    problem: { field: 'expiry' },
  })
  expect(await charge(sandbox, token, { ...card('4411 1111 1111 1118'), cvv: '999' })).toMatchObject({
    problem: { field: 'cvv' },
  })
  expect(await readStatus(sandbox, 'ORDER-1')).toMatchObject({ status_code: '404' })
})

test('a wrong OTP is a denied attempt, and the session stays payable', async () => {
  const { sandbox } = start()
  const { token } = await openOrder(sandbox, 'ORDER-1')
  expect(await charge(sandbox, token, card('4811 1111 1111 1114', '000000'))).toMatchObject({
    transaction_status: 'deny',
  })
  expect(await charge(sandbox, token, card('4811 1111 1111 1114', '112233'))).toMatchObject({
    transaction_status: 'capture',
  })
})

test('a card still being verified is captured after 60 seconds', async () => {
  const { sandbox, clock, control, merchant } = start()
  const { token } = await openOrder(sandbox, 'ORDER-1')
  await charge(sandbox, token, card('4024 0071 7626 5022'))
  clock.advanceMs(59_000)
  expect(await readStatus(sandbox, 'ORDER-1')).toMatchObject({ transaction_status: 'pending' })
  clock.advanceMs(1_000)
  expect(await readStatus(sandbox, 'ORDER-1')).toMatchObject({ transaction_status: 'capture' })
  await control.idle()
  expect(merchant.statuses()).toEqual(['pending', 'capture'])
})

test('two simultaneous pay requests make one charge, and the second gets 406', async () => {
  const { sandbox, control } = start()
  const { token } = await openOrder(sandbox, 'ORDER-1')
  const responses = await Promise.all([
    charge(sandbox, token, { shortCut: 'pay' }),
    charge(sandbox, token, { shortCut: 'pay' }),
  ])
  expect(responses.map((response) => response['status_code']).toSorted()).toEqual(['200', '406'])
  expect(responses).toContainEqual({ status_code: '406', status_message: ['transaction has been processed'] })
  expect(control.webhookLog()).toHaveLength(1)
})

test('Bayar Nanti issues a number that Bayar then pays; Tolak fails the attempt and leaves the order payable', async () => {
  const { sandbox, merchant, control } = start()
  const { token } = await openOrder(sandbox, 'ORDER-1')
  expect(await charge(sandbox, token, { shortCut: 'deny' })).toMatchObject({
    status_code: '202',
    transaction_status: 'deny',
  })
  const waiting = await charge(sandbox, token, { shortCut: 'pay-later' })
  expect(waiting).toMatchObject({
    status_code: '201',
    payment_type: 'bank_transfer',
    va_numbers: [{ bank: 'bca', va_number: expect.stringMatching(/^\d{16}$/) }],
  })
  expect(await charge(sandbox, token, { shortCut: 'pay-later' })).toEqual(waiting)
  expect(await charge(sandbox, token, { shortCut: 'pay' })).toMatchObject({
    status_code: '200',
    transaction_status: 'settlement',
  })
  await control.idle()
  expect(merchant.statuses()).toEqual(['deny', 'pending', 'settlement'])
})

test('a repeated order id before a charge gets a new token and invalidates the first; after a charge it is rejected', async () => {
  const { sandbox, control } = start()
  const first = await openOrder(sandbox, 'ORDER-1')
  const second = await openOrder(sandbox, 'ORDER-1')
  expect(await charge(sandbox, first.token, { shortCut: 'pay' })).toMatchObject({ status_code: '404' })
  await charge(sandbox, second.token, { shortCut: 'pay-later' })
  await expect(openOrder(sandbox, 'ORDER-1')).rejects.toThrow('transaction_details.order_id has already been taken')
  control.pay('ORDER-1')
  await expect(openOrder(sandbox, 'ORDER-1')).rejects.toThrow(
    'transaction_details.order_id has been paid and utilized, please use another order ID',
  )
})

test('a session is cancelled once, and not while a payment is pending', async () => {
  const { sandbox } = start()
  const cancel = async (token: string) =>
    (await sandbox.fetch(post(`/snap/v1/transactions/${token}/cancel`, {}))).json()
  const { token } = await openOrder(sandbox, 'ORDER-1')
  expect(await cancel(token)).toEqual({ canceled_at: '2026-11-21 10:00:00' })
  expect(await cancel(token)).toEqual({ error_messages: ['token already canceled'] })
  expect(await cancel('unknown')).toEqual({ error_messages: ['token not found'] })
  expect(await charge(sandbox, token, { shortCut: 'pay' })).toMatchObject({ status_code: '404' })
  const busy = await openOrder(sandbox, 'ORDER-2')
  await charge(sandbox, busy.token, { shortCut: 'pay-later' })
  expect(await cancel(busy.token)).toEqual({ error_messages: ['Transaction is on progress'] })
})

test('a page that expires uncharged sends no notification, and its status stays 404', async () => {
  const { sandbox, clock, control, merchant } = start()
  const { token } = await openOrder(sandbox, 'ORDER-1', { expiry: { unit: 'minutes', duration: 15 } })
  clock.advanceMs(15 * minuteMs)
  expect(await charge(sandbox, token, { shortCut: 'pay' })).toMatchObject({ status_code: '407' })
  await control.idle()
  expect(merchant.received).toEqual([])
  expect(await readStatus(sandbox, 'ORDER-1')).toMatchObject({
    status_code: '404',
    status_message: "Transaction doesn't exist.",
  })
  expect(control.findOrder('ORDER-1')).toMatchObject({ session: 'expired', status: null })
})

test('a pending number that expires sends expire; without a start time the expiry counts from its issue', async () => {
  const { sandbox, clock, control, merchant } = start()
  const { token } = await openOrder(sandbox, 'ORDER-1', { expiry: { unit: 'minutes', duration: 15 } })
  clock.advanceMs(10 * minuteMs)
  expect(await charge(sandbox, token, { method: 'bni_va' })).toMatchObject({
    transaction_status: 'pending',
    expiry_time: '2026-11-21 10:25:00',
  })
  clock.advanceMs(14 * minuteMs)
  expect(await readStatus(sandbox, 'ORDER-1')).toMatchObject({ transaction_status: 'pending' })
  clock.advanceMs(minuteMs)
  await control.idle()
  expect(merchant.statuses()).toEqual(['pending', 'expire'])
  expect(merchant.received[1]?.body['status_code']).toBe('202')
  expect(await charge(sandbox, token, { shortCut: 'pay' })).toEqual({
    status_code: '407',
    status_message: ['transaction has expired'],
  })
  expect(await readStatus(sandbox, 'ORDER-1')).toMatchObject({ status_code: '407' })
})

test('with page_expiry alone the number can be paid after the page expired', async () => {
  const { sandbox, clock, control } = start()
  const { token } = await openOrder(sandbox, 'ORDER-1', { page_expiry: { unit: 'minutes', duration: 5 } })
  await charge(sandbox, token, { method: 'bri_va' })
  clock.advanceMs(6 * minuteMs)
  expect(await charge(sandbox, token, { shortCut: 'pay' })).toMatchObject({ status_code: '407' })
  const number = control.findOrder('ORDER-1')?.accountNumber
  expect(number).toMatch(/^\d{16}$/)
  expect(control.settle('ORDER-1')).toMatchObject({ status: 'settlement' })
})

test('a payment expires on time without any request', async () => {
  const { sandbox, control, merchant } = start({ clock: { now: () => new Date() } })
  const startAt = new Date(Date.now() - 19_800).toISOString().slice(0, 19).replace('T', ' ')
  await openOrder(sandbox, 'ORDER-1', {
    expiry: { start_time: `${startAt} +0000`, unit: 'second', duration: 21 },
    page_expiry: { unit: 'day', duration: 1 },
  })
  control.payLater('ORDER-1')
  await expect.poll(merchant.statuses).toEqual(['pending', 'expire'])
})

test('QRIS is valid for 15 minutes and accepts at most 10 million', async () => {
  const { sandbox } = start()
  const { token } = await openOrder(sandbox, 'ORDER-1')
  expect(await charge(sandbox, token, { method: 'qris' })).toMatchObject({
    payment_type: 'qris',
    expiry_time: '2026-11-21 10:15:00',
    qr_string: expect.stringMatching(/^000201010212/) as string,
  })
  const big = await openOrder(sandbox, 'ORDER-2', createBody('ORDER-2', 10_000_001))
  expect(await charge(sandbox, big.token, { method: 'qris' })).toMatchObject({ status_code: '400' })
})

test('a method that the merchant did not enable is rejected', async () => {
  const { sandbox } = start()
  const { token } = await openOrder(sandbox, 'ORDER-1', { enabled_payments: ['credit_card'] })
  expect(await charge(sandbox, token, { method: 'bca_va' })).toMatchObject({ status_code: '402' })
  expect(await charge(sandbox, token, { shortCut: 'pay-later' })).toMatchObject({ status_code: '201' })
})

test('what the buyer paid can be refunded, with the fee: the price alone is a partial refund', async () => {
  const { sandbox, control } = start()
  await openOrder(sandbox, 'ORDER-1')
  control.setChaos({ buyerFeeIdr: 4_000 }, 'ORDER-1')
  control.payLater('ORDER-1')
  control.pay('ORDER-1')
  expect(control.refund('ORDER-1', { amountIdr: 89_000 })).toMatchObject({ status: 'partial_refund' })
  expect(() => control.refund('ORDER-1', { amountIdr: 4_001 })).toThrow('Refund amount is invalid')
  expect(control.refund('ORDER-1')).toMatchObject({ status: 'refund', refundedIdr: 93_000 })
})

test('a refund sends two notifications: without, then with the confirmation of the bank', async () => {
  const { sandbox, control, merchant } = start()
  await openOrder(sandbox, 'ORDER-1')
  control.pay('ORDER-1')
  control.settle('ORDER-1')
  control.refund('ORDER-1', { amountIdr: 9_000 })
  control.refund('ORDER-1', { key: 'R-2' })
  await control.idle()
  const refunds = merchant.received.slice(2).map(({ body }) => ({
    status: body['transaction_status'],
    total: body['refund_amount'],
    confirmed: (body['refunds'] as { bank_confirmed_at?: string }[]).map((one) => 'bank_confirmed_at' in one),
  }))
  expect(refunds).toEqual([
    { status: 'partial_refund', total: '9000.00', confirmed: [false] },
    { status: 'partial_refund', total: '9000.00', confirmed: [true] },
    { status: 'refund', total: '89000.00', confirmed: [true, false] },
    { status: 'refund', total: '89000.00', confirmed: [true, true] },
  ])
})

test('captured cards settle automatically the next day; a chargeback reverses a settled payment', async () => {
  const { sandbox, control } = start()
  await openOrder(sandbox, 'ORDER-1')
  control.pay('ORDER-1')
  control.advanceClock(24 * 60 * minuteMs)
  expect(control.findOrder('ORDER-1')).toMatchObject({ status: 'settlement' })
  expect(control.chargeback('ORDER-1')).toMatchObject({ status: 'chargeback' })
  expect(() => control.refund('ORDER-1')).toThrow('Transaction status cannot be updated.')
})

test('an id with special characters matches only the order with that id', async () => {
  const { sandbox, control } = start()
  await openOrder(sandbox, 'OTHER')
  control.pay('OTHER')
  const response = await sandbox.fetch(new Request(`${base}/v2//status`, { headers: { authorization: basicAuth } }))
  expect(response.status).toBe(404)
  expect(await readStatus(sandbox, '../v2/OTHER/status?x=')).toMatchObject({ status_code: '404' })
})
