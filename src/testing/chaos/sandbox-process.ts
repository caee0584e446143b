import { serve } from '@hono/node-server'
import { createPaymentSandbox, type PaymentSandboxControl } from '#sandbox/payment/index.ts'
import { seededRandom, pick } from './seeded-random.ts'

// The payment provider of a chaos run: some responses are wrong, some notifications are dropped or sent twice.

export type SandboxProcessOptions = {
  port: number
  appPorts: number[]
  publicUrl: string
  seed: number
  keys: { serverKey: string; clientKey: string; merchantId: string }
}
export type SandboxCommand =
  | { command: 'act'; orderId: string; act: PayerAct }
  | { command: 'quiet' }
  | { command: 'ahead'; ms: number }
  | { command: 'silence' }
  | { command: 'report' }
export type PayerAct = 'pay' | 'payLater' | 'deny' | 'expire' | 'settle' | 'refund' | 'partialRefund' | 'chargeback'
export type SandboxReport = {
  orders: { orderId: string; status: string | null; fraud: string | null; amountIdr: number; refundedIdr: number }[]
  /** Notifications that the product acknowledged with 2xx: order id and status. */
  acknowledged: [orderId: string, status: string][]
  sent: number
  dropped: number
  doubled: number
  wrongResponses: number
}

const { port, appPorts, publicUrl, seed, keys } = JSON.parse(process.env['CHAOS'] ?? '') as SandboxProcessOptions
const publicBase = `http://127.0.0.1:${port}`
const random = seededRandom(seed)
const acknowledged = new Map<string, [string, string]>()
const counts = { sent: 0, dropped: 0, doubled: 0, wrongResponses: 0 }
let isQuiet = false
let isSilent = false

const sandbox = createPaymentSandbox({
  ...keys,
  publicBase,
  merchantOrigins: [publicUrl],
  notificationUrl: `${publicUrl}/api/payments/notification`,
  deliver,
  journalPath: null,
  clock: { now: () => new Date() },
  // A minute in the retry table.
  minuteMs: 400,
  seed,
  operatorToken: 'chaos',
})
sandbox.control.setChaos({ shuffleNotices: true })

async function deliver(request: Request): Promise<Response> {
  const body = await request.text()
  if (isSilent) return new Response()
  if (!isQuiet && random() < 0.2) {
    counts.dropped++
    return new Response()
  }
  counts.sent++
  const twice = !isQuiet && random() < 0.3
  if (twice) counts.doubled++
  // The notification is on its way until both are answered.
  const [response] = await Promise.all([send(body), twice ? send(body).catch(() => {}) : null])
  return response
}

/** Sends to a random process, as a load balancer would. A killed process causes a connection error and a later retry. */
async function send(body: string): Promise<Response> {
  const url = `http://127.0.0.1:${pick(random, appPorts)}/api/payments/notification`
  const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  const { order_id, transaction_status } = JSON.parse(body) as { order_id: string; transaction_status: string }
  if (response.ok) acknowledged.set(`${order_id} ${transaction_status}`, [order_id, transaction_status])
  return new Response(null, { status: response.status })
}

/** 5 % of the responses are wrong; half of those after the call succeeded. */
async function respond(request: Request): Promise<Response> {
  if (isQuiet || random() >= 0.05) return sandbox.fetch(request)
  counts.wrongResponses++
  if (random() < 0.5) await sandbox.fetch(request)
  return random() < 0.5
    ? new Response('<html>Bad Gateway</html>', { status: 502 })
    : Response.json({ status_code: '500' }, { status: 500 })
}

const acts: Record<PayerAct, (control: PaymentSandboxControl, orderId: string) => unknown> = {
  pay: (control, orderId) => control.pay(orderId),
  payLater: (control, orderId) => control.payLater(orderId),
  deny: (control, orderId) => control.deny(orderId),
  expire: (control, orderId) => control.expire(orderId),
  settle: (control, orderId) => control.settle(orderId),
  refund: (control, orderId) => control.refund(orderId),
  partialRefund: (control, orderId) => control.refund(orderId, { amountIdr: 10_000 }),
  chargeback: (control, orderId) => control.chargeback(orderId),
}

function execute(order: SandboxCommand): unknown {
  switch (order.command) {
    case 'act':
      return acts[order.act](sandbox.control, order.orderId)
    case 'quiet':
      isQuiet = true
      return sandbox.control.clearChaos()
    case 'ahead':
      return sandbox.control.advanceClock(order.ms)
    case 'silence':
      // Otherwise a notification sent again could arrive while the invariants are checked.
      isSilent = true
      return sandbox.control.idle()
    case 'report': {
      const orders = sandbox.control.listOrders().map(({ orderId, status, fraud, amountIdr, refundedIdr }) => ({
        orderId,
        status,
        fraud,
        amountIdr,
        refundedIdr,
      }))
      return { orders, acknowledged: [...acknowledged.values()], ...counts } satisfies SandboxReport
    }
  }
}

serve(
  {
    hostname: '127.0.0.1',
    port,
    fetch: async (request) => {
      if (new URL(request.url).pathname !== '/chaos') return respond(request)
      try {
        return Response.json((await execute((await request.json()) as SandboxCommand)) ?? null)
      } catch (error) {
        return Response.json({ error: String(error) }, { status: 409 })
      }
    },
  },
  () => process.stdout.write('ready\n'),
)
