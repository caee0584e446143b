import { createHash, randomUUIDv7 } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import type { PaymentNotification } from '#contract/commerce/commerce.ts'
import type { CommerceDeps } from '#server/commerce/deps.ts'
import { settle } from './settle-payment.ts'
import { paymentEvents } from '#server/commerce/tables.ts'

/**
 * Stores a notification of the provider in the inbox first and processes it afterwards, so that an acknowledged notification cannot
 * get lost. Rejects only when it could not be stored; the provider then retries.
 */
export async function receiveNotification(deps: CommerceDeps, notification: PaymentNotification): Promise<'received' | 'bad-signature'> {
  if (!deps.payments.verifySignature(notification)) {
    deps.log.warn({ orderId: notification.order_id }, 'payment notification with a bad signature')
    return 'bad-signature'
  }
  const dedupe = fingerprint(notification)
  const { signature_key: _, ...body } = notification
  await deps.database.query
    .insert(paymentEvents)
    .values({ id: randomUUIDv7(), orderId: notification.order_id, dedupe, body, receivedAt: deps.clock.now() })
    .onConflictDoNothing()
  const [event] = await deps.database.query.select().from(paymentEvents).where(eq(paymentEvents.dedupe, dedupe))
  if (!event || event.processedAt) return 'received'

  const verdict = await settle(deps, notification.order_id)
  if (verdict === 'unknown-order') deps.log.warn({ orderId: notification.order_id }, 'payment notification for an unknown order')
  // Without the provider status nothing is decided: the notification stays unprocessed in the inbox.
  if (verdict !== 'provider-unavailable') {
    await deps.database.query
      .update(paymentEvents)
      .set({ processedAt: deps.clock.now(), verdict: sql`coalesce(${paymentEvents.verdict}, ${verdict})` })
      .where(eq(paymentEvents.id, event.id))
  }
  return 'received'
}

/** Equal for repeated deliveries of a notification, different for notifications of different content. */
function fingerprint(notification: PaymentNotification): Buffer {
  const fields = [
    notification.order_id,
    notification.transaction_id,
    notification.transaction_status,
    notification.status_code,
    notification.fraud_status,
    notification.gross_amount,
    notification.refund_amount,
    notification.refunds,
  ]
  return createHash('sha256')
    .update(JSON.stringify(fields.map((field) => field ?? null)))
    .digest()
}
