import { setTimeout as sleep } from 'node:timers/promises'
import { Hono } from 'hono'
import { chargeCard } from '#sandbox/payment/cashier/charge.ts'
import { cancelSession, openSession } from '#sandbox/payment/cashier/sessions.ts'
import type { Order } from '#sandbox/payment/ledger/records.ts'
import { readCreateRequest } from '#sandbox/payment/protocol/create-request.ts'
import { jakartaTime } from '#sandbox/payment/protocol/jakarta-time.ts'
import { acceptedCard, findTestCard } from '#sandbox/payment/protocol/test-cards.ts'
import { Refusal, type World } from '#sandbox/payment/world.ts'
import { hasServerKey } from './authorization.ts'
import { readJson } from './read-json.ts'

/** The Snap API that a merchant's server calls: open a session, cancel it. */
export function snapApi(world: World): Hono {
  const api = new Hono()
  api.use('*', async (context, next) => {
    if (hasServerKey(context.req.raw, world.options.serverKey)) return next()
    return failure(401, 'Access denied due to unauthorized transaction, please check client or server key')
  })
  api.post('/transactions', (context) => create(world, context.req.raw))
  api.post('/transactions/:token/cancel', (context) => {
    try {
      const order = cancelSession(world, context.req.param('token'))
      return Response.json({ canceled_at: jakartaTime(order.cancelledAt ?? world.now()) })
    } catch (error) {
      return refused(error)
    }
  })
  return api
}

async function create(world: World, request: Request): Promise<Response> {
  const read = readCreateRequest(await readJson(request))
  if ('problems' in read) return failure(400, ...read.problems)
  const { orderId } = read.request
  const chaos = world.chaosFor(orderId)
  if (chaos.createFailure !== 'none') return plannedFailure(chaos.createFailure)
  try {
    const order = openSession(world, read.request, notificationTargets(world, request.headers))
    if (chaos.payBeforeCreateAnswers) await payAtOnce(world, order)
    if (chaos.createHangMs > 0)
      await sleep(chaos.createHangMs, undefined, { signal: AbortSignal.any([world.closing, request.signal]), ref: false }).catch(() => {})
    if (chaos.loseCreateAnswer) return brokenAnswer()
    return Response.json({ token: order.token, redirect_url: `${world.publicBase}/snap/v4/redirection/${order.token}` }, { status: 201 })
  } catch (error) {
    return refused(error)
  }
}

/** The provider’s rule: up to three addresses, comma separated, instead of or besides the configured one. */
function notificationTargets(world: World, headers: Headers): string[] {
  const override = addresses(headers, 'x-override-notification')
  if (override.length > 0) return override
  return [world.options.notificationUrl, ...addresses(headers, 'x-append-notification')]
}

function addresses(headers: Headers, name: string): string[] {
  const list = (headers.get(name) ?? '')
    .split(',')
    .map((address) => address.trim())
    .filter((address) => address !== '')
  if (list.length > 3) throw new Refusal('400', `${name} must not contain more than 3 URLs`)
  for (const address of list) {
    if (!/^https?:$/.test(URL.parse(address)?.protocol ?? '')) throw new Refusal('400', `${name} contains an invalid URL`)
  }
  return list
}

async function payAtOnce(world: World, order: Order): Promise<void> {
  const card = findTestCard(acceptedCard)
  if (card) chargeCard(world, order, card)
  await world.notifier.idle()
}

function plannedFailure(kind: '429' | '500' | '502'): Response {
  if (kind === '502') return new Response('<html><body><h1>502 Bad Gateway</h1></body></html>', { status: 502, headers: { 'content-type': 'text/html' } })
  return failure(Number(kind), kind === '429' ? 'API rate limit exceeded' : 'Sorry. Our system is recovering from unexpected issues. Please retry.')
}

// The headers and a first byte leave, then the connection breaks: the caller cannot know that the session exists.
function brokenAnswer(): Response {
  // With this code the HTTP server takes it for a caller that went away, and raises no alarm.
  const lost = Object.assign(new Error('payment sandbox: answer lost on purpose'), { code: 'ERR_STREAM_PREMATURE_CLOSE' })
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

function refused(error: unknown): Response {
  if (error instanceof Refusal) return failure(Number(error.statusCode), error.message)
  throw error
}

function failure(status: number, ...messages: string[]): Response {
  return Response.json({ error_messages: messages }, { status })
}
