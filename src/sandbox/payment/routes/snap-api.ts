import { setTimeout as sleep } from 'node:timers/promises'
import { Hono } from 'hono'
import { chargeCard } from '#sandbox/payment/payments/charge.ts'
import { cancelSession, openSession } from '#sandbox/payment/payments/sessions.ts'
import type { Order } from '#sandbox/payment/ledger-records.ts'
import { readCreateRequest } from '#sandbox/payment/payments/create-request.ts'
import { jakartaTime } from '#sandbox/payment/payments/jakarta-time.ts'
import { acceptedCard, findTestCard } from '#sandbox/payment/payments/test-cards.ts'
import { Rejection, type SandboxContext } from '#sandbox/payment/context.ts'
import { hasServerKey } from './authorization.ts'
import { readJson } from './read-json.ts'

/** The Snap API that a merchant's server calls: open a session, cancel it. */
export function snapApi(sandbox: SandboxContext): Hono {
  const api = new Hono()
  api.use('*', async (context, next) => {
    if (hasServerKey(context.req.raw, sandbox.options.serverKey)) return next()
    return failure(401, 'Access denied due to unauthorized transaction, please check client or server key')
  })
  api.post('/transactions', (context) => create(sandbox, context.req.raw))
  api.post('/transactions/:token/cancel', (context) => {
    try {
      const order = cancelSession(sandbox, context.req.param('token'))
      return Response.json({ canceled_at: jakartaTime(order.cancelledAt ?? sandbox.now()) })
    } catch (error) {
      return toFailureResponse(error)
    }
  })
  return api
}

async function create(sandbox: SandboxContext, request: Request): Promise<Response> {
  const read = readCreateRequest(await readJson(request))
  if ('problems' in read) return failure(400, ...read.problems)
  const { orderId } = read.request
  const chaos = sandbox.chaosFor(orderId)
  if (chaos.createFailure !== 'none') return plannedFailure(chaos.createFailure)
  try {
    const order = openSession(sandbox, read.request, notificationTargets(sandbox, request.headers))
    if (chaos.payBeforeCreateResponse) await payAtOnce(sandbox, order)
    if (chaos.createHangMs > 0)
      await sleep(chaos.createHangMs, undefined, {
        signal: AbortSignal.any([sandbox.closing, request.signal]),
        ref: false,
      }).catch(() => {})
    if (chaos.loseCreateResponse) return brokenResponse()
    return Response.json(
      { token: order.token, redirect_url: `${sandbox.publicBase}/snap/v4/redirection/${order.token}` },
      { status: 201 },
    )
  } catch (error) {
    return toFailureResponse(error)
  }
}

/** The provider’s rule: up to three comma-separated URLs replace or extend the configured one. */
function notificationTargets(sandbox: SandboxContext, headers: Headers): string[] {
  const override = urlsIn(headers, 'x-override-notification')
  if (override.length > 0) return override
  return [sandbox.options.notificationUrl, ...urlsIn(headers, 'x-append-notification')]
}

function urlsIn(headers: Headers, name: string): string[] {
  const list = (headers.get(name) ?? '')
    .split(',')
    .map((url) => url.trim())
    .filter((url) => url !== '')
  if (list.length > 3) throw new Rejection('400', `${name} must not contain more than 3 URLs`)
  for (const url of list) {
    if (!/^https?:$/.test(URL.parse(url)?.protocol ?? '')) throw new Rejection('400', `${name} contains an invalid URL`)
  }
  return list
}

async function payAtOnce(sandbox: SandboxContext, order: Order): Promise<void> {
  const card = findTestCard(acceptedCard)
  if (card) chargeCard(sandbox, order, card)
  await sandbox.notifier.idle()
}

function plannedFailure(kind: '429' | '500' | '502'): Response {
  if (kind === '502')
    return new Response('<html><body><h1>502 Bad Gateway</h1></body></html>', {
      status: 502,
      headers: { 'content-type': 'text/html' },
    })
  return failure(
    Number(kind),
    kind === '429'
      ? 'API rate limit exceeded'
      : 'Sorry. Our system is recovering from unexpected issues. Please retry.',
  )
}

// Sends the headers and one byte, then breaks the connection: the caller cannot know that the session exists.
function brokenResponse(): Response {
  // With this code the HTTP server treats it as a client disconnect and logs no error.
  const lost = Object.assign(new Error('payment sandbox: response lost on purpose'), {
    code: 'ERR_STREAM_PREMATURE_CLOSE',
  })
  const body = new ReadableStream(
    {
      start(controller) {
        controller.enqueue(new TextEncoder().encode('{'))
      },
      async pull(controller) {
        await sleep(20)
        controller.error(lost)
      },
    },
    { highWaterMark: 0 },
  )
  return new Response(body, { status: 201, headers: { 'content-type': 'application/json', 'content-length': '200' } })
}

function toFailureResponse(error: unknown): Response {
  if (error instanceof Rejection) return failure(Number(error.statusCode), error.message)
  throw error
}

function failure(status: number, ...messages: string[]): Response {
  return Response.json({ error_messages: messages }, { status })
}
