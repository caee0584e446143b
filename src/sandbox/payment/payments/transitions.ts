import type { Charge, ChargeStatus, Order, Plan, Refund } from '#sandbox/payment/ledger-records.ts'
import { latestCharge } from '#sandbox/payment/ledger-records.ts'
import { Rejection, type SandboxContext } from '#sandbox/payment/context.ts'
import { saveAndNotify } from './notifications.ts'

// Transitions of an existing charge. Each function returns the changed order and throws a Rejection where the provider rejects.

const dayMs = 86_400_000

/** The payer pays a pending number or code, the bank finishes verifying a card, or staff approve a challenged card. */
export function accept(sandbox: SandboxContext, order: Order): Order {
  const charge = requireStatus(order, ['pending', 'capture'])
  if (charge.status === 'capture' && charge.fraud !== 'challenge') throw cannotUpdate()
  return becomePaid(sandbox, order, charge)
}

/** The bank settles a captured card payment. */
export function settle(sandbox: SandboxContext, order: Order): Order {
  const charge = requireStatus(order, ['capture', 'pending'])
  if (charge.status === 'pending') return becomePaid(sandbox, order, charge)
  if (charge.fraud === 'challenge') throw cannotUpdate()
  return change(sandbox, order, charge, { status: 'settlement', settledAt: sandbox.now().toISOString() })
}

/** Settles a payment after its number expired (chaos knob `settleAfterExpire`). */
export function settleLate(sandbox: SandboxContext, order: Order): Order {
  return becomePaid(sandbox, order, requireStatus(order, ['expire']))
}

/** The pending attempt fails, or staff deny a challenged card. */
export function deny(sandbox: SandboxContext, order: Order): Order {
  const charge = requireStatus(order, ['pending', 'capture'])
  if (charge.status === 'pending') return change(sandbox, order, charge, { status: 'deny' })
  if (charge.fraud !== 'challenge') throw cannotUpdate()
  return change(sandbox, order, charge, { status: 'deny', fraud: 'deny' })
}

/** Cancels a pending payment or a card payment before settlement; after capture this is a void. */
export function cancel(sandbox: SandboxContext, order: Order): Order {
  const charge = requireStatus(order, ['pending', 'capture'])
  return change(sandbox, order, charge, { status: 'cancel' })
}

export function expire(sandbox: SandboxContext, order: Order): Order {
  const charge = requireStatus(order, ['pending'])
  const expired = change(sandbox, order, charge, { status: 'expire' })
  if (!sandbox.chaosFor(order.orderId).settleAfterExpire) return expired
  return plan(sandbox, expired, [{ at: sandbox.now().toISOString(), action: 'settle-late' }])
}

export type RefundInput = { key: string | null; amountIdr: number | null; reason: string }

/** Sends two notifications: first without, then with the bank's confirmation. */
export function refund(sandbox: SandboxContext, order: Order, input: RefundInput): Order {
  const charge = requireStatus(order, ['settlement', 'partial_refund', 'refund'])
  const key = input.key ?? `${order.orderId}-refund-${charge.refunds.length + 1}`
  if (charge.refunds.some((earlier) => earlier.key === key)) throw new Rejection('406', 'Duplicate refund key')
  if (charge.status === 'refund' || sandbox.chaosFor(order.orderId).rejectRefunds) throw cannotUpdate()
  const refundedIdr = charge.refunds.reduce((total, earlier) => total + earlier.amountIdr, 0)
  // The charged amount includes a fee of the buyer.
  const leftIdr = order.request.amountIdr + sandbox.chaosFor(order.orderId).buyerFeeIdr - refundedIdr
  const amountIdr = input.amountIdr ?? leftIdr
  if (!Number.isSafeInteger(amountIdr) || amountIdr < 1 || amountIdr > leftIdr)
    throw new Rejection('414', 'Refund amount is invalid')
  const createdAt = sandbox.now().toISOString()
  const status: ChargeStatus = amountIdr === leftIdr ? 'refund' : 'partial_refund'
  const added: Refund = {
    id: charge.refunds.length + 1,
    key,
    amountIdr,
    reason: input.reason,
    createdAt,
    bankConfirmedAt: null,
  }
  const requested: Charge = { ...charge, status, refunds: [...charge.refunds, added] }
  if (!sandbox.chaosFor(order.orderId).confirmRefunds)
    return saveAndNotify(sandbox, withCharge(order, requested), [requested])
  const confirmed: Charge = { ...requested, refunds: [...charge.refunds, { ...added, bankConfirmedAt: createdAt }] }
  return saveAndNotify(sandbox, withCharge(order, confirmed), [requested, confirmed])
}

/** The payer's bank reverses the payment. */
export function chargeback(sandbox: SandboxContext, order: Order, isPartial = false): Order {
  const charge = requireStatus(order, ['capture', 'settlement', 'partial_refund'])
  if (charge.fraud === 'challenge') throw cannotUpdate()
  return change(sandbox, order, charge, { status: isPartial ? 'partial_chargeback' : 'chargeback' })
}

const reversals = ['deny', 'failure', 'cancel'] as const
export type Reversal = (typeof reversals)[number]

/** The bank takes a settled payment back, as documented for several banks. */
export function reverse(sandbox: SandboxContext, order: Order, to: Reversal): Order {
  return change(sandbox, order, requireStatus(order, ['settlement']), { status: to })
}

/** The bank settles a reversed payment after all. */
export function restore(sandbox: SandboxContext, order: Order): Order {
  const charge = requireStatus(order, [...reversals])
  if (!charge.wasPaid) throw cannotUpdate()
  return change(sandbox, order, charge, { status: 'settlement' })
}

/** Transitions that the provider runs after payment: cards settle the next day. */
export function plansOncePaid(sandbox: SandboxContext, order: Order, charge: Charge): Plan[] {
  const chaos = sandbox.chaosFor(order.orderId)
  const inMs = (delayMs: number) => new Date(sandbox.now().getTime() + delayMs).toISOString()
  const plans: Plan[] = []
  if (charge.status === 'capture' && chaos.cancelAfterCapture) plans.push({ at: inMs(0), action: 'cancel' })
  if (charge.status === 'capture') plans.push({ at: inMs(dayMs), action: 'settle' })
  if (chaos.chargebackAfterDays > 0) plans.push({ at: inMs(chaos.chargebackAfterDays * dayMs), action: 'chargeback' })
  return plans
}

function becomePaid(sandbox: SandboxContext, order: Order, charge: Charge): Order {
  const patch: Partial<Charge> =
    charge.paymentType === 'credit_card'
      ? { status: 'capture', fraud: 'accept', wasPaid: true }
      : { status: 'settlement', settledAt: sandbox.now().toISOString(), wasPaid: true }
  const plans = plansOncePaid(sandbox, order, { ...charge, ...patch })
  return change(sandbox, { ...order, plans }, charge, patch)
}

function change(sandbox: SandboxContext, order: Order, charge: Charge, patch: Partial<Charge>): Order {
  const changed = { ...charge, ...patch }
  return saveAndNotify(sandbox, withCharge(order, changed), [changed])
}

function plan(sandbox: SandboxContext, order: Order, plans: Plan[]): Order {
  const planned = { ...order, plans }
  sandbox.ledger.save({ orders: [planned] })
  return planned
}

function withCharge(order: Order, changed: Charge): Order {
  return {
    ...order,
    charges: order.charges.map((charge) => (charge.transactionId === changed.transactionId ? changed : charge)),
  }
}

function requireStatus(order: Order, allowed: ChargeStatus[]): Charge {
  const charge = latestCharge(order)
  if (!charge) throw new Rejection('404', "Transaction doesn't exist.")
  if (!allowed.includes(charge.status)) throw cannotUpdate()
  return charge
}

function cannotUpdate(): Rejection {
  return new Rejection('412', 'Transaction status cannot be updated.')
}
