// The provider's own npm client against the sandbox on a real port.
// With MIDTRANS_CONFORMANCE_SERVER_KEY and MIDTRANS_CONFORMANCE_CLIENT_KEY of a sandbox account the same file runs against Midtrans; tests that need
// a payer or an injected fault are skipped there.
import { createHash } from 'node:crypto'
import { createRequire } from 'node:module'
import { serve } from '@hono/node-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PaymentSandbox } from './index.ts'
import {
  clientKey as ourClientKey,
  createBody,
  serverKey as ourServerKey,
  startMerchant,
  startSandbox,
} from './sandbox-for-tests.ts'

type StatusBody = Record<string, string>
type MidtransSnap = {
  createTransaction(body: object): Promise<{ token: string; redirect_url: string }>
  httpClient: { http_client: { defaults: { headers: { common: Record<string, string> } } } }
  transaction: Record<'status' | 'cancel' | 'expire' | 'approve' | 'deny', (id: string) => Promise<StatusBody>> & {
    refund(id: string, body: object): Promise<StatusBody>
    notification(body: object): Promise<StatusBody>
  }
}
type MidtransClient = {
  Snap: new (options: { isProduction: boolean; serverKey: string; clientKey: string }) => MidtransSnap
}

const require = createRequire(import.meta.url)
const { Snap } = require('midtrans-client') as MidtransClient
const apiConfig = require('midtrans-client/lib/apiConfig') as {
  SNAP_SANDBOX_BASE_URL: string
  CORE_SANDBOX_BASE_URL: string
}

const theirs = {
  serverKey: process.env['MIDTRANS_CONFORMANCE_SERVER_KEY'],
  clientKey: process.env['MIDTRANS_CONFORMANCE_CLIENT_KEY'],
}
// Only our sandbox lets a test act as the payer or inject faults.
const isReal = Boolean(theirs.serverKey && theirs.clientKey)
const serverKey = theirs.serverKey ?? ourServerKey
const clientKey = theirs.clientKey ?? ourClientKey

const merchant = startMerchant()
let sandbox: PaymentSandbox
let server: ReturnType<typeof serve>
let snap: MidtransSnap
let orderNumber = 0

beforeAll(async () => {
  const port = await new Promise<number>((resolve) => {
    server = serve(
      { fetch: (request) => sandbox.fetch(request), hostname: '127.0.0.1', port: 0, overrideGlobalObjects: false },
      (address) => resolve(address.port),
    )
  })
  const base = `http://127.0.0.1:${port}`
  sandbox = startSandbox({ publicBase: base, deliver: merchant.deliver })
  if (!isReal) Object.assign(apiConfig, { SNAP_SANDBOX_BASE_URL: `${base}/snap/v1`, CORE_SANDBOX_BASE_URL: base })
  snap = new Snap({ isProduction: false, serverKey, clientKey })
})

afterAll(async () => {
  await sandbox.close()
  server.close()
})

// A Midtrans account rejects order ids that were used in earlier runs.
const firstOrder = isReal ? Date.now() * 1_000 : 0
const newOrderId = () => `KLS-${String(firstOrder + ++orderNumber).padStart(26, '0')}`

async function openOrder(): Promise<string> {
  const orderId = newOrderId()
  await snap.createTransaction(createBody(orderId))
  return orderId
}

test('a session is created from a minimal and from a full body, with a token of 36 and a URL of at most 100 characters', async () => {
  const small = await snap.createTransaction({ transaction_details: { order_id: newOrderId(), gross_amount: 10_000 } })
  const full = await snap.createTransaction({
    ...createBody(newOrderId()),
    enabled_payments: ['credit_card', 'bca_va', 'other_qris'],
    callbacks: { finish: 'https://kelas.example/selesai' },
    expiry: { unit: 'minutes', duration: 1440 },
    page_expiry: { unit: 'hours', duration: 1 },
  })
  for (const response of [small, full]) {
    expect(response.token).toMatch(/^[0-9a-f-]{36}$/)
    expect(response.redirect_url).toMatch(/\/snap\/v4\/redirection\/[0-9a-f-]{36}$/)
    expect(response.redirect_url.length).toBeLessThanOrEqual(100)
  }
})

test('a wrong key is MidtransError 401 on both APIs', async () => {
  const unauthorized = new Snap({ isProduction: false, serverKey: 'wrong', clientKey })
  await expect(unauthorized.createTransaction(createBody(newOrderId()))).rejects.toMatchObject({
    name: 'MidtransError',
    httpStatusCode: 401,
    ApiResponse: {
      error_messages: ['Access denied due to unauthorized transaction, please check client or server key'],
    },
  })
  await expect(unauthorized.transaction.status('x')).rejects.toMatchObject({
    name: 'MidtransError',
    httpStatusCode: 401,
  })
})

test.each([
  [
    'zero amount',
    { transaction_details: { order_id: 'A', gross_amount: 0 } },
    'transaction_details.gross_amount must be greater than or equal to 0.01',
  ],
  [
    'sum mismatch',
    { ...createBody('A'), transaction_details: { order_id: 'A', gross_amount: 5 } },
    'transaction_details.gross_amount is not equal to the sum of item_details',
  ],
  ['empty body', {}, 'transaction_details.gross_amount is required'],
])('%s is 400 with error_messages', async (_name, body, message) => {
  await expect(snap.createTransaction(body)).rejects.toMatchObject({
    httpStatusCode: 400,
    ApiResponse: { error_messages: expect.arrayContaining([message]) },
  })
})

test('status before a charge is 404', async () => {
  await expect(snap.transaction.status(await openOrder())).rejects.toMatchObject({
    httpStatusCode: '404',
    ApiResponse: { status_message: "Transaction doesn't exist." },
  })
})

test.skipIf(isReal)(
  'an accepted card is 200 capture, then settlement, found by order id and by transaction id',
  async () => {
    const orderId = await openOrder()
    sandbox.control.pay(orderId)
    const captured = await snap.transaction.status(orderId)
    expect(captured).toMatchObject({
      status_code: '200',
      transaction_status: 'capture',
      fraud_status: 'accept',
      gross_amount: '89000.00',
    })
    sandbox.control.settle(orderId)
    expect(await snap.transaction.status(captured['transaction_id'] ?? '')).toMatchObject({
      status_code: '200',
      transaction_status: 'settlement',
      order_id: orderId,
    })
  },
)

test.skipIf(isReal)('a denied card resolves as deny with 202', async () => {
  const orderId = await openOrder()
  sandbox.control.deny(orderId)
  expect(await snap.transaction.status(orderId)).toMatchObject({ status_code: '202', transaction_status: 'deny' })
})

test.skipIf(isReal)('a virtual account is 201 pending; expiring it resolves with 407', async () => {
  const orderId = await openOrder()
  sandbox.control.payLater(orderId)
  expect(await snap.transaction.status(orderId)).toMatchObject({
    status_code: '201',
    transaction_status: 'pending',
    payment_type: 'bank_transfer',
    va_numbers: [{ bank: 'bca' }],
  })
  expect(await snap.transaction.expire(orderId)).toMatchObject({ status_code: '407', transaction_status: 'expire' })
  expect(await snap.transaction.status(orderId)).toMatchObject({ status_code: '407', transaction_status: 'expire' })
})

test.skipIf(isReal)('a pending payment can be cancelled, a settled one not (412)', async () => {
  const pending = await openOrder()
  sandbox.control.payLater(pending)
  expect(await snap.transaction.cancel(pending)).toMatchObject({ status_code: '200', transaction_status: 'cancel' })
  const settled = await openOrder()
  sandbox.control.pay(settled)
  sandbox.control.settle(settled)
  await expect(snap.transaction.cancel(settled)).rejects.toMatchObject({ httpStatusCode: '412' })
})

test.skipIf(isReal)('the same refund key refunds once: the second call is 406', async () => {
  const orderId = await openOrder()
  sandbox.control.pay(orderId)
  await expect(snap.transaction.refund(orderId, { refund_key: 'R-1', amount: 1_000 })).rejects.toMatchObject({
    httpStatusCode: '412',
  })
  sandbox.control.settle(orderId)
  const body = { refund_key: 'R-1', amount: 9_000, reason: 'salah beli' }
  expect(await snap.transaction.refund(orderId, body)).toMatchObject({
    status_code: '200',
    transaction_status: 'partial_refund',
    refund_amount: '9000.00',
    refund_key: 'R-1',
  })
  await expect(snap.transaction.refund(orderId, body)).rejects.toMatchObject({ httpStatusCode: '406' })
  await expect(snap.transaction.refund(orderId, { refund_key: 'R-2', amount: 80_001 })).rejects.toMatchObject({
    httpStatusCode: '414',
  })
  expect(await snap.transaction.status(orderId)).toMatchObject({
    transaction_status: 'partial_refund',
    refund_amount: '9000.00',
  })
})

test.skipIf(isReal)('a challenged card stays pending until it is approved or denied', async () => {
  const [approved, denied] = [await openOrder(), await openOrder()]
  for (const orderId of [approved, denied]) sandbox.control.pay(orderId, '4511 1111 1111 1117')
  expect(await snap.transaction.status(approved)).toMatchObject({
    status_code: '201',
    transaction_status: 'capture',
    fraud_status: 'challenge',
  })
  expect(await snap.transaction.approve(approved)).toMatchObject({
    status_code: '200',
    transaction_status: 'capture',
    fraud_status: 'accept',
  })
  expect(await snap.transaction.deny(denied)).toMatchObject({ transaction_status: 'deny', fraud_status: 'deny' })
})

test.skipIf(isReal)('each notification resolves to its status, and its signature verifies', async () => {
  const orderId = await openOrder()
  merchant.received.length = 0
  for (const step of ['payLater', 'pay', 'refund'] as const) {
    sandbox.control[step](orderId)
    await sandbox.control.idle()
    const notification = merchant.received.at(-1)?.body ?? {}
    expect(await snap.transaction.notification(notification)).toMatchObject({
      transaction_status: notification['transaction_status'],
      order_id: orderId,
    })
  }
  expect(merchant.statuses()).toEqual(['pending', 'settlement', 'refund', 'refund'])
  for (const { body } of merchant.received) {
    const text = `${body['order_id']}${body['status_code']}${body['gross_amount']}${serverKey}`
    expect(body['signature_key']).toBe(createHash('sha512').update(text).digest('hex'))
  }
})

test.skipIf(isReal)('X-Override-Notification set on the client is used', async () => {
  const overriding = new Snap({ isProduction: false, serverKey, clientKey })
  overriding.httpClient.http_client.defaults.headers.common['X-Override-Notification'] = 'http://other.example/hook'
  const orderId = newOrderId()
  await overriding.createTransaction(createBody(orderId))
  sandbox.control.pay(orderId)
  await sandbox.control.idle()
  expect(merchant.received.at(-1)).toMatchObject({ url: 'http://other.example/hook', body: { order_id: orderId } })
})

test.skipIf(isReal)(
  'a lost create response is a broken connection for the client, while the session exists and the same order id reopens it',
  async () => {
    const orderId = newOrderId()
    sandbox.control.setChaos({ loseCreateResponse: true }, orderId)
    await expect(snap.createTransaction(createBody(orderId))).rejects.toThrow(/aborted|hang up/)
    const lost = sandbox.control.findOrder(orderId)
    expect(lost).toMatchObject({ status: null, session: 'payable' })
    sandbox.control.setChaos({ loseCreateResponse: false }, orderId)
    expect((await snap.createTransaction(createBody(orderId))).token).not.toBe(lost?.token)
  },
)
