import { type PaymentSandbox, type PaymentSandboxOptions, createPaymentSandbox } from './index.ts'

export const serverKey = 'SIM-Mid-server-TEST'
export const clientKey = 'SIM-Mid-client-TEST'
export const base = 'http://127.0.0.1:4010/sandbox/payment'
export const merchantOrigin = 'http://127.0.0.1:3000'
export const notificationUrl = `${merchantOrigin}/api/payments/notification`

export type Received = { url: string; headers: Headers; body: Record<string, unknown>; text: string; at: number }

/** A merchant that records received notifications; `respond` makes its response. */
export function startMerchant(
  respond: (received: Received, count: number) => Response | Promise<Response> = () => new Response('ok'),
) {
  const received: Received[] = []
  const deliver = async (request: Request): Promise<Response> => {
    const text = await request.text()
    const notification = {
      url: request.url,
      headers: request.headers,
      body: JSON.parse(text),
      text,
      at: performance.now(),
    }
    received.push(notification)
    return respond(notification, received.length)
  }
  return { received, deliver, statuses: () => received.map(({ body }) => body['transaction_status']) }
}

/** A clock that only `advanceMs` moves. */
export function startClock(at = '2026-11-21T03:00:00.000Z') {
  let now = new Date(at)
  return {
    now: () => now,
    advanceMs: (byMs: number) => {
      now = new Date(now.getTime() + byMs)
    },
  }
}

export function startSandbox(options: Partial<PaymentSandboxOptions> = {}): PaymentSandbox {
  return createPaymentSandbox({
    serverKey,
    clientKey,
    merchantId: 'G812785002',
    publicBase: base,
    merchantOrigins: [merchantOrigin],
    notificationUrl,
    deliver: async () => new Response('ok'),
    journalPath: null,
    clock: startClock(),
    minuteMs: 100,
    seed: 7,
    operatorToken: 'operator-secret',
    ...options,
  })
}

export const basicAuth = `Basic ${Buffer.from(`${serverKey}:`).toString('base64')}`

export function post(path: string, body: unknown, headers: Record<string, string> = {}): Request {
  return new Request(base + path, {
    method: 'POST',
    headers: { authorization: basicAuth, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
}

export function createBody(orderId: string, amountIdr = 89_000) {
  return {
    transaction_details: { order_id: orderId, gross_amount: amountIdr },
    item_details: [
      { id: 'kelas-1', price: 2_500_000, quantity: 1, name: 'Belajar React' },
      { id: 'DISKON', price: amountIdr - 2_500_000, quantity: 1, name: 'Diskon' },
    ],
    customer_details: { first_name: 'Sari', email: 'sari@example.com' },
    credit_card: { secure: true },
    custom_field1: 'transaction-1',
  }
}

type Created = { token: string; redirect_url: string }

export async function openOrder(
  sandbox: PaymentSandbox,
  orderId: string,
  more: object = {},
  headers: Record<string, string> = {},
): Promise<Created> {
  const response = await sandbox.fetch(post('/snap/v1/transactions', { ...createBody(orderId), ...more }, headers))
  if (response.status !== 201) throw new Error(await response.text())
  return (await response.json()) as Created
}

export async function readStatus(sandbox: PaymentSandbox, id: string): Promise<Record<string, string>> {
  const response = await sandbox.fetch(
    new Request(`${base}/v2/${encodeURIComponent(id)}/status`, { headers: { authorization: basicAuth } }),
  )
  return (await response.json()) as Record<string, string>
}

export async function charge(sandbox: PaymentSandbox, token: string, fields: object): Promise<Record<string, unknown>> {
  const response = await sandbox.fetch(post(`/snap/v2/transactions/${token}/charge`, fields))
  return (await response.json()) as Record<string, unknown>
}
