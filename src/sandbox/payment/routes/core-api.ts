import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import { accept, cancel, deny, expire, refund } from '#sandbox/payment/payments/transitions.ts'
import { type Charge, type Order, latestCharge } from '#sandbox/payment/ledger-records.ts'
import { type Body, actionBody, amountText, statusBody } from '#sandbox/payment/payments/payment-bodies.ts'
import { written } from '#sandbox/payment/payments/variants.ts'
import { Rejection, type SandboxContext } from '#sandbox/payment/context.ts'
import { hasServerKey } from './authorization.ts'
import { asRecord, readJson } from './read-json.ts'

/** The Core API: responds with HTTP 200 and the actual code in the body's `status_code`. */
export function coreApi(sandbox: SandboxContext): Hono {
  const api = new Hono()
  api.use('*', async (context, next) => {
    if (hasServerKey(context.req.raw, sandbox.options.serverKey)) return next()
    return Response.json(failureBody('401', 'Transaction cannot be authorized with the current client/server key.'), {
      status: 401,
    })
  })
  api.get('/:id/status', (context) => respondWithStatus(sandbox, context.req.param('id')))
  const act = (path: string, act: Action) =>
    api.post(`/:id/${path}`, (context) => respondToAction(sandbox, context.req.param('id'), () => act(context.req.raw)))
  act('cancel', async () => (order) => acted(cancel(sandbox, order), '200', 'Success, transaction is canceled'))
  act('expire', async () => (order) => acted(expire(sandbox, order), '407', 'Success, transaction has expired'))
  act(
    'approve',
    async () => (order) => acted(accept(sandbox, requireChallenge(order)), '200', 'Success, transaction is approved'),
  )
  act(
    'deny',
    async () => (order) => acted(deny(sandbox, requireChallenge(order)), '200', 'Success, transaction is denied'),
  )
  for (const path of ['refund', 'refund/online/direct']) act(path, (request) => readRefund(sandbox, request))
  return api
}

type Act = (order: Order) => Body
type Action = (request: Request) => Promise<Act>

async function respondToAction(sandbox: SandboxContext, id: string, prepare: () => Promise<Act>): Promise<Response> {
  try {
    const act = await prepare()
    const order = sandbox.ledger.findOrderByAnyId(id)
    if (!order || chargeNamed(order, id) === null) throw notFound()
    return Response.json(act(order))
  } catch (error) {
    if (error instanceof Rejection) return Response.json(failureBody(error.statusCode, error.message))
    throw error
  }
}

function respondWithStatus(sandbox: SandboxContext, id: string): Response {
  const order = sandbox.ledger.findOrderByAnyId(id)
  const failure = sandbox.chaosFor(order?.orderId ?? id).statusFailure
  if (failure === '500')
    return Response.json(failureBody('500', 'Sorry. Our system is recovering from unexpected issues. Please retry.'), {
      status: 500,
    })
  if (failure === '503')
    return new Response('<html><body><h1>503 Service Unavailable</h1></body></html>', {
      status: 503,
      headers: { 'content-type': 'text/html' },
    })
  const seen = order && readPossiblyStale(sandbox, order)
  const charge = seen && chargeNamed(seen, id)
  if (!seen || !charge || failure === '404') return Response.json(failureBody('404', "Transaction doesn't exist."))
  const chaos = sandbox.chaosFor(seen.orderId)
  const body = statusBody(seen, charge, sandbox.options)
  const answer = written(body, String(body['status_code']), chaos, sandbox.options)
  return Response.json(chaos.orderIdIsTransactionId ? { ...answer, order_id: charge.transactionId } : answer)
}

function readPossiblyStale(sandbox: SandboxContext, order: Order): Order | null {
  const stale = sandbox.staleReads.get(order.orderId)
  if (!stale) return order
  if (stale.readsLeft <= 1) sandbox.staleReads.delete(order.orderId)
  else sandbox.staleReads.set(order.orderId, { ...stale, readsLeft: stale.readsLeft - 1 })
  return stale.before
}

/** Finds a charge: by order id the latest one, by transaction id that one. */
function chargeNamed(order: Order, id: string): Charge | null {
  if (order.orderId === id) return latestCharge(order)
  return order.charges.find((charge) => charge.transactionId === id) ?? null
}

async function readRefund(sandbox: SandboxContext, request: Request): Promise<Act> {
  const { refund_key: key, amount, reason } = asRecord(await readJson(request))
  const hasKey = key !== undefined && key !== null
  if (hasKey && (typeof key !== 'string' || !/^[A-Za-z0-9_-]{1,255}$/.test(key)))
    throw new Rejection('400', 'refund_key is invalid')
  if (amount !== undefined && amount !== null && typeof amount !== 'number')
    throw new Rejection('414', 'Refund amount is invalid')
  const input = {
    key: hasKey ? String(key) : null,
    amountIdr: typeof amount === 'number' ? amount : null,
    reason: typeof reason === 'string' ? reason : '',
  }
  return (order) => {
    const refunded = refund(sandbox, order, input)
    const made = latestCharge(refunded)?.refunds.at(-1)
    const response = acted(refunded, '200', 'Success, refund request is approved')
    return {
      ...response,
      refund_chargeback_id: made?.id,
      refund_amount: amountText(made?.amountIdr ?? 0),
      refund_key: made?.key,
    }
  }
}

// `/approve` and `/deny` are for challenged cards only.
function requireChallenge(order: Order): Order {
  const charge = latestCharge(order)
  if (charge && (charge.status !== 'capture' || charge.fraud !== 'challenge'))
    throw new Rejection('412', 'Transaction status cannot be updated.')
  return order
}

function acted(order: Order, statusCode: string, message: string): Body {
  const charge = latestCharge(order)
  if (!charge) throw notFound()
  return actionBody(order, charge, statusCode, message)
}

function notFound(): Rejection {
  return new Rejection('404', "Transaction doesn't exist.")
}

function failureBody(statusCode: string, message: string): Body {
  return { status_code: statusCode, status_message: message, id: randomUUID() }
}
