import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { transactionStates, type TransactionState } from '#contract/commerce.ts'
import type { ProviderWord } from './payment-provider.ts'
import { decideTransition, hasPaid, type KnownTransaction } from './transition.ts'

const now = new Date('2026-11-21T03:00:00Z')
const orderId = 'KLS-01JD0000000000000000000000'
const known = (state: TransactionState): KnownTransaction => ({ orderId, amountIdr: 89_000, state, expiresAt: new Date(now.getTime() + 3_600_000) })
const word = (changes: Partial<ProviderWord>): ProviderWord => ({
  orderId,
  transactionId: 'T-1',
  status: 'settlement',
  fraud: 'accept',
  grossAmount: '89000.00',
  currency: 'IDR',
  merchantId: 'M',
  paymentType: 'credit_card',
  refundedIdr: null,
  ...changes,
})
const decide = (state: TransactionState, said: Partial<ProviderWord> | null) => decideTransition(known(state), said && word(said), { merchantId: 'M', now })

describe('from a pending transaction', () => {
  test.each<[string, Partial<ProviderWord>, TransactionState]>([
    ['settlement', { status: 'settlement' }, 'paid'],
    ['capture', { status: 'capture' }, 'paid'],
    ['settlement without a fraud word', { status: 'settlement', fraud: null }, 'paid'],
    ['capture under challenge', { status: 'capture', fraud: 'challenge' }, 'review'],
    ['capture denied for fraud', { status: 'capture', fraud: 'deny' }, 'pending'],
    ['deny', { status: 'deny' }, 'pending'],
    ['failure', { status: 'failure' }, 'pending'],
    ['expire', { status: 'expire' }, 'expired'],
    ['cancel', { status: 'cancel' }, 'cancelled'],
    ['refund', { status: 'refund' }, 'refunded'],
    ['partial refund', { status: 'partial_refund' }, 'partially_refunded'],
    ['chargeback', { status: 'chargeback' }, 'chargeback'],
    ['a word nobody knows', { status: 'teleported' }, 'pending'],
  ])('%s leads to the right state', (_, said, expected) => expect(decide('pending', said).to).toBe(expected))

  test.each<[string, Partial<ProviderWord>]>([
    ['another amount', { grossAmount: '1000.00' }],
    ['another order', { orderId: 'KLS-01JD0000000000000000000001' }],
    ['another currency', { currency: 'USD' }],
    ['another merchant', { merchantId: 'X' }],
  ])('%s is looked at by a person and grants nothing', (_, said) => {
    const { to, alert } = decide('pending', said)
    expect([to, typeof alert]).toEqual(['review', 'string'])
  })
})

test('a challenged payment that is denied after all can be tried again, and does not block the item for ever', () => {
  expect(decide('review', { status: 'deny', fraud: 'deny' }).to).toBe('pending')
  expect(decide('review', { status: 'capture', fraud: 'accept' }).to).toBe('paid')
})
test('a late payment of an expired transaction still counts', () => expect(decide('expired', { status: 'settlement' }).to).toBe('paid'))
test('a cancellation after payment is a void', () => expect(decide('paid', { status: 'cancel' }).to).toBe('refunded'))
test('nothing was charged and time is left: still open', () => expect(decide('pending', null).to).toBe('pending'))
test('nothing was charged and time is up, with grace: expired', () => {
  const transaction = { ...known('pending'), expiresAt: new Date(now.getTime() - 11 * 60_000) }
  expect(decideTransition(transaction, null, { merchantId: 'M', now }).to).toBe('expired')
})
test.each(['deny', 'failure'])('the last attempt ended in %s and time is up, with grace: expired', (status) => {
  const transaction = { ...known('pending'), expiresAt: new Date(now.getTime() - 11 * 60_000) }
  expect(decideTransition(transaction, word({ status }), { merchantId: 'M', now }).to).toBe('expired')
})
test('nothing was charged never takes a payment back', () => expect(decide('paid', null).to).toBe('paid'))

const anyWord = fc.record({
  status: fc.constantFrom(
    'settlement',
    'capture',
    'pending',
    'authorize',
    'deny',
    'failure',
    'expire',
    'cancel',
    'refund',
    'partial_refund',
    'chargeback',
    'partial_chargeback',
    'unheard-of',
  ),
  fraud: fc.constantFrom('accept', 'challenge', 'deny', null),
  grossAmount: fc.constantFrom('89000.00', '1.00'),
})
const anyState = fc.constantFrom(...transactionStates)

test('applying the same word again changes nothing more', () => {
  fc.assert(
    fc.property(anyState, anyWord, (state, said) => {
      const once = decide(state, said).to
      expect(decide(once, said).to).toBe(once)
    }),
    { numRuns: 2_000 },
  )
})

test('nothing leaves refunded or chargeback', () => {
  fc.assert(
    fc.property(fc.constantFrom<TransactionState>('refunded', 'chargeback'), anyWord, (state, said) => {
      expect(decide(state, said).to).toBe(state)
    }),
  )
})

test('access is only ever given for a word that said paid, about the right amount', () => {
  fc.assert(
    fc.property(anyState, anyWord, (state, said) => {
      const { to } = decide(state, said)
      if (hasPaid(to) && !hasPaid(state)) {
        expect(['settlement', 'capture', 'partial_refund']).toContain(said.status)
        expect(['accept', null]).toContain(said.fraud)
        expect(said.grossAmount).toBe('89000.00')
      }
    }),
    { numRuns: 2_000 },
  )
})
