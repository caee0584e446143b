import { randomUUID } from 'node:crypto'
import { type Charge, type Order, latestCharge } from '#sandbox/payment/ledger-records.ts'
import type { SessionRequest } from './create-request.ts'
import { Rejection, type SandboxContext } from '#sandbox/payment/context.ts'

const dayMs = 86_400_000

/** Opens a payment session, or replaces the session of the same order while nothing was charged. */
export function openSession(sandbox: SandboxContext, request: SessionRequest, notificationUrls: string[]): Order {
  const earlier = sandbox.ledger.findOrder(request.orderId)
  if (earlier) rejectUsedOrder(sandbox, earlier)
  const now = sandbox.now()
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
  sandbox.ledger.save({ orders: [order] })
  return order
}

function rejectUsedOrder(sandbox: SandboxContext, order: Order): void {
  const charge = latestCharge(order)
  if (charge?.wasPaid)
    throw new Rejection('400', 'transaction_details.order_id has been paid and utilized, please use another order ID')
  if (charge || sandbox.chaosFor(order.orderId).rejectRepeatedOrderId)
    throw new Rejection('400', 'transaction_details.order_id has already been taken')
}

/** Cancels a session by its token, unless a payment is in progress. */
export function cancelSession(sandbox: SandboxContext, token: string): Order {
  const order = sandbox.ledger.findOrderByToken(token)
  if (!order) throw new Rejection('404', 'token not found')
  if (order.cancelledAt) throw new Rejection('400', 'token already canceled')
  const charge = latestCharge(order)
  if (charge && charge.status !== 'deny') throw new Rejection('400', 'Transaction is on progress')
  const cancelled = { ...order, cancelledAt: sandbox.now().toISOString() }
  sandbox.ledger.save({ orders: [cancelled] })
  return cancelled
}

export type SessionState =
  | { state: 'payable' }
  | { state: 'pending'; charge: Charge }
  | { state: 'processed'; charge: Charge }
  | { state: 'expired' }
  | { state: 'cancelled' }

/** The state of an order's payment session. A denied attempt leaves it payable. */
export function sessionState(sandbox: SandboxContext, order: Order): SessionState {
  const charge = latestCharge(order)
  if (order.cancelledAt) return { state: 'cancelled' }
  if (charge?.status === 'expire') return { state: 'expired' }
  if (charge && charge.status !== 'deny' && charge.status !== 'pending') return { state: 'processed', charge }
  if (sandbox.now() >= new Date(order.pageExpiresAt)) return { state: 'expired' }
  if (charge?.status === 'pending') return { state: 'pending', charge }
  return { state: 'payable' }
}
