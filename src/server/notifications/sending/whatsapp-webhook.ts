import { and, eq, inArray, isNull, lt, or } from 'drizzle-orm'
import { isUuid } from '#contract/kit/uuid.ts'
import { hasValidSignature, readWebhook, verifyTokenOf, type DeliveryState } from '#server/platform/outgoing/index.ts'
import type { DeliveryDeps } from '#server/notifications/deps.ts'
import { fail, markSent } from './deliver-whatsapp.ts'
import { forgetNumber } from '#server/notifications/ways.ts'
import { whatsAppMessages, whatsAppNumbers } from './whatsapp-tables.ts'

/** People write this to get no more messages. */
const stops = /^\s*(stop|berhenti|unsubscribe)\b/i

/** The webhook of Meta: registered with GET, told by POST, signed over the bytes of the body, which was read within its limits. */
export async function handleWhatsAppWebhook(deps: DeliveryDeps, request: Request): Promise<Response> {
  const { whatsApp } = deps
  if (!whatsApp) return new Response('WhatsApp is not configured', { status: 404 })
  if (request.method === 'GET') return verify(whatsApp.appSecret, new URL(request.url).searchParams)
  const body = new Uint8Array(await request.arrayBuffer())
  if (!hasValidSignature(whatsApp.appSecret, body, request.headers.get('x-hub-signature-256')))
    return new Response('wrong signature', { status: 401 })
  const told = readWebhook(new TextDecoder().decode(body), whatsApp.phoneNumberId)
  if (!told) return new Response('not a webhook', { status: 400 })
  for (const status of told.statuses) await applyStatus(deps, status)
  for (const written of told.written) await notePerson(deps, written)
  return new Response('ok')
}

function verify(appSecret: string, query: URLSearchParams): Response {
  const isOurs = query.get('hub.mode') === 'subscribe' && query.get('hub.verify_token') === verifyTokenOf(appSecret)
  if (!isOurs) return new Response('wrong token', { status: 403 })
  return new Response((query.get('hub.challenge') ?? '').slice(0, 200), {
    headers: { 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' },
  })
}

/** The states that each one follows. Reports arrive late, twice and out of order. */
const before: Record<Exclude<DeliveryState, 'failed'>, ('sent' | 'delivered')[]> = {
  sent: [],
  delivered: ['sent'],
  read: ['sent', 'delivered'],
}

type Status = { providerId: string; messageId: string | null; state: DeliveryState; reason: string | null }

async function applyStatus(deps: DeliveryDeps, { providerId, messageId, state, reason }: Status) {
  await deps.database.transaction(async (tx) => {
    const isOurs =
      messageId !== null && isUuid(messageId)
        ? eq(whatsAppMessages.id, messageId)
        : eq(whatsAppMessages.providerId, providerId)
    const [message] = await tx.select().from(whatsAppMessages).where(isOurs).for('no key update')
    if (!message) return
    // The report was faster than the answer to the request, or that one never came.
    if (message.state === 'waiting') await markSent(tx, message, providerId, deps.clock.now())
    if (state === 'failed') return fail(tx, deps, { message, reason: reason ?? 'not delivered' })
    if (before[state].length === 0) return
    await tx
      .update(whatsAppMessages)
      .set({ state })
      .where(and(eq(whatsAppMessages.id, message.id), inArray(whatsAppMessages.state, before[state])))
  })
}

/** Opens the 24 hours, or ends messages to the number. */
async function notePerson(
  { database, clock }: DeliveryDeps,
  { from, at, text }: { from: string; at: Date; text: string },
) {
  if (stops.test(text)) {
    await database.transaction((tx) => forgetNumber(tx, eq(whatsAppNumbers.number, from)))
    return
  }
  const wroteAt = new Date(Math.min(at.getTime(), clock.now().getTime()))
  const isLater = or(isNull(whatsAppNumbers.wroteAt), lt(whatsAppNumbers.wroteAt, wroteAt))
  await database.query
    .update(whatsAppNumbers)
    .set({ wroteAt })
    .where(and(eq(whatsAppNumbers.number, from), isLater))
}
