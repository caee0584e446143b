import { dayMs, hourMs } from '#contract/kit/durations.ts'
import type { ProviderStatus } from '#server/commerce/provider/payment-provider.ts'

// A minimal model of the payment provider that can reproduce every known failure.

export type Act =
  | 'reverse'
  | 'resettle'
  | 'pay'
  | 'payLater'
  | 'challenge'
  | 'approve'
  | 'deny'
  | 'settle'
  | 'expire'
  | 'cancel'
  | 'refund'
  | 'partialRefund'
  | 'chargeback'
export type Notice = { orderId: string; status: string; refundedIdr: number }

type Charge = { attempt: number; status: string; fraud: string; refundedIdr: number; /** The expiry of a pending bank transfer. */ waitsUntil: number }
type Order = {
  amountIdr: number
  token: number
  isOpen: boolean
  endsAt: number
  charge: Charge | null
  /** The previous charge, which an outdated read returns. */
  before: Charge | null
  changedAt: number
  timesPaid: number
  refundKeys: Set<string>
}

const lagMs = hourMs

export class ModelProvider {
  readonly orders = new Map<string, Order>()
  /** Undelivered notifications; the test decides which are delivered, how often and in what order. */
  readonly notices: Notice[] = []
  private tokens = 0
  private now = 0

  openSession(orderId: string, amountIdr: number, now: number): number | 'order-already-used' {
    const known = this.orders.get(orderId)
    if (known?.charge) return 'order-already-used'
    const token = ++this.tokens
    this.orders.set(orderId, {
      amountIdr,
      token,
      isOpen: true,
      endsAt: now + dayMs,
      charge: null,
      before: null,
      changedAt: now,
      timesPaid: 0,
      refundKeys: new Set(),
    })
    return token
  }

  cancelSession(orderId: string, token: number): 'cancelled' | 'in-progress' {
    const order = this.orders.get(orderId)
    if (!order || order.token !== token) return 'cancelled'
    if (order.charge?.status === 'pending') return 'in-progress'
    order.isOpen = false
    return 'cancelled'
  }

  /** A read may return the previous charge for a while. */
  read(orderId: string, { stale }: { stale: boolean }): ProviderStatus | null {
    const order = this.orders.get(orderId)
    const charge = stale && order && this.now - order.changedAt < lagMs ? order.before : order?.charge
    if (!order || !charge) return null
    return {
      orderId,
      transactionId: `T${charge.attempt}`,
      status: charge.status,
      fraud: charge.fraud,
      amountIdr: order.amountIdr,
      buyerFeeIdr: 0,
      currency: 'IDR',
      merchantId: 'M',
      paymentType: 'credit_card',
      refundedIdr: charge.refundedIdr || null,
      instructions: null,
    }
  }

  /** Idempotent per key. */
  refund(orderId: string, key: string, amountIdr: number): 'done' | 'refused' {
    const order = this.orders.get(orderId)
    if (order?.refundKeys.has(key)) return 'done'
    if (!order?.charge || !['settlement', 'partial_refund'].includes(order.charge.status)) return 'refused'
    if (order.charge.refundedIdr + amountIdr > order.amountIdr) return 'refused'
    order.refundKeys.add(key)
    this.giveBack(orderId, order, amountIdr)
    return 'done'
  }

  cancelPayment(orderId: string): 'done' | 'refused' {
    const order = this.orders.get(orderId)
    if (order?.charge?.status !== 'capture') return 'refused'
    this.change(orderId, order, { ...order.charge, status: 'cancel' })
    return 'done'
  }

  /** An unpaid pending payment expires; its time starts when the payer selects a method. */
  passTime(now: number): void {
    this.now = now
    for (const [orderId, order] of this.orders) {
      if (order.charge?.status === 'pending' && now >= order.charge.waitsUntil) this.change(orderId, order, { ...order.charge, status: 'expire' })
    }
  }

  /** An action of the payer, the bank or the provider's staff; ignored when the current state does not allow it. */
  act(orderId: string, act: Act, now: number): void {
    const order = this.orders.get(orderId)
    if (!order) return
    const status = order.charge?.status
    const waitsUntil = now + dayMs
    // A payer's action after a denial is another attempt, with an id of its own.
    const isNext = ['pay', 'challenge', 'payLater', 'deny'].includes(act) && (status === undefined || status === 'deny')
    const attempt = (order.charge?.attempt ?? 0) + (isNext ? 1 : 0)
    const set = (next: string, fraud = 'accept') =>
      this.change(orderId, order, { attempt, status: next, fraud, refundedIdr: order.charge?.refundedIdr ?? 0, waitsUntil })
    const canStart = order.isOpen && now < order.endsAt && (status === undefined || status === 'deny')
    if (act === 'pay' && status === 'pending') set('settlement')
    else if (act === 'pay' && canStart) set('capture')
    else if (act === 'challenge' && canStart) set('capture', 'challenge')
    else if (act === 'payLater' && canStart) set('pending')
    else if (act === 'deny' && (canStart || order.charge?.fraud === 'challenge')) set('deny', 'deny')
    else if (act === 'approve' && order.charge?.fraud === 'challenge') set('capture')
    else if (act === 'settle' && status === 'capture' && order.charge?.fraud === 'accept') set('settlement')
    else if (act === 'expire' && status === 'pending') set('expire')
    else if (act === 'reverse' && status === 'settlement') set('failure')
    else if (act === 'resettle' && status === 'failure') set('settlement')
    else if (act === 'cancel' && (status === 'pending' || status === 'capture')) set('cancel', order.charge?.fraud)
    else if (act === 'refund' && (status === 'settlement' || status === 'partial_refund'))
      this.giveBack(orderId, order, order.amountIdr - (order.charge?.refundedIdr ?? 0))
    else if (act === 'partialRefund' && (status === 'settlement' || status === 'partial_refund')) {
      this.giveBack(orderId, order, Math.floor((order.amountIdr - (order.charge?.refundedIdr ?? 0)) / 3))
    } else if (act === 'chargeback' && order.charge?.fraud === 'accept' && ['capture', 'settlement', 'partial_refund'].includes(status ?? '')) set('chargeback')
  }

  private giveBack(orderId: string, order: Order, amountIdr: number): void {
    if (!order.charge || amountIdr <= 0) return
    const refundedIdr = order.charge.refundedIdr + amountIdr
    this.change(orderId, order, { ...order.charge, refundedIdr, status: refundedIdr === order.amountIdr ? 'refund' : 'partial_refund' })
    this.notices.push({ orderId, status: order.charge.status, refundedIdr })
  }

  private change(orderId: string, order: Order, charge: Charge): void {
    const isPaid = (one: Charge | null) => one !== null && one.fraud === 'accept' && ['capture', 'settlement'].includes(one.status)
    if (isPaid(charge) && !isPaid(order.charge) && order.charge?.status !== 'failure') order.timesPaid++
    order.before = order.charge
    order.changedAt = this.now
    order.charge = charge
    this.notices.push({ orderId, status: charge.status, refundedIdr: charge.refundedIdr })
  }
}
