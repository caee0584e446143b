import type { Order } from '#sandbox/payment/ledger-records.ts'
import { type TestCard, findTestCard, testCvv, testOtp } from './test-cards.ts'
import type { SandboxContext } from '#sandbox/payment/context.ts'
import { chargeCard, chargeLater, requireEnabled } from './charge.ts'
import { simulateDeny, simulatePay, simulatePayLater } from './simulate.ts'

type Fields = Record<string, unknown>
type FormProblem = { field: 'number' | 'expiry' | 'cvv' | 'otp'; message: string }
export type FormResponse = { order: Order } | { otpRequired: true } | { problem: FormProblem }

const shortCuts = new Map([
  ['pay', simulatePay],
  ['pay-later', simulatePayLater],
  ['deny', simulateDeny],
])

/** Handles a submission of the payment page: a shortcut, a card form, or a method of paying later. */
export function chargeByForm(sandbox: SandboxContext, order: Order, fields: Fields): FormResponse {
  const shortCut = shortCuts.get(textOf(fields['shortCut']))
  if (shortCut) return { order: shortCut(sandbox, order) }
  const methodId = textOf(fields['method'])
  requireEnabled(order, methodId)
  return methodId === 'credit_card'
    ? chargeCardForm(sandbox, order, fields)
    : { order: chargeLater(sandbox, order, methodId) }
}

const textOf = (field: unknown): string => (typeof field === 'string' ? field : '')

function chargeCardForm(sandbox: SandboxContext, order: Order, fields: Fields): FormResponse {
  const card = findTestCard(textOf(fields['number']))
  if (!card)
    return {
      problem: { field: 'number', message: 'Nomor ini bukan kartu uji. Pilih salah satu dari daftar kartu uji.' },
    }
  if (!isFutureExpiry(textOf(fields['expiry']), sandbox.now()))
    return { problem: { field: 'expiry', message: 'Isi masa berlaku yang belum lewat, contoh 12/30.' } }
  if (fields['cvv'] !== testCvv) return { problem: { field: 'cvv', message: `CVV kartu uji adalah ${testCvv}.` } }
  if (!card.asksOtp) return { order: chargeCard(sandbox, order, card) }
  if (fields['otp'] === undefined) return { otpRequired: true }
  return { order: chargeCard(sandbox, order, fields['otp'] === testOtp ? card : deniedBySecurity(card)) }
}

// A wrong one-time password fails 3-D Secure: the bank denies, and the session stays payable.
function deniedBySecurity(card: TestCard): TestCard {
  return { ...card, outcome: 'bank-deny' }
}

function isFutureExpiry(text: string, now: Date): boolean {
  const parts = /^\s*(0[1-9]|1[0-2])\s*\/?\s*(?:20)?(\d{2})\s*$/.exec(text)
  if (!parts) return false
  const endOfMonth = Date.UTC(2000 + Number(parts[2]), Number(parts[1]), 1)
  return endOfMonth > now.getTime()
}
