import { newId } from '#server/platform/new-id.ts'
import { createHash } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import type { PaymentCallback } from '#contract/commerce/commerce.ts'
import type { CommerceDeps } from '#server/commerce/deps.ts'
import { refused, type Refusal } from '#server/platform/outcomes.ts'
import { settle } from './settle-payment.ts'
import { paymentEvents, transactions } from '#server/commerce/tables.ts'

/**
 * Stores a notification of the provider in the inbox first and processes it afterwards, so that an acknowledged notification cannot
 * get lost. Rejects only when it could not be stored; the provider then retries.
 */
export async function receiveCallback(
  deps: CommerceDeps,
  notification: PaymentCallback,
): Promise<{ outcome: 'received' } | Refusal<'bad-signature'>> {
  const orderId = String(notification.order_id)
  const fields = {
    order_id: orderId,
    status_code: String(notification.status_code),
    gross_amount: String(notification.gross_amount),
  }
  if (!deps.payments.online.verifySignature({ ...fields, signature_key: notification.signature_key })) {
    deps.log.warn({ orderId }, 'payment notification with a bad signature')
    return refused('bad-signature')
  }
  const dedupe = fingerprint(notification)
  const { signature_key: _, ...body } = notification
  const ownOrderId = await findOrderId(deps, notification)
  await deps.database.query
    .insert(paymentEvents)
    .values({ id: newId(), orderId: ownOrderId, dedupe, body, receivedAt: deps.clock.now() })
    .onConflictDoNothing()
  const [event] = await deps.database.query.select().from(paymentEvents).where(eq(paymentEvents.dedupe, dedupe))
  if (!event || (event.processedAt && !(await isNews(deps, ownOrderId, notification)))) return { outcome: 'received' }

  const verdict = await settle(deps, ownOrderId)
  if (verdict === 'unknown-order') deps.log.warn({ orderId }, 'payment notification for an unknown order')
  // Without the provider status nothing is decided: the notification stays unprocessed in the inbox.
  if (verdict !== 'provider-unavailable') {
    await deps.database.query
      .update(paymentEvents)
      .set({ processedAt: deps.clock.now(), verdict: sql`coalesce(${paymentEvents.verdict}, ${verdict})` })
      .where(eq(paymentEvents.id, event.id))
  }
  return { outcome: 'received' }
}

/**
 * The order id that we gave. Wallets and some virtual accounts notify with the transaction id in its place, which an earlier status
 * has told us.
 */
async function findOrderId({ database }: CommerceDeps, { order_id, transaction_id }: PaymentCallback): Promise<string> {
  const orderId = String(order_id)
  if (orderId !== String(transaction_id)) return orderId
  const [known] = await database.query
    .select({ orderId: transactions.orderId })
    .from(transactions)
    .where(eq(transactions.providerTransactionId, orderId))
    .limit(1)
  return known?.orderId ?? orderId
}

/** A bank that settles a reversed payment again sends the same notification as the first time. */
async function isNews(
  { database }: CommerceDeps,
  orderId: string,
  { transaction_status }: PaymentCallback,
): Promise<boolean> {
  const [row] = await database.query
    .select({ status: transactions.providerStatus })
    .from(transactions)
    .where(eq(transactions.orderId, orderId))
  return row !== undefined && row.status !== (transaction_status?.toLowerCase() ?? null)
}

/** Equal for repeated deliveries of a notification, different for notifications of different content. */
function fingerprint(notification: PaymentCallback): Buffer {
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
