import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { LineRow } from '#server/commerce/tables.ts'
import { amountOf, isReturnedWhole, leftOf, refundLines } from './refund-lines.ts'

const lines = fc
  .array(
    fc.record({ priceIdr: fc.integer({ min: 1, max: 20_000_000 }), promoPercent: fc.integer({ min: 0, max: 100 }) }),
    {
      minLength: 1,
      maxLength: 8,
    },
  )
  .map((made) =>
    made.map(
      ({ priceIdr, promoPercent }, index) =>
        ({
          id: String(index),
          priceIdr,
          promoDiscountIdr: Math.floor((priceIdr * promoPercent) / 100),
          refundedAmountIdr: 0,
        }) as LineRow,
    ),
  )
/** A part of what is left: of lines that it names, or of the whole. `isTold`: the provider tells of it before the next one. */
const refund = fc.record({
  named: fc.option(fc.array(fc.nat(7), { minLength: 1, maxLength: 3 }), { nil: null }),
  percent: fc.integer({ min: 1, max: 100 }),
  isTold: fc.boolean(),
})

type Refund = typeof refund extends fc.Arbitrary<infer Value> ? Value : never

/** The lines after each time that the provider told a sum, with what was named until then. */
function* tell(start: readonly LineRow[], history: readonly Refund[]) {
  const named = new Map<string, number>()
  let [known, refundedIdr] = [[...start], 0]
  const whole = start.reduce((sum, line) => sum + amountOf(line), 0)
  for (const [index, { named: wanted, percent, isTold }] of history.entries()) {
    const ids = wanted && [...new Set(wanted.map((nth) => String(nth % start.length)))]
    if (ids) {
      for (const id of ids) {
        const line = known.find((other) => other.id === id) as LineRow
        const open = Math.min(
          amountOf(line) - Math.max(named.get(id) ?? 0, line.refundedAmountIdr),
          whole - refundedIdr,
        )
        const part = Math.floor((Math.max(0, open) * percent) / 100)
        named.set(id, Math.max(named.get(id) ?? 0, line.refundedAmountIdr) + part)
        refundedIdr += part
      }
    } else refundedIdr += Math.floor(((whole - refundedIdr) * percent) / 100)
    if (!isTold && index < history.length - 1) continue
    const before = known
    known = refundLines(known, refundedIdr, named)
    yield { before, after: known, refundedIdr, named: new Map(named) }
  }
}

test('whatever is refunded in whichever order, the lines add up to it, and none gets less than before or more than was paid', () => {
  fc.assert(
    fc.property(lines, fc.array(refund, { minLength: 1, maxLength: 12 }), (start, history) => {
      for (const { before, after, refundedIdr } of tell(start, history)) {
        expect(after.reduce((sum, line) => sum + line.refundedAmountIdr, 0)).toBe(refundedIdr)
        for (const [index, line] of after.entries()) {
          expect(line.refundedAmountIdr).toBeGreaterThanOrEqual(before[index]?.refundedAmountIdr ?? 0)
          expect(leftOf(line)).toBeGreaterThanOrEqual(0)
        }
      }
    }),
  )
})

test('refunds that name their lines take from these lines only, to the rupiah, however late the provider tells of them', () => {
  const naming = refund.filter(({ named }) => named !== null)
  fc.assert(
    fc.property(lines, fc.array(naming, { minLength: 1, maxLength: 12 }), (start, history) => {
      for (const { after, named } of tell(start, history))
        expect(after.map(({ refundedAmountIdr }) => refundedAmountIdr)).toEqual(
          after.map(({ id }) => named.get(id) ?? 0),
        )
    }),
  )
})

test('when all of it went back, every line that cost something is whole', () => {
  fc.assert(
    fc.property(lines, fc.array(refund, { maxLength: 6 }), (start, history) => {
      const end = [...tell(start, [...history, { named: null, percent: 100, isTold: true }])].at(-1)
      expect(end?.after.filter((line) => amountOf(line) > 0 && !isReturnedWhole(line))).toEqual([])
    }),
  )
})
