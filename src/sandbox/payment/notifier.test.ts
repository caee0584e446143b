import { createHash } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { notificationUrl, openOrder, serverKey, startMerchant, startSandbox } from './sandbox-for-tests.ts'
import { deliverOnce } from './deliver-notification.ts'

function start(respond?: Parameters<typeof startMerchant>[0], minuteMs = 1) {
  const merchant = startMerchant(respond)
  const sandbox = startSandbox({ deliver: merchant.deliver, minuteMs })
  onTestFinished(() => sandbox.close())
  return { merchant, sandbox, control: sandbox.control }
}

test('a notification is a signed POST with user agent Veritrans and the common fields as strings', async () => {
  const { merchant, sandbox, control } = start()
  await openOrder(sandbox, 'ORDER-1')
  control.pay('ORDER-1')
  await control.idle()
  const [{ url, headers, body }] = merchant.received as [(typeof merchant.received)[0]]
  expect(url).toBe(notificationUrl)
  expect(headers.get('user-agent')).toBe('Veritrans')
  expect(headers.get('content-type')).toBe('application/json')
  expect(body).toMatchObject({
    transaction_status: 'capture',
    fraud_status: 'accept',
    status_code: '200',
    order_id: 'ORDER-1',
    gross_amount: '89000.00',
    currency: 'IDR',
    payment_type: 'credit_card',
    transaction_time: '2026-11-21 10:00:00',
    merchant_id: 'G812785002',
    masked_card: '48111111-1114',
    custom_field1: 'transaction-1',
  })
  expect(body['signature_key']).toBe(createHash('sha512').update(`ORDER-120089000.00${serverKey}`).digest('hex'))
})

test.each([
  [204, 1],
  [500, 2],
  [404, 3],
  [400, 3],
  [503, 5],
  [302, 6],
  [403, 6],
])('a merchant that always responds %i is called %i times', async (status, calls) => {
  const { merchant, sandbox, control } = start(
    () => new Response(null, { status, headers: { location: '/elsewhere' } }),
    0.05,
  )
  await openOrder(sandbox, 'ORDER-1')
  control.pay('ORDER-1')
  await control.idle({ scheduledToo: true })
  expect(merchant.received).toHaveLength(calls)
  expect(new Set(merchant.received.map(({ text }) => text)).size).toBe(1)
  expect(control.webhookLog('ORDER-1')[0]?.attempts.map(({ responseCode }) => responseCode)).toEqual(
    Array(calls).fill(status),
  )
})

test('a successful retry ends the retries, and idle() alone does not wait for them', async () => {
  const { merchant, sandbox, control } = start((_, count) => new Response(null, { status: count < 3 ? 503 : 200 }), 10)
  await openOrder(sandbox, 'ORDER-1')
  control.pay('ORDER-1')
  await control.idle()
  expect(merchant.received).toHaveLength(1)
  await control.idle({ scheduledToo: true })
  expect(merchant.received).toHaveLength(3)
  const gapsMs = merchant.received.slice(1).map(({ at }, index) => at - (merchant.received[index]?.at ?? 0))
  expect(gapsMs[0]).toBeGreaterThan(5)
  expect(gapsMs[1]).toBeGreaterThan(74)
})

test('a merchant that throws is retried like a broken connection', async () => {
  const { merchant, sandbox, control } = start((_, count) => {
    if (count === 1) throw new Error('connection refused')
    return new Response()
  }, 1)
  await openOrder(sandbox, 'ORDER-1')
  control.pay('ORDER-1')
  await control.idle({ scheduledToo: true })
  expect(merchant.received).toHaveLength(2)
  expect(control.webhookLog()[0]?.attempts[0]).toMatchObject({ responseCode: null, note: 'connection refused' })
})

const delivery = (deliver: (request: Request) => Promise<Response>) =>
  deliverOnce({
    url: 'http://merchant.example/hook',
    body: '{}',
    deliver,
    timeoutMs: 60,
    closing: new AbortController().signal,
  })

test.each([301, 302, 303])('a redirect of %i is not followed', async (status) => {
  const seen: string[] = []
  const response = await delivery(async (request) => {
    seen.push(request.url)
    return new Response(null, { status, headers: { location: '/other' } })
  })
  expect(response.responseCode).toBe(status)
  expect(seen).toEqual(['http://merchant.example/hook'])
})

test.each([307, 308])('a redirect of %i is followed with POST and body, five hops at most', async (status) => {
  const seen: string[] = []
  const response = await delivery(async (request) => {
    seen.push(`${request.method} ${new URL(request.url).pathname} ${await request.text()}`)
    return new Response(null, { status, headers: { location: `/hop${seen.length}` } })
  })
  expect(seen).toEqual([
    'POST /hook {}',
    'POST /hop1 {}',
    'POST /hop2 {}',
    'POST /hop3 {}',
    'POST /hop4 {}',
    'POST /hop5 {}',
  ])
  expect(response).toEqual({ responseCode: status, note: 'too many redirects' })
})

test('a merchant that does not respond in time counts as a timeout', async () => {
  expect(await delivery(() => new Promise(() => {}))).toEqual({ responseCode: null, note: 'timeout' })
})

test('X-Override-Notification replaces the URL, X-Append-Notification adds URLs, at most three each', async () => {
  const { merchant, sandbox, control } = start()
  await openOrder(sandbox, 'ORDER-1', {}, { 'x-override-notification': 'http://a.example/1, http://b.example/2' })
  await openOrder(sandbox, 'ORDER-2', {}, { 'x-append-notification': 'http://c.example/3' })
  control.pay('ORDER-1')
  control.pay('ORDER-2')
  await control.idle()
  expect(merchant.received.map(({ url }) => url).toSorted()).toEqual(
    ['http://a.example/1', 'http://b.example/2', 'http://c.example/3', notificationUrl].toSorted(),
  )
  await expect(
    openOrder(sandbox, 'ORDER-3', {}, { 'x-override-notification': 'http://a/1,http://a/2,http://a/3,http://a/4' }),
  ).rejects.toThrow('more than 3')
})

test('redelivery sends the same bytes again', async () => {
  const { merchant, sandbox, control } = start()
  await openOrder(sandbox, 'ORDER-1')
  control.pay('ORDER-1')
  await control.idle()
  control.redeliver(control.webhookLog()[0]?.id ?? '')
  await control.idle()
  expect(merchant.received).toHaveLength(2)
  expect(merchant.received[1]?.text).toBe(merchant.received[0]?.text)
})
