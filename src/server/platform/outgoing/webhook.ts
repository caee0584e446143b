import { createHmac, timingSafeEqual } from 'node:crypto'
import * as z from 'zod/mini'

/** In their order: one that arrives late changes nothing. */
export type DeliveryState = 'sent' | 'delivered' | 'read' | 'failed'

/** `messageId`: what was given when it was sent; null for a message of before that. */
type Status = { providerId: string; messageId: string | null; state: DeliveryState; reason: string | null }
type Written = { from: string; at: Date; text: string }

/** Checks the bytes as they arrived: what is parsed and written again may differ. */
export function hasValidSignature(appSecret: string, body: Uint8Array, header: string | null): boolean {
  const given = /^sha256=([0-9a-f]{64})$/i.exec(header ?? '')?.[1]
  return (
    given !== undefined &&
    timingSafeEqual(Buffer.from(given, 'hex'), createHmac('sha256', appSecret).update(body).digest())
  )
}

/** Verify token: entered at Meta, so that only they can register the webhook. Made from the secret, so that it needs no setting. */
export const verifyTokenOf = (appSecret: string): string =>
  createHmac('sha256', appSecret).update('whatsapp webhook').digest('hex').slice(0, 32)

const id = z.string().check(z.regex(/^[\x21-\x7e]{1,200}$/))
const seconds = z.string().check(z.regex(/^\d{1,11}$/))
const value = z.object({
  metadata: z.object({ phone_number_id: id }),
  statuses: z._default(
    z.array(
      z.object({
        id,
        status: z.string(),
        biz_opaque_callback_data: z.optional(z.string()),
        errors: z.optional(
          z.array(z.object({ code: z.number(), title: z.optional(z.string()), message: z.optional(z.string()) })),
        ),
      }),
    ),
    [],
  ),
  messages: z._default(
    z.array(z.object({ from: id, timestamp: seconds, text: z.optional(z.object({ body: z.string() })) })),
    [],
  ),
})
const notification = z.object({
  entry: z.array(z.object({ changes: z.array(z.object({ field: z.string(), value: z.unknown() })) })),
})

const states: readonly string[] = ['sent', 'delivered', 'read', 'failed'] satisfies DeliveryState[]

/** Reads a webhook about this phone number; parts of another form are left out, because there are many kinds. Null when it is none at all. */
export function readWebhook(body: string, phoneNumberId: string): { statuses: Status[]; written: Written[] } | null {
  const parsed = notification.safeParse(tryParse(body))
  if (!parsed.success) return null
  const values = parsed.data.entry
    .flatMap(({ changes }) => changes)
    .filter(({ field }) => field === 'messages')
    .map((change) => value.safeParse(change.value))
    .flatMap(({ data }) => (data && data.metadata.phone_number_id === phoneNumberId ? [data] : []))
  const statuses = values.flatMap((one) => one.statuses).filter(({ status }) => states.includes(status))
  return {
    statuses: statuses.map(({ id: providerId, biz_opaque_callback_data: messageId = null, status, errors }) => ({
      providerId,
      messageId,
      state: status as DeliveryState,
      reason: reasonOf(errors?.[0]),
    })),
    written: values
      .flatMap((one) => one.messages)
      .map(({ from, timestamp, text }) => ({
        from,
        at: new Date(Number(timestamp) * 1000),
        text: text?.body.slice(0, 100) ?? '',
      })),
  }
}

const reasonOf = (
  error: { code: number; title?: string | undefined; message?: string | undefined } | undefined,
): string | null =>
  error
    ? `${error.code}: ${error.title ?? error.message ?? ''}`.slice(0, 300).replaceAll('\0', '').toWellFormed()
    : null

function tryParse(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return null
  }
}
