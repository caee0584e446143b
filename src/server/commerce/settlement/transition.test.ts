import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { transactionStates, type PaymentAlert, type TransactionState } from '#contract/commerce/transactions.ts'
import { hourMs, minuteMs } from '#contract/kit/durations.ts'
import type { ProviderStatus } from '#server/commerce/payments/payment-provider.ts'
import { decideTransition, type KnownTransaction } from './transition.ts'
import { hasPaid } from '#server/commerce/orders/states.ts'

const now = new Date('2026-11-21T03:00:00Z')
const orderId = 'KLS-01JD0000000000000000000000'
const known = (state: TransactionState): KnownTransaction => ({
  orderId,
  amountIdr: 89_000,
  state,
  expiresAt: new Date(now.getTime() + hourMs),
})
const providerStatus = (changes: Partial<ProviderStatus>): ProviderStatus => ({
  orderId,
  transactionId: 'T-1',
  status: 'settlement',
  fraud: 'accept',
  amountIdr: 89_000,
  buyerFeeIdr: 0,
  currency: 'IDR',
  merchantId: 'M',
  paymentType: 'credit_card',
  refundedIdr: null,
  instructions: null,
  ...changes,
})
const decide = (state: TransactionState, reported: Partial<ProviderStatus> | null) =>
  decideTransition(known(state), reported && providerStatus(reported), { merchantId: 'M', now })

describe('from a pending transaction', () => {
  test.each<[string, Partial<ProviderStatus>, TransactionState]>([
    ['settlement', { status: 'settlement' }, 'paid'],
    ['capture', { status: 'capture' }, 'paid'],
    ['settlement without a fraud status', { status: 'settlement', fraud: null }, 'paid'],
    ['capture under challenge', { status: 'capture', fraud: 'challenge' }, 'review'],
    ['capture denied for fraud', { status: 'capture', fraud: 'deny' }, 'pending'],
    ['deny', { status: 'deny' }, 'pending'],
    ['failure', { status: 'failure' }, 'pending'],
    ['expire', { status: 'expire' }, 'expired'],
    ['cancel', { status: 'cancel' }, 'cancelled'],
    ['refund', { status: 'refund' }, 'refunded'],
    ['partial refund', { status: 'partial_refund' }, 'partially_refunded'],
    ['chargeback', { status: 'chargeback' }, 'chargeback'],
    ['an unknown status', { status: 'teleported' }, 'pending'],
  ])('%s leads to the expected state', (_, reported, expected) => expect(decide('pending', reported).to).toBe(expected))

  test.each<[string, Partial<ProviderStatus>]>([
    ['another amount', { amountIdr: 1_000 }],
    ['another order', { orderId: 'KLS-01JD0000000000000000000001' }],
    ['another currency', { currency: 'USD' }],
    ['another merchant', { merchantId: 'X' }],
  ])('%s requires a review and grants nothing', (_, reported) => {
    const { to, alert } = decide('pending', reported)
    expect([to, typeof alert]).toEqual(['review', 'string'])
  })
})

describe('a mismatch on a paid transaction', () => {
  const paid = (acceptedAlert: PaymentAlert | null, reported: Partial<ProviderStatus>) =>
    decideTransition({ ...known('paid'), acceptedAlert }, providerStatus({ status: 'refund', ...reported }), {
      merchantId: 'M',
      now,
    })
  test.each<[PaymentAlert, Partial<ProviderStatus>]>([
    ['amount', { amountIdr: 88_000 }],
    ['currency', { currency: 'USD' }],
    ['merchant', { merchantId: 'X' }],
  ])('of its %s is no obstacle to a refund once that was accepted, and is one before', (alert, reported) => {
    expect(paid(alert, reported)).toEqual({ to: 'refunded' })
    expect(paid(null, reported)).toEqual({ to: 'paid', alert })
    expect(paid('challenge', reported)).toEqual({ to: 'paid', alert })
  })
  test('of the order is never accepted', () => {
    const ofOther = { orderId: 'KLS-01JD0000000000000000000001' }
    expect(paid('other-order', ofOther)).toEqual({ to: 'paid', alert: 'other-order' })
  })
})

test.each(['expired', 'cancelled', 'failed'] as const)(
  'another amount of an order that is %s is told only when it holds money, and grants nothing',
  (state) => {
    expect(decide(state, { status: 'settlement', amountIdr: 1_000 })).toEqual({ to: state, alert: 'amount' })
    for (const status of ['pending', 'deny', 'expire', 'cancel', 'refund', 'chargeback'])
      expect(decide(state, { status, amountIdr: 1_000 }), status).toEqual({ to: state })
  },
)

test('a challenged payment that is denied can be retried, so that it does not block the item', () => {
  expect(decide('review', { status: 'deny', fraud: 'deny' }).to).toBe('pending')
  expect(decide('review', { status: 'capture', fraud: 'accept' }).to).toBe('paid')
})
test('a late payment of an expired transaction is accepted', () =>
  expect(decide('expired', { status: 'settlement' }).to).toBe('paid'))
test('a partial refund of the price and more is a full one: only a fee of the buyer stays', () => {
  const decidePartial = (refundedIdr: number | null) => decide('paid', { status: 'partial_refund', refundedIdr }).to
  expect([null, 88_999, 89_000, 90_000].map(decidePartial)).toEqual([
    'partially_refunded',
    'partially_refunded',
    'refunded',
    'refunded',
  ])
  expect(decide('partially_refunded', { status: 'partial_refund', refundedIdr: 89_000 }).to).toBe('refunded')
})
test('a cancellation after payment is a void', () => expect(decide('paid', { status: 'cancel' }).to).toBe('refunded'))
test('without a charge a transaction stays open before it expires', () =>
  expect(decide('pending', null).to).toBe('pending'))
test('without a charge a transaction expires after the grace period', () => {
  const transaction = { ...known('pending'), expiresAt: new Date(now.getTime() - 11 * minuteMs) }
  expect(decideTransition(transaction, null, { merchantId: 'M', now }).to).toBe('expired')
})
test.each(['deny', 'failure'])(
  'after a last attempt with %s a transaction expires after the grace period',
  (status) => {
    const transaction = { ...known('pending'), expiresAt: new Date(now.getTime() - 11 * minuteMs) }
    expect(decideTransition(transaction, providerStatus({ status }), { merchantId: 'M', now }).to).toBe('expired')
  },
)
test('a missing charge never reverts a payment', () => expect(decide('paid', null).to).toBe('paid'))

const statusArbitrary = fc.record({
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
  amountIdr: fc.constantFrom(89_000, 1),
})
const stateArbitrary = fc.constantFrom(...transactionStates)

test('applying a status is idempotent', () => {
  fc.assert(
    fc.property(stateArbitrary, statusArbitrary, (state, reported) => {
      const once = decide(state, reported).to
      expect(decide(once, reported).to).toBe(once)
    }),
    { numRuns: 2_000 },
  )
})

test('refunded and chargeback are final states', () => {
  fc.assert(
    fc.property(fc.constantFrom<TransactionState>('refunded', 'chargeback'), statusArbitrary, (state, reported) => {
      expect(decide(state, reported).to).toBe(state)
    }),
  )
})

test('access is granted only for a paid status with the correct amount', () => {
  fc.assert(
    fc.property(stateArbitrary, statusArbitrary, (state, reported) => {
      const { to } = decide(state, reported)
      if (hasPaid(to) && !hasPaid(state)) {
        expect(['settlement', 'capture', 'partial_refund']).toContain(reported.status)
        expect(['accept', null]).toContain(reported.fraud)
        expect(reported.amountIdr).toBe(89_000)
      }
    }),
    { numRuns: 2_000 },
  )
})
