import fc from 'fast-check'
import { expect, test } from 'vitest'
import { includedTax } from '#contract/kit/money.ts'
import { accounts, afterRefund, difference, splitOrder, zeroBalances, type Balances, type SoldPart } from './split.ts'

const balancesOf = (parts: readonly SoldPart[]) => parts.map(({ balances }) => balances)
const sumOf = (balances: Balances) => accounts.reduce((sum, account) => sum + balances[account], 0)
const amountArbitrary = fc.integer({ min: 0, max: 999_999_999 })
/** One instructor, several, or the platform alone; together at most the whole. */
const earnersArbitrary = fc
  .array(fc.integer({ min: 0, max: 100 }), { maxLength: 4 })
  .map((percents) =>
    percents.filter(
      (_percent, index) => percents.slice(0, index + 1).reduce((sum, percent) => sum + percent, 0) <= 100,
    ),
  )
  .map((percents) => percents.map((sharePercent, index) => ({ instructorId: String(index), sharePercent })))
const lineArbitrary = fc
  .record({ amountIdr: amountArbitrary, code: fc.constantFrom(0, 1, 137, 999), earners: earnersArbitrary })
  .map(({ amountIdr, code, earners }) => ({ amountIdr, uniqueCodeIdr: Math.min(code, amountIdr), earners }))
const saleArbitrary = fc.record({
  lines: fc.array(lineArbitrary, { minLength: 1, maxLength: 6 }),
  feeIdr: amountArbitrary,
  taxMode: fc.constantFrom('none' as const, 'inclusive' as const),
})

test('Rp 89.000 with a card fee, tax included and 70 % for the instructor', () => {
  expect(
    splitOrder({
      lines: [{ amountIdr: 89_000, uniqueCodeIdr: 0, earners: [{ instructorId: 'guru', sharePercent: 70 }] }],
      feeIdr: 4_581,
      taxMode: 'inclusive',
    }).map(balancesOf),
  ).toEqual([
    [
      {
        gross: 89_000,
        provider_fee: -4_581,
        tax: -8_820,
        instructor: -52_919,
        platform: -22_680,
      },
    ],
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

test('the unique code of a transfer is the platform’s: earners get what they would get without it', () => {
  const earners = [
    { instructorId: 'guru', sharePercent: 70 },
    { instructorId: 'rekan', sharePercent: 10 },
  ]
  const sold = (amountIdr: number, uniqueCodeIdr: number) =>
    splitOrder({ lines: [{ amountIdr, uniqueCodeIdr, earners }], feeIdr: 0, taxMode: 'none' })[0] ?? []
  const [own, other, platform, ...more] = sold(89_137, 137)
  expect([own, other]).toEqual(sold(89_000, 0))
  expect(platform).toEqual({
    sellerId: null,
    balances: { ...zeroBalances, gross: 137, platform: -137 },
  })
  expect(more).toEqual([])
})

test('every sale sums to zero, no share has the wrong sign, and each earner of a line gets the agreed percent of it', () => {
  fc.assert(
    fc.property(saleArbitrary, (sale) => {
      const lines = splitOrder(sale)
      for (const split of lines.flatMap(balancesOf)) {
        expect(sumOf(split)).toBe(0)
        for (const account of accounts)
          expect(account === 'gross' ? split[account] >= 0 : split[account] <= 0).toBe(true)
      }
      const paidIdr = sale.lines.reduce((sum, line) => sum + line.amountIdr, 0)
      const of = (account: (typeof accounts)[number]) =>
        lines.flatMap(balancesOf).reduce((sum, part) => sum + part[account], 0)
      expect([of('gross'), 0 - of('tax')]).toEqual([paidIdr, includedTax(paidIdr, sale.taxMode).taxIdr])
      for (const [index, { amountIdr, earners }] of sale.lines.entries()) {
        const parts = balancesOf(lines[index] ?? [])
        expect(parts.reduce((sum, { gross }) => sum + gross, 0)).toBe(amountIdr)
        const ofEarners = parts.slice(0, earners.length)
        const leftIdr = ofEarners.reduce((sum, part) => sum + part.gross + part.tax + part.provider_fee, 0)
        for (const [place, { sharePercent }] of earners.entries())
          expect(0 - (parts[place]?.instructor ?? 0)).toBe(Math.floor((leftIdr * sharePercent) / 100))
      }
    }),
    { numRuns: 2000 },
  )
})

test('every partial refund sums to zero, and a full refund leaves every account at zero', () => {
  fc.assert(
    fc.property(
      saleArbitrary,
      fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 5 }),
      (sale, shares) => {
        const [[part] = []] = splitOrder({ ...sale, lines: sale.lines.slice(0, 1) })
        const sold = part?.balances
        if (!sold) throw new Error('a sale has a line')
        let present = sold
        let refunded = 0
        for (const share of shares) {
          refunded += Math.floor((sold.gross - refunded) * share)
          const wanted = afterRefund(sold, refunded)
          expect(sumOf(difference(wanted, present))).toBe(0)
          present = wanted
          for (const account of accounts)
            expect(account === 'gross' ? present[account] >= 0 : present[account] <= 0).toBe(true)
        }
        expect(afterRefund(sold, sold.gross)).toEqual(zeroBalances)
      },
    ),
    { numRuns: 2000 },
  )
})
