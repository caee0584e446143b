import { type Order, latestCharge } from '#sandbox/payment/ledger/records.ts'
import { amountProblem, isEnabled, methods } from '#sandbox/payment/protocol/methods.ts'
import { acceptedCard, deniedCard, findTestCard } from '#sandbox/payment/protocol/test-cards.ts'
import { Refusal, type World } from '#sandbox/payment/world.ts'
import { chargeCard, chargeLater } from './charge.ts'
import { sessionState } from './sessions.ts'
import { accept, deny } from './transitions.ts'

// The short cuts 'Bayar', 'Bayar Nanti' and 'Tolak': whatever the order's state, one press gives that outcome.

export function simulatePay(world: World, order: Order): Order {
  return isWaiting(world, order) ? accept(world, order) : chargeCard(world, order, cardOf(acceptedCard))
}

/** A waiting payment stays as it is. */
export function simulatePayLater(world: World, order: Order): Order {
  return isWaiting(world, order) ? order : chargeLater(world, order, accountFor(order))
}

export function simulateDeny(world: World, order: Order): Order {
  return isWaiting(world, order) ? deny(world, order) : chargeCard(world, order, cardOf(deniedCard))
}

function isWaiting(world: World, order: Order): boolean {
  return sessionState(world, order).state === 'pending' && latestCharge(order)?.status === 'pending'
}

// The first virtual account the merchant switched on; BCA where only other ways are, for 'Bayar Nanti' must always work.
function accountFor(order: Order): string {
  const { amountIdr, enabledPayments } = order.request
  const payable = methods.filter((method) => method.id.endsWith('_va') && amountProblem(method, amountIdr) === null)
  return (payable.find((method) => isEnabled(method, enabledPayments)) ?? payable[0])?.id ?? 'bca_va'
}

function cardOf(number: string) {
  const card = findTestCard(number)
  if (!card) throw new Refusal('400', 'Unknown card')
  return card
}
