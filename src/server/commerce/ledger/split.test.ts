import fc from 'fast-check'
import { expect, test } from 'vitest'
import { includedTax } from '#contract/kit/money.ts'
import { accounts, afterRefund, difference, splitSale, zeroBalances, type Balances } from './split.ts'

const sumOf = (balances: Balances) => accounts.reduce((sum, account) => sum + balances[account], 0)
const amountArbitrary = fc.integer({ min: 0, max: 999_999_999 })
const saleArbitrary = fc.record({
  amountIdr: amountArbitrary,
  feeIdr: amountArbitrary,
  taxMode: fc.constantFrom('none' as const, 'inclusive' as const),
  instructorSharePercent: fc.option(fc.integer({ min: 0, max: 100 })),
})

test('Rp 89.000 with a card fee, tax included and 70 % for the instructor', () => {
  expect(splitSale({ amountIdr: 89_000, feeIdr: 4_581, taxMode: 'inclusive', instructorSharePercent: 70 })).toEqual({
    gross: 89_000,
    provider_fee: -4_581,
    tax: -8_820,
    instructor: -52_919,
    platform: -22_680,
  })
})

test('base and tax of Rp 89.000 are Rp 80.180 and Rp 8.820', () => {
  expect(includedTax(89_000, 'inclusive')).toEqual({ baseIdr: 80_180, taxIdr: 8_820 })
  expect(includedTax(89_000, 'none')).toEqual({ baseIdr: 89_000, taxIdr: 0 })
})

test('base and tax always add up to the total', () => {
  fc.assert(
    fc.property(amountArbitrary, (amount) => {
      const { baseIdr, taxIdr } = includedTax(amount, 'inclusive')
      expect([Number.isInteger(taxIdr), baseIdr + taxIdr]).toEqual([true, amount])
      expect(Math.abs(taxIdr - (amount * 11) / 111)).toBeLessThanOrEqual(0.5)
    }),
    { numRuns: 2000 },
  )
})

test('every sale sums to zero, and no share has the wrong sign', () => {
  fc.assert(
    fc.property(saleArbitrary, (sale) => {
      const split = splitSale(sale)
      expect(sumOf(split)).toBe(0)
      for (const account of accounts) expect(account === 'gross' ? split[account] >= 0 : split[account] <= 0).toBe(true)
    }),
    { numRuns: 2000 },
  )
})

test('every partial refund sums to zero, and a full refund leaves every account at zero', () => {
  fc.assert(
    fc.property(saleArbitrary, fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 5 }), (sale, parts) => {
      const sold = splitSale(sale)
      let present = sold
      let refunded = 0
      for (const part of parts) {
        refunded += Math.floor((sale.amountIdr - refunded) * part)
        const wanted = afterRefund(sold, refunded)
        expect(sumOf(difference(wanted, present))).toBe(0)
        present = wanted
        for (const account of accounts) expect(account === 'gross' ? present[account] >= 0 : present[account] <= 0).toBe(true)
      }
      expect(afterRefund(sold, sale.amountIdr)).toEqual(zeroBalances)
    }),
    { numRuns: 2000 },
  )
})
