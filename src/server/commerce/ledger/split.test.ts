import fc from 'fast-check'
import { expect, test } from 'vitest'
import { includedTax } from '#contract/kit/money.ts'
import { accounts, afterRefund, difference, splitSale, zeroBalances, type Balances } from './split.ts'

const sumOf = (balances: Balances) => accounts.reduce((sum, account) => sum + balances[account], 0)
const amountArbitrary = fc.integer({ min: 0, max: 999_999_999 })
const lineArbitrary = fc.record({ amountIdr: amountArbitrary, instructorSharePercent: fc.option(fc.integer({ min: 0, max: 100 })) })
const saleArbitrary = fc.record({
  lines: fc.array(lineArbitrary, { minLength: 1, maxLength: 6 }),
  feeIdr: amountArbitrary,
  taxMode: fc.constantFrom('none' as const, 'inclusive' as const),
})

test('Rp 89.000 with a card fee, tax included and 70 % for the instructor', () => {
  expect(splitSale({ lines: [{ amountIdr: 89_000, instructorSharePercent: 70 }], feeIdr: 4_581, taxMode: 'inclusive' })).toEqual([
    {
      gross: 89_000,
      provider_fee: -4_581,
      tax: -8_820,
      instructor: -52_919,
      platform: -22_680,
    },
  ])
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
      const lines = splitSale(sale)
      for (const split of lines) {
        expect(sumOf(split)).toBe(0)
        for (const account of accounts) expect(account === 'gross' ? split[account] >= 0 : split[account] <= 0).toBe(true)
      }
      const paidIdr = sale.lines.reduce((sum, line) => sum + line.amountIdr, 0)
      const of = (account: (typeof accounts)[number]) => lines.reduce((sum, line) => sum + line[account], 0)
      expect([of('gross'), 0 - of('tax')]).toEqual([paidIdr, includedTax(paidIdr, sale.taxMode).taxIdr])
    }),
    { numRuns: 2000 },
  )
})

test('every partial refund sums to zero, and a full refund leaves every account at zero', () => {
  fc.assert(
    fc.property(saleArbitrary, fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 5 }), (sale, parts) => {
      const [line] = sale.lines
      const [sold] = splitSale({ ...sale, lines: sale.lines.slice(0, 1) })
      if (!line || !sold) throw new Error('a sale has a line')
      let present = sold
      let refunded = 0
      for (const part of parts) {
        refunded += Math.floor((line.amountIdr - refunded) * part)
        const wanted = afterRefund(sold, refunded)
        expect(sumOf(difference(wanted, present))).toBe(0)
        present = wanted
        for (const account of accounts) expect(account === 'gross' ? present[account] >= 0 : present[account] <= 0).toBe(true)
      }
      expect(afterRefund(sold, line.amountIdr)).toEqual(zeroBalances)
    }),
    { numRuns: 2000 },
  )
})
