import { type Order, latestCharge } from '#sandbox/payment/ledger-records.ts'
import { amountProblem, isEnabled, methods } from './methods.ts'
import { acceptedCard, deniedCard, findTestCard } from './test-cards.ts'
import { Rejection, type SandboxContext } from '#sandbox/payment/context.ts'
import { chargeCard, chargeLater } from './charge.ts'
import { sessionState } from './sessions.ts'
import { accept, deny } from './transitions.ts'

// The shortcuts 'Bayar', 'Bayar Nanti' and 'Tolak': one press gives that outcome in any payable state.

export function simulatePay(sandbox: SandboxContext, order: Order): Order {
  return isWaiting(sandbox, order) ? accept(sandbox, order) : chargeCard(sandbox, order, cardOf(acceptedCard))
}

/** Leaves a pending payment unchanged. */
export function simulatePayLater(sandbox: SandboxContext, order: Order): Order {
  return isWaiting(sandbox, order) ? order : chargeLater(sandbox, order, accountFor(order))
}

export function simulateDeny(sandbox: SandboxContext, order: Order): Order {
  return isWaiting(sandbox, order) ? deny(sandbox, order) : chargeCard(sandbox, order, cardOf(deniedCard))
}

function isWaiting(sandbox: SandboxContext, order: Order): boolean {
  return sessionState(sandbox, order).state === 'pending' && latestCharge(order)?.status === 'pending'
}

// The first virtual account that the merchant enabled, otherwise BCA: 'Bayar Nanti' must always work.
function accountFor(order: Order): string {
  const { amountIdr, enabledPayments } = order.request
  const payable = methods.filter((method) => method.id.endsWith('_va') && amountProblem(method, amountIdr) === null)
  return (payable.find((method) => isEnabled(method, enabledPayments)) ?? payable[0])?.id ?? 'bca_va'
}

function cardOf(number: string) {
  const card = findTestCard(number)
  if (!card) throw new Rejection('400', 'Unknown card')
  return card
}
