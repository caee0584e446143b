import { expect, test } from 'vitest'
import { publicStatus, transactionStates } from '#contract/commerce/transactions.ts'
import { hasInvoice } from './item-paths.ts'

test('an invoice is offered of every purchase that has one and of orders that wait, and of none that ended unpaid', () => {
  for (const state of transactionStates) {
    const status = publicStatus(state)
    expect(hasInvoice({ invoiceId: 'INV/2026/11/000001', status }), state).toBe(true)
    expect(hasInvoice({ invoiceId: null, status }), state).toBe(['created', 'pending', 'review'].includes(state))
  }
  expect(transactionStates).toEqual(expect.arrayContaining(['expired', 'cancelled', 'failed']))
})
