import { expect, test } from 'vitest'
import { amountOf, nextStep } from './buy-step.ts'

const item = { price: 100_000, discount: 10 }
const order = (changes: object = {}) => ({
  _id: 'order',
  amount: 90_000,
  uniqueCode: 0,
  promoCode: null as string | null,
  inSale: false,
  state: 'pending' as const,
  status: 'pending' as const,
  transfer: null,
  ...changes,
})
const code = (name: string, total: number) => ({ code: name, quote: { total } })

test.each([
  ['without an open order opens one', null, null, 'buy', 90_000],
  ['continues an open order of the same price', null, order(), 'continue', 90_000],
  [
    'compares without the unique code of a transfer',
    null,
    order({ amount: 90_123, uniqueCode: 123 }),
    'continue',
    90_123,
  ],
  [
    'continues an order with a code when none was entered',
    null,
    order({ promoCode: 'A', amount: 50_000 }),
    'continue',
    50_000,
  ],
  [
    'continues an order with the same code and total',
    code('A', 50_000),
    order({ promoCode: 'A', amount: 50_000 }),
    'continue',
    50_000,
  ],
  [
    'replaces an order with another code',
    code('B', 40_000),
    order({ promoCode: 'A', amount: 50_000 }),
    'replace',
    40_000,
  ],
  [
    'replaces an order whose code now gives another total',
    code('A', 45_000),
    order({ promoCode: 'A', amount: 50_000 }),
    'replace',
    45_000,
  ],
  ['replaces an order without a code by one with it', code('A', 50_000), order(), 'replace', 50_000],
  ['replaces an order after the price has changed', null, order({ amount: 80_000 }), 'replace', 90_000],
  ['keeps the lower price of a sale that has ended', null, order({ amount: 80_000, inSale: true }), 'continue', 80_000],
  [
    'replaces an order of a sale that is dearer than now',
    null,
    order({ amount: 95_000, inSale: true }),
    'replace',
    90_000,
  ],
  [
    'never replaces a transfer whose proof is being checked',
    code('A', 50_000),
    order({ state: 'review' }),
    'continue',
    90_000,
  ],
])('the buy button %s', (_, applied, open, step, amount) => {
  const next = nextStep(item, applied, open)
  expect({ step: next.step, amount: amountOf(next, item, applied) }).toEqual({ step, amount })
})

test('an order whose proof is being checked is neither paid again nor replaced, whatever the price is now', () => {
  const transfer = {
    state: 'checking' as const,
    bank: 'BCA',
    number: '123',
    holder: null,
    picture: null,
    proofAt: '2026-11-28T10:00:00Z',
    sentence: null,
  }
  const open = order({ amount: 90_123, uniqueCode: 123 })
  for (const applied of [null, code('A', 50_000)]) {
    const next = nextStep(item, applied, { ...open, transfer })
    expect([next.step, amountOf(next, item, applied)]).toEqual(['wait', 90_123])
  }
})
