import { expect, test } from 'vitest'
import { lineState } from './line-state.ts'

test('a line of an order that was refunded in part says what became of it alone', () => {
  const order = { state: 'partially_refunded', status: 'success' } as const
  expect(lineState(order, { amount: 100_000, refunded: 0 }).label).toBe('Lunas')
  expect(lineState(order, { amount: 100_000, refunded: 1 }).label).toBe('Dikembalikan sebagian')
  expect(lineState(order, { amount: 100_000, refunded: 100_000 }).label).toBe('Dana dikembalikan')
  expect(lineState({ state: 'expired', status: 'other' }, { amount: 100_000, refunded: 0 }).label).toBe('Kedaluwarsa')
  expect(lineState({ state: 'paid', status: 'success' }, { amount: 0, refunded: 0 }).label).toBe('Lunas')
})
