import type { Charge, Notification, Order } from '#sandbox/payment/ledger-records.ts'
import { type Body, amountText, notificationBody } from './payment-bodies.ts'
import { seededFraction } from './seeded.ts'
import type { SandboxContext } from '#sandbox/payment/context.ts'
import type { Chaos } from './chaos.ts'
import { written } from './variants.ts'

/**
 * Saves an order together with its notifications in one journal line, then passes them to the notifier.
 * @param charges the charge as each notification describes it; several when the provider notifies several times
 */
export function saveAndNotify(sandbox: SandboxContext, order: Order, charges: Charge[]): Order {
  saveStaleResponse(sandbox, order)
  const saved = { ...order, noticeCount: order.noticeCount + charges.length }
  const notifications = charges.flatMap((charge, index) =>
    makeNotifications(sandbox, saved, charge, order.noticeCount + index + 1),
  )
  sandbox.ledger.save({ orders: [saved], notifications })
  sandbox.notifier.send(notifications)
  return saved
}

function saveStaleResponse(sandbox: SandboxContext, order: Order): void {
  const readsLeft = sandbox.chaosFor(order.orderId).staleStatusReads
  const before = sandbox.ledger.findOrder(order.orderId)
  if (readsLeft > 0) sandbox.staleReads.set(order.orderId, { before, readsLeft })
}

function makeNotifications(
  sandbox: SandboxContext,
  order: Order,
  charge: Charge,
  noticeNumber: number,
): Notification[] {
  const chaos = sandbox.chaosFor(order.orderId)
  const body = JSON.stringify(distort(notificationBody(order, charge, sandbox.options), chaos, sandbox))
  const now = sandbox.now()
  const dropped = noticeNumber <= chaos.dropNotices
  const copies = Array.from({ length: 1 + chaos.extraCopies }, (_, copy) => copy + 1)
  return copies.flatMap((copy) =>
    order.notificationUrls.map((url, target) => {
      const id = `${order.orderId}.${noticeNumber}.${copy}.${target + 1}`
      const nextAttemptAt = dropped ? null : new Date(now.getTime() + holdBackMs(sandbox, chaos, id)).toISOString()
      return {
        id,
        orderId: order.orderId,
        url,
        body,
        createdAt: now.toISOString(),
        attempts: [],
        nextAttemptAt,
        dropped,
      }
    }),
  )
}

function holdBackMs(sandbox: SandboxContext, chaos: Chaos, id: string): number {
  const shuffleMs = chaos.shuffleNotices
    ? 2 * sandbox.options.minuteMs * seededFraction(sandbox.options.seed, 'shuffle', id)
    : 0
  return chaos.delayNoticeMs + Math.ceil(shuffleMs)
}

function distort(body: Body, chaos: Chaos, sandbox: SandboxContext): Body {
  let distorted = { ...body }
  let statusCode = String(body['status_code'])
  if (body['transaction_status'] === 'pending') {
    if (chaos.pendingWithStatusCode200) statusCode = '200'
    if (chaos.upperCasePending) distorted['transaction_status'] = 'PENDING'
  }
  if (chaos.omitFraudStatus) delete distorted['fraud_status']
  if (chaos.addUnknownFields) Object.assign(distorted, { metadata: { sandbox: [1, null, 'é'] }, shopper_mood: 'happy' })
  if (chaos.alterAmount)
    distorted['gross_amount'] = amountText(Number.parseInt(String(distorted['gross_amount']), 10) - 1)
  const merchantId = chaos.otherMerchantId ? 'G000000000' : sandbox.options.merchantId
  distorted = written(distorted, statusCode, chaos, { serverKey: sandbox.options.serverKey, merchantId })
  if (chaos.corruptSignature) distorted['signature_key'] = [...String(distorted['signature_key'])].toReversed().join('')
  return distorted
}
