import { createHash, randomUUIDv7 } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import type { PaymentNotification } from '#contract/commerce.ts'
import type { CommerceDeps } from './commerce.ts'
import { settle } from './settle-payment.ts'
import { paymentEvents } from './tables.ts'

/**
 * The provider reports a change. It is kept first, interpreted afterwards: once this resolves, the report cannot get
 * lost. Rejects only when it could not be kept; the provider then asks again.
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
  // Without the provider's word nothing is decided: the report waits in the inbox.
  if (verdict !== 'provider-unavailable') {
    await deps.database.query
      .update(paymentEvents)
      .set({ processedAt: deps.clock.now(), verdict: sql`coalesce(${paymentEvents.verdict}, ${verdict})` })
      .where(eq(paymentEvents.id, event.id))
  }
  return 'received'
}

/** The same report always has the same fingerprint; two reports that mean different things never do. */
function fingerprint(notification: PaymentNotification): Buffer {
  const meaning = [
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
    .update(JSON.stringify(meaning.map((part) => part ?? null)))
    .digest()
}
