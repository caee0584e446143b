import { randomUUID } from 'node:crypto'
import { type Charge, type Order, latestCharge } from '#sandbox/payment/ledger/records.ts'
import type { SessionRequest } from '#sandbox/payment/protocol/create-request.ts'
import { Refusal, type World } from '#sandbox/payment/world.ts'

const dayMs = 86_400_000

/** Opens a payment session, or replaces the one of the same order while nothing was charged. */
export function openSession(world: World, request: SessionRequest, notificationUrls: string[]): Order {
  const earlier = world.ledger.findOrder(request.orderId)
  if (earlier) refuseUsedOrder(world, earlier)
  const now = world.now()
  const pageExpiry = request.pageExpiry ?? request.expiry
  const pageStart = pageExpiry?.startAt ? new Date(pageExpiry.startAt) : now
  const order: Order = {
    orderId: request.orderId,
    request,
    token: randomUUID(),
    createdAt: now.toISOString(),
    cancelledAt: null,
    pageExpiresAt: new Date(pageStart.getTime() + (pageExpiry?.durationMs ?? dayMs)).toISOString(),
    notificationUrls,
    charges: [],
    plans: [],
    noticeCount: earlier?.noticeCount ?? 0,
  }
  world.ledger.save({ orders: [order] })
  return order
}

function refuseUsedOrder(world: World, order: Order): void {
  const charge = latestCharge(order)
  if (charge?.wasPaid) throw new Refusal('400', 'transaction_details.order_id has been paid and utilized, please use another order ID')
  if (charge || world.chaosFor(order.orderId).rejectRepeatedOrderId) throw new Refusal('400', 'transaction_details.order_id has already been taken')
}

/** Ends a session by its token, unless the payer is in the middle of paying. */
export function cancelSession(world: World, token: string): Order {
  const order = world.ledger.findOrderByToken(token)
  if (!order) throw new Refusal('404', 'token not found')
  if (order.cancelledAt) throw new Refusal('400', 'token already canceled')
  const charge = latestCharge(order)
  if (charge && charge.status !== 'deny') throw new Refusal('400', 'Transaction is on progress')
  const cancelled = { ...order, cancelledAt: world.now().toISOString() }
  world.ledger.save({ orders: [cancelled] })
  return cancelled
}

export type SessionState =
  | { state: 'payable' }
  | { state: 'pending'; charge: Charge }
  | { state: 'processed'; charge: Charge }
  | { state: 'expired' }
  | { state: 'cancelled' }

/** What the payment page of an order can still do. A denied attempt leaves it payable. */
export function sessionState(world: World, order: Order): SessionState {
  const charge = latestCharge(order)
  if (order.cancelledAt) return { state: 'cancelled' }
  if (charge?.status === 'expire') return { state: 'expired' }
  if (charge && charge.status !== 'deny' && charge.status !== 'pending') return { state: 'processed', charge }
  if (world.now() >= new Date(order.pageExpiresAt)) return { state: 'expired' }
  if (charge?.status === 'pending') return { state: 'pending', charge }
  return { state: 'payable' }
}
