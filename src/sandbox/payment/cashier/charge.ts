import { randomUUID } from 'node:crypto'
import type { Card, Charge, Order } from '#sandbox/payment/ledger/records.ts'
import { amountProblem, findMethod, isEnabled } from '#sandbox/payment/protocol/methods.ts'
import { seededDigits } from '#sandbox/payment/protocol/seeded.ts'
import { type CardOutcome, type TestCard, maskCard } from '#sandbox/payment/protocol/test-cards.ts'
import { Refusal, type World } from '#sandbox/payment/world.ts'
import { saveAndNotify } from './notices.ts'
import { sessionState } from './sessions.ts'
import { plansOncePaid } from './transitions.ts'

const dayMs = 86_400_000
const qrisLifeMs = 15 * 60_000
const verifyingCardMs = 60_000

/** Charges a sandbox card. The card's number decides how it ends. */
export function chargeCard(world: World, order: Order, testCard: TestCard): Order {
  requirePayable(world, order, 'credit_card')
  const charge = { ...newCharge(world, 'credit_card'), ...cardOutcomes[testCard.outcome], card: cardFacts(world, order, testCard) }
  const plans =
    testCard.outcome === 'pending-then-accept'
      ? [{ at: new Date(world.now().getTime() + verifyingCardMs).toISOString(), action: 'accept' as const }]
      : testCard.outcome === 'accept'
        ? plansOncePaid(world, order, charge)
        : []
  return saveAndNotify(world, { ...order, charges: [...order.charges, charge], plans }, [charge])
}

/** Gives the payer a number or a QR code to pay later: the charge waits as pending. */
export function chargeLater(world: World, order: Order, methodId: string): Order {
  requirePayable(world, order, methodId)
  const paymentType = methodId === 'qris' || methodId === 'echannel' ? methodId : 'bank_transfer'
  const charge: Charge = {
    ...newCharge(world, paymentType),
    expiresAt: methodExpiresAt(world, order, methodId === 'qris' ? qrisLifeMs : dayMs),
    account:
      methodId === 'qris'
        ? null
        : { bank: methodId.replace(/_va$/, ''), number: seededDigits(16, world.options.seed, 'account', order.orderId, order.charges.length) },
  }
  return saveAndNotify(world, { ...order, charges: [...order.charges, charge] }, [charge])
}

/** @throws Refusal with the words the payer's browser is told */
function requirePayable(world: World, order: Order, methodId: string): void {
  const { state } = sessionState(world, order)
  if (state === 'processed' || state === 'pending') throw new Refusal('406', 'transaction has been processed')
  if (state === 'expired') throw new Refusal('407', 'transaction has expired')
  if (state === 'cancelled') throw new Refusal('404', 'token not found')
  const method = findMethod(methodId)
  if (!method) throw new Refusal('402', 'Payment channel is not activated.')
  const problem = amountProblem(method, order.request.amountIdr)
  if (problem) throw new Refusal('400', `gross_amount: ${problem}`)
}

/** What the payer may choose on the payment page; the short cuts of the dialog are not bound by it. */
export function requireEnabled(order: Order, methodId: string): void {
  const method = findMethod(methodId)
  if (!method || !isEnabled(method, order.request.enabledPayments)) throw new Refusal('402', 'Payment channel is not activated.')
}

function newCharge(world: World, paymentType: Charge['paymentType']): Charge {
  const now = world.now().toISOString()
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

// Without a start time the clock of `expiry` starts when the payer picks a method.
function methodExpiresAt(world: World, order: Order, lifeMs: number): string {
  const { expiry } = order.request
  const start = expiry?.startAt ? new Date(expiry.startAt) : world.now()
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

const bankAnswers: Record<CardOutcome, [code: string, message: string]> = {
  accept: ['00', 'Approved'],
  'bank-deny': ['05', 'Do not honour'],
  'insufficient-funds': ['51', 'Insufficient funds'],
  'fraud-deny': ['05', 'Denied by fraud detection'],
  'fraud-challenge': ['00', 'Approved'],
  'pending-then-accept': ['00', 'Approved'],
}

function cardFacts(world: World, order: Order, { number, outcome }: TestCard): Card {
  const [channelResponseCode, channelResponseMessage] = bankAnswers[outcome]
  return {
    masked: maskCard(number),
    brand: number.startsWith('4') ? 'visa' : 'mastercard',
    bank: 'bni',
    approvalCode: channelResponseCode === '00' ? seededDigits(6, world.options.seed, 'approval', order.orderId, order.charges.length) : null,
    channelResponseCode,
    channelResponseMessage,
  }
}
