import { serve } from '@hono/node-server'
import { createPaymentSandbox, type PaymentSandboxControl } from '#sandbox/payment/index.ts'
import { createChance, pick } from './chance.ts'

// The payment provider of a chaos run: answers wrongly now and then, loses reports and sends others twice.

export type SandboxProcessOptions = {
  port: number
  appPorts: number[]
  publicUrl: string
  seed: number
  keys: { serverKey: string; clientKey: string; merchantId: string }
}
export type SandboxOrder = { command: 'act'; orderId: string; act: PayerAct } | { command: 'quiet' } | { command: 'ahead'; ms: number } | { command: 'report' }
export type PayerAct = 'pay' | 'payLater' | 'deny' | 'expire' | 'settle' | 'refund' | 'partialRefund' | 'chargeback'
export type SandboxReport = {
  orders: { orderId: string; status: string | null; fraud: string | null; amountIdr: number; refundedIdr: number }[]
  /** Reports that the product answered 2xx to: order and status. */
  acknowledged: [orderId: string, status: string][]
  sent: number
  dropped: number
  doubled: number
  wrongAnswers: number
}

const { port, appPorts, publicUrl, seed, keys } = JSON.parse(process.env['CHAOS'] ?? '') as SandboxProcessOptions
const publicBase = `http://127.0.0.1:${port}`
const chance = createChance(seed)
const acknowledged = new Map<string, [string, string]>()
const counts = { sent: 0, dropped: 0, doubled: 0, wrongAnswers: 0 }
let isQuiet = false

const sandbox = createPaymentSandbox({
  ...keys,
  publicBase,
  merchantOrigins: [publicUrl],
  notificationUrl: `${publicUrl}/api/payments/notification`,
  deliver,
  journalPath: null,
  clock: { now: () => new Date() },
  // A minute of the retry table.
  minuteMs: 400,
  seed,
  operatorToken: 'chaos',
})
sandbox.control.setChaos({ shuffleNotices: true })

async function deliver(request: Request): Promise<Response> {
  const body = await request.text()
  if (!isQuiet && chance() < 0.2) {
    counts.dropped++
    return new Response()
  }
  counts.sent++
  const twice = !isQuiet && chance() < 0.3
  if (twice) counts.doubled++
  if (twice) void send(body).catch(() => {})
  return send(body)
}

/** To either process, as a balancer would; one that is dead refuses the connection, and the notice is sent again later. */
async function send(body: string): Promise<Response> {
  const address = `http://127.0.0.1:${pick(chance, appPorts)}/api/payments/notification`
  const response = await fetch(address, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  const { order_id, transaction_status } = JSON.parse(body) as { order_id: string; transaction_status: string }
  if (response.ok) acknowledged.set(`${order_id} ${transaction_status}`, [order_id, transaction_status])
  return new Response(null, { status: response.status })
}

/** 5 % of the answers are wrong; of those, every other one although the call did what it should. */
async function answer(request: Request): Promise<Response> {
  if (isQuiet || chance() >= 0.05) return sandbox.fetch(request)
  counts.wrongAnswers++
  if (chance() < 0.5) await sandbox.fetch(request)
  return chance() < 0.5 ? new Response('<html>Bad Gateway</html>', { status: 502 }) : Response.json({ status_code: '500' }, { status: 500 })
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

function obey(order: SandboxOrder): unknown {
  switch (order.command) {
    case 'act':
      return acts[order.act](sandbox.control, order.orderId)
    case 'quiet':
      isQuiet = true
      return sandbox.control.clearChaos()
    case 'ahead':
      return sandbox.control.advanceClock(order.ms)
    case 'report': {
      const orders = sandbox.control
        .listOrders()
        .map(({ orderId, status, fraud, amountIdr, refundedIdr }) => ({ orderId, status, fraud, amountIdr, refundedIdr }))
      return { orders, acknowledged: [...acknowledged.values()], ...counts } satisfies SandboxReport
    }
  }
}

serve(
  {
    hostname: '127.0.0.1',
    port,
    fetch: async (request) => {
      if (new URL(request.url).pathname !== '/chaos') return answer(request)
      try {
        return Response.json(obey((await request.json()) as SandboxOrder) ?? null)
      } catch (error) {
        return Response.json({ refused: String(error) }, { status: 409 })
      }
    },
  },
  () => process.stdout.write('ready\n'),
)
