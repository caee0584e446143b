import { createHash } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { type Chaos } from '#sandbox/payment/index.ts'
import {
  createBody,
  openOrder,
  post,
  readStatus,
  serverKey,
  startMerchant,
  startSandbox,
} from '#sandbox/payment/sandbox-for-tests.ts'

function start(knobs: Partial<Chaos>, orderId?: string, seed = 7) {
  const merchant = startMerchant()
  const sandbox = startSandbox({ deliver: merchant.deliver, seed, minuteMs: 20 })
  onTestFinished(() => sandbox.close())
  sandbox.control.setChaos(knobs, orderId)
  return { merchant, sandbox, control: sandbox.control }
}

const through = { scheduledToo: true }
const isSigned = (body: Record<string, unknown>) =>
  body['signature_key'] ===
  createHash('sha512')
    .update(`${body['order_id']}${body['status_code']}${body['gross_amount']}${serverKey}`)
    .digest('hex')

test('dropped notifications stay in the log but are never sent; extra copies are sent in addition to the first', async () => {
  const { sandbox, control, merchant } = start({ dropNotices: 1, extraCopies: 2 })
  await openOrder(sandbox, 'ORDER-1')
  control.payLater('ORDER-1')
  control.pay('ORDER-1')
  await control.idle()
  expect(merchant.statuses()).toEqual(['settlement', 'settlement', 'settlement'])
  expect(new Set(merchant.received.map(({ text }) => text)).size).toBe(1)
  expect(control.webhookLog().filter(({ dropped }) => dropped)).toHaveLength(3)
})

test('the seed determines shuffling: the same seed gives the same delivery order', async () => {
  const arrival = async (seed: number) => {
    const { sandbox, control, merchant } = start({ shuffleNotices: true, extraCopies: 3 }, undefined, seed)
    await openOrder(sandbox, 'ORDER-1')
    control.payLater('ORDER-1')
    control.pay('ORDER-1')
    const due = control
      .webhookLog()
      .toSorted((a, b) => String(a.nextAttemptAt).localeCompare(String(b.nextAttemptAt)))
      .map(({ id }) => id)
    await control.idle(through)
    expect(merchant.received).toHaveLength(8)
    return due
  }
  const [once, again, other] = [await arrival(1), await arrival(1), await arrival(2)]
  expect(again).toEqual(once)
  expect(other).not.toEqual(once)
  expect(once).not.toEqual(once.toSorted())
})

test('a corrupt signature does not verify; a wrong amount or merchant has a valid signature', async () => {
  for (const [knobs, signed, expected] of [
    [{ corruptSignature: true }, false, { gross_amount: '89000.00' }],
    [{ alterAmount: true }, true, { gross_amount: '88999.00' }],
    [{ otherMerchantId: true }, true, { merchant_id: 'G000000000' }],
  ] as const) {
    const { sandbox, control, merchant } = start(knobs)
    await openOrder(sandbox, 'ORDER-1')
    control.pay('ORDER-1')
    await control.idle()
    expect(merchant.received[0]?.body).toMatchObject(expected)
    expect(isSigned(merchant.received[0]?.body ?? {})).toBe(signed)
  }
})

test('wallet variants: PENDING in capitals with status code 200, no fraud status, unknown fields', async () => {
  const { sandbox, control, merchant } = start({
    upperCasePending: true,
    pendingWithStatusCode200: true,
    omitFraudStatus: true,
    addUnknownFields: true,
  })
  await openOrder(sandbox, 'ORDER-1')
  control.payLater('ORDER-1')
  await control.idle()
  const body = merchant.received[0]?.body ?? {}
  expect(body).toMatchObject({ transaction_status: 'PENDING', status_code: '200', metadata: expect.anything() })
  expect(body).not.toHaveProperty('fraud_status')
  expect(isSigned(body)).toBe(true)
})

test('a payment can settle after expiry, and a capture can be voided immediately', async () => {
  const { sandbox, control, merchant } = start({ settleAfterExpire: true, cancelAfterCapture: true })
  await openOrder(sandbox, 'ORDER-1')
  control.payLater('ORDER-1')
  expect(control.expire('ORDER-1')).toMatchObject({ status: 'settlement' })
  await openOrder(sandbox, 'ORDER-2')
  expect(control.pay('ORDER-2')).toMatchObject({ status: 'cancel' })
  await control.idle()
  const of = (orderId: string) =>
    merchant.received
      .filter(({ body }) => body['order_id'] === orderId)
      .map(({ body }) => `${body['status_code']} ${body['transaction_status']}`)
  expect(of('ORDER-1')).toEqual(['201 pending', '202 expire', '200 settlement'])
  expect(of('ORDER-2')).toEqual(['200 capture', '200 cancel'])
})

test('a chargeback comes 30 days after payment', async () => {
  const { sandbox, control } = start({ chargebackAfterDays: 30 })
  await openOrder(sandbox, 'ORDER-1')
  control.pay('ORDER-1')
  control.advanceClock(29 * 86_400_000)
  expect(control.findOrder('ORDER-1')).toMatchObject({ status: 'settlement' })
  control.advanceClock(86_400_000)
  expect(control.findOrder('ORDER-1')).toMatchObject({ status: 'chargeback' })
})

test('a notification can arrive before the create call responds', async () => {
  const { sandbox, merchant } = start({ payBeforeCreateResponse: true })
  await openOrder(sandbox, 'ORDER-1')
  expect(merchant.statuses()).toEqual(['capture'])
})

test('create can fail with 429, 500 and a 502 page without opening a session, or hang and then open it', async () => {
  const { sandbox, control } = start({ createFailure: '429' })
  const create = () => sandbox.fetch(post('/snap/v1/transactions', createBody('ORDER-1')))
  expect((await create()).status).toBe(429)
  control.setChaos({ createFailure: '500' })
  expect((await create()).status).toBe(500)
  control.setChaos({ createFailure: '502' })
  const page = await create()
  expect([page.status, page.headers.get('content-type')]).toEqual([502, 'text/html'])
  expect(control.listOrders()).toEqual([])
  control.setChaos({ createFailure: 'none', createHangMs: 80 })
  const startedAt = performance.now()
  expect((await create()).status).toBe(201)
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(79)
})

test('a lost create response breaks while it is read, although the session exists', async () => {
  const { sandbox, control } = start({ loseCreateResponse: true })
  const response = await sandbox.fetch(post('/snap/v1/transactions', createBody('ORDER-1')))
  await expect(response.json()).rejects.toThrow('lost on purpose')
  expect(control.findOrder('ORDER-1')).not.toBeNull()
})

test('a configured number of status reads after each change is stale, and status reads can fail', async () => {
  const { sandbox, control } = start({ staleStatusReads: 2 })
  await openOrder(sandbox, 'ORDER-1')
  control.pay('ORDER-1')
  const read = async () => (await readStatus(sandbox, 'ORDER-1'))['status_code']
  expect([await read(), await read(), await read()]).toEqual(['404', '404', '200'])
  control.setChaos({ statusFailure: '404' })
  expect(await read()).toBe('404')
  control.setChaos({ statusFailure: '500' })
  expect(await read()).toBe('500')
})

test('strict mode rejects every repeated order id', async () => {
  const { sandbox } = start({ rejectRepeatedOrderId: true })
  await openOrder(sandbox, 'ORDER-1')
  await expect(openOrder(sandbox, 'ORDER-1')).rejects.toThrow('transaction_details.order_id has already been taken')
})

test('knobs of one order do not affect others, and a share affects the same orders for the same seed', async () => {
  const { control } = start({ extraCopies: 5 }, 'ORDER-1')
  expect([control.chaos('ORDER-1').extraCopies, control.chaos('ORDER-2').extraCopies]).toEqual([5, 0])
  control.clearChaos()
  control.setChaos({ shareOfOrdersPercent: 30, extraCopies: 1 })
  const hits = Array.from({ length: 400 }, (_, index) => control.chaos(`ORDER-${index}`).extraCopies)
  expect(hits.filter(Boolean).length).toBeGreaterThan(80)
  expect(hits.filter(Boolean).length).toBeLessThan(160)
  expect(Array.from({ length: 400 }, (_, index) => control.chaos(`ORDER-${index}`).extraCopies)).toEqual(hits)
})
