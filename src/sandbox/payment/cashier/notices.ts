import type { Charge, Notification, Order } from '#sandbox/payment/ledger/records.ts'
import { type Body, amountText, notificationBody, signed } from '#sandbox/payment/protocol/payment-bodies.ts'
import { seededFraction } from '#sandbox/payment/protocol/seeded.ts'
import type { World } from '#sandbox/payment/world.ts'
import type { Chaos } from './chaos.ts'

/**
 * Saves an order together with the notices of what happened to it, in one journal line, then lets the notifier send them.
 * @param told the charge as each notice shall describe it; several when the provider notifies several times
 */
export function saveAndNotify(world: World, order: Order, told: Charge[]): Order {
  keepStaleAnswer(world, order)
  const saved = { ...order, noticeCount: order.noticeCount + told.length }
  const notifications = told.flatMap((charge, index) => makeNotifications(world, saved, charge, order.noticeCount + index + 1))
  world.ledger.save({ orders: [saved], notifications })
  world.notifier.send(notifications)
  return saved
}

function keepStaleAnswer(world: World, order: Order): void {
  const readsLeft = world.chaosFor(order.orderId).staleStatusReads
  const before = world.ledger.findOrder(order.orderId)
  if (readsLeft > 0) world.staleReads.set(order.orderId, { before, readsLeft })
}

function makeNotifications(world: World, order: Order, charge: Charge, noticeNumber: number): Notification[] {
  const chaos = world.chaosFor(order.orderId)
  const body = JSON.stringify(distort(notificationBody(order, charge, world.options), chaos, world))
  const now = world.now()
  const dropped = noticeNumber <= chaos.dropNotices
  const copies = Array.from({ length: 1 + chaos.extraCopies }, (_, copy) => copy + 1)
  return copies.flatMap((copy) =>
    order.notificationUrls.map((url, target) => {
      const id = `${order.orderId}.${noticeNumber}.${copy}.${target + 1}`
      const nextAttemptAt = dropped ? null : new Date(now.getTime() + holdBackMs(world, chaos, id)).toISOString()
      return { id, orderId: order.orderId, url, body, createdAt: now.toISOString(), attempts: [], nextAttemptAt, dropped }
    }),
  )
}

function holdBackMs(world: World, chaos: Chaos, id: string): number {
  const shuffleMs = chaos.shuffleNotices ? 2 * world.options.minuteMs * seededFraction(world.options.seed, 'shuffle', id) : 0
  return chaos.delayNoticeMs + Math.ceil(shuffleMs)
}

function distort(body: Body, chaos: Chaos, world: World): Body {
  let told = { ...body }
  let statusCode = String(body['status_code'])
  if (body['transaction_status'] === 'pending') {
    if (chaos.pendingWithStatusCode200) statusCode = '200'
    if (chaos.upperCasePending) told['transaction_status'] = 'PENDING'
  }
  if (chaos.omitFraudStatus) delete told['fraud_status']
  if (chaos.addUnknownFields) Object.assign(told, { metadata: { sandbox: [1, null, 'é'] }, shopper_mood: 'happy' })
  if (chaos.alterAmount) told['gross_amount'] = amountText(Number.parseInt(String(told['gross_amount']), 10) - 1)
  const merchantId = chaos.otherMerchantId ? 'G000000000' : world.options.merchantId
  told = signed(told, statusCode, { serverKey: world.options.serverKey, merchantId })
  if (chaos.corruptSignature) told['signature_key'] = [...String(told['signature_key'])].toReversed().join('')
  return told
}
