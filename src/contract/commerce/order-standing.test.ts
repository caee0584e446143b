import { expect, test } from 'vitest'
import { mostUrgent, standingOf } from './order-standing.ts'
import { transferStates } from './transfer-states.ts'

const transferIn = (state: (typeof transferStates)[number]) => ({
  state,
  bank: null,
  number: null,
  holder: null,
  picture: null,
  proofAt: null,
  sentence: null,
})

test('only an order whose proof is being checked, or that does not wait, asks for no payment', () => {
  expect(standingOf({ status: 'pending', transfer: null })).toBe('payment')
  for (const state of transferStates)
    expect(standingOf({ status: 'pending', transfer: transferIn(state) })).toBe(
      state === 'checking' ? 'proof-check' : 'payment',
    )
  for (const status of ['success', 'other'] as const)
    expect(standingOf({ status, transfer: transferIn('checking') })).toBe(null)
})

test('of several orders the one to pay comes first', () => {
  const checked = { status: 'pending' as const, transfer: transferIn('checking') }
  const toPay = { status: 'pending' as const, transfer: null }
  const paid = { status: 'success' as const, transfer: null }
  expect(mostUrgent([paid, checked, toPay])).toBe(toPay)
  expect(mostUrgent([paid, checked])).toBe(checked)
  expect(mostUrgent([paid])).toBeUndefined()
})
