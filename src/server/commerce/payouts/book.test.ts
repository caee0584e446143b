import { expect, test } from 'vitest'
import { partsOf } from './book.ts'

test('the parts of a sale have one order, whichever entry of its moment was written first', () => {
  const entry = (sellerId: string, amountIdr: number) => [
    { sellerId, event: 'sale' as const, account: 'gross' as const, amountIdr },
    { sellerId, event: 'sale' as const, account: 'instructor' as const, amountIdr: -amountIdr / 2 },
  ]
  const [owner, other] = [entry('a', 70_000), entry('b', 30_000)]
  expect(partsOf([...other, ...owner])).toEqual(partsOf([...owner, ...other]))
  expect(partsOf([...other, ...owner]).map(({ sellerId }) => sellerId)).toEqual(['a', 'b'])
})
