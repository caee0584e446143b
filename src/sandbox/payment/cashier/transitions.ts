import type { Charge, ChargeStatus, Order, Plan, Refund } from '#sandbox/payment/ledger/records.ts'
import { latestCharge } from '#sandbox/payment/ledger/records.ts'
import { Refusal, type World } from '#sandbox/payment/world.ts'
import { saveAndNotify } from './notices.ts'

// What can happen to a charge once it exists. Each function answers the order as it then is and throws Refusal when the provider would not.

const dayMs = 86_400_000

/** The payer pays a waiting number or code, the bank finishes verifying a card, or staff approve a challenged one. */
export function accept(world: World, order: Order): Order {
  const charge = requireStatus(order, ['pending', 'capture'])
  if (charge.status === 'capture' && charge.fraud !== 'challenge') throw cannotUpdate()
  return becomePaid(world, order, charge)
}

/** The bank hands over what a card captured. */
export function settle(world: World, order: Order): Order {
  const charge = requireStatus(order, ['capture', 'pending'])
  if (charge.status === 'pending') return becomePaid(world, order, charge)
  if (charge.fraud === 'challenge') throw cannotUpdate()
  return change(world, order, charge, { status: 'settlement', settledAt: world.now().toISOString() })
}

/** Money that arrives after the number had expired (chaos knob `settleAfterExpire`). */
export function settleLate(world: World, order: Order): Order {
  return becomePaid(world, order, requireStatus(order, ['expire']))
}

/** The waiting attempt fails, or staff turn a challenged card down. */
export function deny(world: World, order: Order): Order {
  const charge = requireStatus(order, ['pending', 'capture'])
  if (charge.status === 'pending') return change(world, order, charge, { status: 'deny' })
  if (charge.fraud !== 'challenge') throw cannotUpdate()
  return change(world, order, charge, { status: 'deny', fraud: 'deny' })
}

/** Pending, or a card before settlement; after capture it is a void. */
export function cancel(world: World, order: Order): Order {
  const charge = requireStatus(order, ['pending', 'capture'])
  return change(world, order, charge, { status: 'cancel' })
}

export function expire(world: World, order: Order): Order {
  const charge = requireStatus(order, ['pending'])
  const expired = change(world, order, charge, { status: 'expire' })
  if (!world.chaosFor(order.orderId).settleAfterExpire) return expired
  return plan(world, expired, [{ at: world.now().toISOString(), action: 'settle-late' }])
}

export type RefundAsk = { key: string | null; amountIdr: number | null; reason: string }

/** Two notices: first without, then with the bank's confirmation. */
export function refund(world: World, order: Order, ask: RefundAsk): Order {
  const charge = requireStatus(order, ['settlement', 'partial_refund', 'refund'])
  const key = ask.key ?? `${order.orderId}-refund-${charge.refunds.length + 1}`
  if (charge.refunds.some((earlier) => earlier.key === key)) throw new Refusal('406', 'Duplicate refund key')
  if (charge.status === 'refund') throw cannotUpdate()
  const refundedIdr = charge.refunds.reduce((total, earlier) => total + earlier.amountIdr, 0)
  const leftIdr = order.request.amountIdr - refundedIdr
  const amountIdr = ask.amountIdr ?? leftIdr
  if (!Number.isSafeInteger(amountIdr) || amountIdr < 1 || amountIdr > leftIdr) throw new Refusal('414', 'Refund amount is invalid')
  const createdAt = world.now().toISOString()
  const status: ChargeStatus = amountIdr === leftIdr ? 'refund' : 'partial_refund'
  const added: Refund = { id: charge.refunds.length + 1, key, amountIdr, reason: ask.reason, createdAt, bankConfirmedAt: null }
  const asked: Charge = { ...charge, status, refunds: [...charge.refunds, added] }
  if (!world.chaosFor(order.orderId).confirmRefunds) return saveAndNotify(world, withCharge(order, asked), [asked])
  const confirmed: Charge = { ...asked, refunds: [...charge.refunds, { ...added, bankConfirmedAt: createdAt }] }
  return saveAndNotify(world, withCharge(order, confirmed), [asked, confirmed])
}

/** The payer's bank takes the money back. */
export function chargeback(world: World, order: Order, isPartial = false): Order {
  const charge = requireStatus(order, ['capture', 'settlement', 'partial_refund'])
  if (charge.fraud === 'challenge') throw cannotUpdate()
  return change(world, order, charge, { status: isPartial ? 'partial_chargeback' : 'chargeback' })
}

/** What the provider will do by itself once an order is paid: cards settle the next day. */
export function plansOncePaid(world: World, order: Order, charge: Charge): Plan[] {
  const chaos = world.chaosFor(order.orderId)
  const inMs = (delayMs: number) => new Date(world.now().getTime() + delayMs).toISOString()
  const plans: Plan[] = []
  if (charge.status === 'capture' && chaos.cancelAfterCapture) plans.push({ at: inMs(0), action: 'cancel' })
  if (charge.status === 'capture') plans.push({ at: inMs(dayMs), action: 'settle' })
  if (chaos.chargebackAfterDays > 0) plans.push({ at: inMs(chaos.chargebackAfterDays * dayMs), action: 'chargeback' })
  return plans
}

function becomePaid(world: World, order: Order, charge: Charge): Order {
  const patch: Partial<Charge> =
    charge.paymentType === 'credit_card'
      ? { status: 'capture', fraud: 'accept', wasPaid: true }
      : { status: 'settlement', settledAt: world.now().toISOString(), wasPaid: true }
  const plans = plansOncePaid(world, order, { ...charge, ...patch })
  return change(world, { ...order, plans }, charge, patch)
}

function change(world: World, order: Order, charge: Charge, patch: Partial<Charge>): Order {
  const changed = { ...charge, ...patch }
  return saveAndNotify(world, withCharge(order, changed), [changed])
}

function plan(world: World, order: Order, plans: Plan[]): Order {
  const planned = { ...order, plans }
  world.ledger.save({ orders: [planned] })
  return planned
}

function withCharge(order: Order, changed: Charge): Order {
  return { ...order, charges: order.charges.map((charge) => (charge.transactionId === changed.transactionId ? changed : charge)) }
}

function requireStatus(order: Order, allowed: ChargeStatus[]): Charge {
  const charge = latestCharge(order)
  if (!charge) throw new Refusal('404', "Transaction doesn't exist.")
  if (!allowed.includes(charge.status)) throw cannotUpdate()
  return charge
}

function cannotUpdate(): Refusal {
  return new Refusal('412', 'Transaction status cannot be updated.')
}
