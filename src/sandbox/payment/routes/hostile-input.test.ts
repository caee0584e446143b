import { expect, onTestFinished, test } from 'vitest'
import { base, basicAuth, createBody, openOrder, post, startSandbox } from '#sandbox/payment/sandbox-for-tests.ts'

// No input may cause a 5xx, or leave the sandbox in a state that is.

const nested = (levels: number): unknown => JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`)
const texts = [
  'constructor',
  '__proto__',
  'toString',
  'hasOwnProperty',
  '',
  ' ',
  '\0',
  '💥'.repeat(100),
  '\ud800',
  '1e308',
  '-1',
  'Infinity',
]
const others = [
  -1,
  0,
  0.5,
  1e16,
  1e308,
  true,
  null,
  [],
  {},
  { toString: 1 },
  { valueOf: null, toString: null },
  nested(2_000),
]
const hostile: unknown[] = [...texts, ...others]

function start() {
  const sandbox = startSandbox()
  onTestFinished(() => sandbox.close())
  return sandbox
}

const names = (value: unknown): string => String(JSON.stringify(value)).slice(0, 40)

test.each(['shortCut', 'method', 'number', 'expiry', 'cvv', 'otp'])('a charge with a hostile %s', async (field) => {
  const sandbox = start()
  const { token } = await openOrder(sandbox, 'ORDER-1')
  const card = { method: 'credit_card', number: '4811111111111114', expiry: '12/40', cvv: '123', otp: '1' }
  for (const value of hostile) {
    const response = await sandbox.fetch(post(`/snap/v2/transactions/${token}/charge`, { ...card, [field]: value }))
    expect(response.status, names(value)).toBeLessThan(500)
  }
})

test('a charge with a body that is no object, and an unknown token', async () => {
  const sandbox = start()
  for (const value of hostile) {
    expect((await sandbox.fetch(post('/snap/v2/transactions/x/charge', value))).status).toBeLessThan(500)
    expect((await sandbox.fetch(post('/snap/v1/transactions', value))).status).toBeLessThan(500)
  }
})

test('a session with one hostile field', async () => {
  const sandbox = start()
  const { transaction_details: details, ...rest } = createBody('ORDER-1') as Record<string, unknown>
  for (const [index, value] of hostile.entries()) {
    const own = { ...(details as object), order_id: `ORDER-${index}` }
    const bodies = [
      { ...rest, transaction_details: { ...own, order_id: value } },
      { ...rest, transaction_details: { ...own, gross_amount: value } },
      { transaction_details: own, item_details: [{ name: 'x', price: value, quantity: 1 }] },
      { transaction_details: own, customer_details: { email: value } },
      { transaction_details: own, enabled_payments: [value] },
      { transaction_details: own, callbacks: { finish: value } },
      { transaction_details: own, custom_field1: value },
      ...['expiry', 'page_expiry'].flatMap((name) => [
        { transaction_details: own, [name]: { unit: value, duration: 30 } },
        { transaction_details: own, [name]: { unit: 'minute', duration: value } },
        { transaction_details: own, [name]: { unit: 'minute', duration: 30, start_time: value } },
        {
          transaction_details: own,
          [name]: { unit: 'minute', duration: 30, start_time: '0000-01-01 00:00:00 +14:00' },
        },
        { transaction_details: own, [name]: { unit: 'minute', duration: 30, start_time: '9999-12-31 23:59:59 -1200' } },
      ]),
    ]
    for (const body of bodies) {
      const response = await sandbox.fetch(post('/snap/v1/transactions', body))
      expect(response.status, names(body)).toBeLessThan(500)
      if (response.status !== 201) continue
      const { token } = (await response.json()) as { token: string }
      for (const shortCut of ['pay', 'pay-later', 'deny'])
        expect(
          (await sandbox.fetch(post(`/snap/v2/transactions/${token}/charge`, { shortCut }))).status,
          names(body),
        ).toBeLessThan(500)
    }
  }
})

test('a refund with a hostile field', async () => {
  const sandbox = start()
  await openOrder(sandbox, 'ORDER-1')
  sandbox.control.payLater('ORDER-1')
  sandbox.control.pay('ORDER-1')
  for (const value of hostile) {
    for (const field of ['refund_key', 'amount', 'reason'])
      expect(
        (await sandbox.fetch(post('/v2/ORDER-1/refund', { amount: 1, [field]: value }))).status,
        names(value),
      ).toBeLessThan(500)
  }
})

const operator = { authorization: 'Bearer operator-secret', accept: 'application/json' }
const asOperator = (path: string, type: string, body: string, accept = 'application/json') =>
  new Request(`${base}/_sim${path}`, { method: 'POST', headers: { ...operator, accept, 'content-type': type }, body })

test.each([
  '/chaos',
  '/clock',
  '/orders/ORDER-1/refund',
  '/orders/ORDER-1/pay',
  '/orders/constructor/pay',
  '/notifications/x/redeliver',
])('the operator’s %s with a broken body or a hostile field, and everything works afterwards', async (path) => {
  const sandbox = start()
  await openOrder(sandbox, 'ORDER-1')
  const fields = [
    'minutes',
    'amountIdr',
    'card',
    'orderId',
    'dropNotices',
    'delayNoticeMs',
    'extraCopies',
    'chargebackAfterDays',
    'shareOfOrdersPercent',
  ]
  const bodies = hostile.flatMap((value) => [
    JSON.stringify(value),
    ...fields.map((field) => JSON.stringify({ [field]: value })),
  ])
  for (const body of ['{', '', ...bodies]) {
    for (const accept of ['application/json', 'text/html'])
      expect(
        (await sandbox.fetch(asOperator(path, 'application/json', body, accept))).status,
        body.slice(0, 60),
      ).toBeLessThan(500)
  }
  for (const type of [
    'multipart/form-data',
    'multipart/form-data; boundary=x',
    'application/x-www-form-urlencoded',
    'text/plain',
  ])
    expect(
      (await sandbox.fetch(asOperator(path, type, '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\nab'))).status,
      type,
    ).toBeLessThan(500)
  sandbox.control.clearChaos()
  await openOrder(sandbox, 'ORDER-2')
  const paid = await sandbox.fetch(asOperator('/orders/ORDER-2/pay', 'application/json', '{}'))
  expect(paid.status).toBe(200)
  expect((await sandbox.fetch(new Request(`${base}/_sim`, { headers: operator }))).status).toBe(200)
  expect(
    (await sandbox.fetch(new Request(`${base}/v2/ORDER-2/status`, { headers: { authorization: basicAuth } }))).status,
  ).toBe(200)
})
