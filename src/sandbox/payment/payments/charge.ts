import { randomUUID } from 'node:crypto'
import type { Card, Charge, Order } from '#sandbox/payment/ledger-records.ts'
import { amountProblem, findMethod, isEnabled } from './methods.ts'
import { seededDigits } from './seeded.ts'
import { type CardOutcome, type TestCard, maskCard } from './test-cards.ts'
import { Rejection, type SandboxContext } from '#sandbox/payment/context.ts'
import { saveAndNotify } from './notifications.ts'
import { sessionState } from './sessions.ts'
import { plansOncePaid } from './transitions.ts'

const dayMs = 86_400_000
const qrisLifeMs = 15 * 60_000
const verifyingCardMs = 60_000

/** Charges a sandbox card. The card number determines the outcome. */
export function chargeCard(sandbox: SandboxContext, order: Order, testCard: TestCard): Order {
  requirePayable(sandbox, order, 'credit_card')
  const charge = {
    ...newCharge(sandbox, 'credit_card'),
    ...cardOutcomes[testCard.outcome],
    card: cardFacts(sandbox, order, testCard),
  }
  const plans =
    testCard.outcome === 'pending-then-accept'
      ? [{ at: new Date(sandbox.now().getTime() + verifyingCardMs).toISOString(), action: 'accept' as const }]
      : testCard.outcome === 'accept'
        ? plansOncePaid(sandbox, order, charge)
        : []
  return saveAndNotify(sandbox, { ...order, charges: [...order.charges, charge], plans }, [charge])
}

/** Issues a payment number or QR code to pay later: the charge is pending. */
export function chargeLater(sandbox: SandboxContext, order: Order, methodId: string): Order {
  requirePayable(sandbox, order, methodId)
  const paymentType = methodId === 'qris' || methodId === 'echannel' ? methodId : 'bank_transfer'
  const charge: Charge = {
    ...newCharge(sandbox, paymentType),
    expiresAt: methodExpiresAt(sandbox, order, methodId === 'qris' ? qrisLifeMs : dayMs),
    account:
      methodId === 'qris'
        ? null
        : {
            bank: methodId.replace(/_va$/, ''),
            number: seededDigits(16, sandbox.options.seed, 'account', order.orderId, order.charges.length),
          },
  }
  return saveAndNotify(sandbox, { ...order, charges: [...order.charges, charge] }, [charge])
}

/** @throws Rejection with the message that the payer's browser receives */
function requirePayable(sandbox: SandboxContext, order: Order, methodId: string): void {
  const { state } = sessionState(sandbox, order)
  if (state === 'processed' || state === 'pending') throw new Rejection('406', 'transaction has been processed')
  if (state === 'expired') throw new Rejection('407', 'transaction has expired')
  if (state === 'cancelled') throw new Rejection('404', 'token not found')
  const method = findMethod(methodId)
  if (!method) throw new Rejection('402', 'Payment channel is not activated.')
  const problem = amountProblem(method, order.request.amountIdr)
  if (problem) throw new Rejection('400', `gross_amount: ${problem}`)
}

/** Rejects methods that the merchant did not enable. The shortcuts of the dialog are exempt. */
export function requireEnabled(order: Order, methodId: string): void {
  const method = findMethod(methodId)
  if (!method || !isEnabled(method, order.request.enabledPayments))
    throw new Rejection('402', 'Payment channel is not activated.')
}

function newCharge(sandbox: SandboxContext, paymentType: Charge['paymentType']): Charge {
  const now = sandbox.now().toISOString()
  return {
    transactionId: randomUUID(),
    paymentType,
    status: 'pending',
    fraud: 'accept',
    createdAt: now,
    settledAt: null,
    expiresAt: null,
    wasPaid: false,
    card: null,
    account: null,
    refunds: [],
  }
}

// Without a start time `expiry` counts from the choice of a method.
function methodExpiresAt(sandbox: SandboxContext, order: Order, lifeMs: number): string {
  const { expiry } = order.request
  const start = expiry?.startAt ? new Date(expiry.startAt) : sandbox.now()
  return new Date(start.getTime() + (expiry?.durationMs ?? lifeMs)).toISOString()
}

const cardOutcomes: Record<CardOutcome, Pick<Charge, 'status' | 'fraud' | 'wasPaid'>> = {
  accept: { status: 'capture', fraud: 'accept', wasPaid: true },
  'bank-deny': { status: 'deny', fraud: 'accept', wasPaid: false },
  'insufficient-funds': { status: 'deny', fraud: 'accept', wasPaid: false },
  'fraud-deny': { status: 'deny', fraud: 'deny', wasPaid: false },
  'fraud-challenge': { status: 'capture', fraud: 'challenge', wasPaid: false },
  'pending-then-accept': { status: 'pending', fraud: 'accept', wasPaid: false },
}

const bankResponses: Record<CardOutcome, [code: string, message: string]> = {
  accept: ['00', 'Approved'],
  'bank-deny': ['05', 'Do not honour'],
  'insufficient-funds': ['51', 'Insufficient funds'],
  'fraud-deny': ['05', 'Denied by fraud detection'],
  'fraud-challenge': ['00', 'Approved'],
  'pending-then-accept': ['00', 'Approved'],
}

function cardFacts(sandbox: SandboxContext, order: Order, { number, outcome }: TestCard): Card {
  const [channelResponseCode, channelResponseMessage] = bankResponses[outcome]
  return {
    masked: maskCard(number),
    brand: number.startsWith('4') ? 'visa' : 'mastercard',
    bank: 'bni',
    approvalCode:
      channelResponseCode === '00'
        ? seededDigits(6, sandbox.options.seed, 'approval', order.orderId, order.charges.length)
        : null,
    channelResponseCode,
    channelResponseMessage,
  }
}
