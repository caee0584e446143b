import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  isChargeable,
  maximumChargeIdr,
  minimumChargeIdr,
  priceAfterDiscount,
  priceAfterPromo,
} from '#contract/kit/money.ts'
import type { Item } from './item.ts'
import { percentOff, salePriceOf } from '#server/commerce/prices/index.ts'
import { apportion } from './apportion.ts'
import {
  currentPrice,
  inSeats,
  priceLines,
  priceOfPath,
  restOfBundle,
  shownInSale,
  soldAlone,
  struckOutPrice,
  sumLines,
  type Group,
} from './price-lines.ts'

const price = fc.oneof(fc.constant(0), fc.integer({ min: minimumChargeIdr, max: 20_000_000 }))
const endsAt = new Date(0)
const saleRule = fc
  .oneof(
    fc.record({ kind: fc.constant('percent' as const), value: fc.integer({ min: 1, max: 99 }) }),
    fc.record({
      kind: fc.constant('fixed-price' as const),
      value: fc.integer({ min: minimumChargeIdr, max: 20_000_000 }),
    }),
  )
  .map((rule) => ({ ...rule, categoryId: null, courseId: null, endsAt }))
const item = fc
  .record({
    priceIdr: price,
    discountPercent: fc.integer({ min: 0, max: 100 }),
    id: fc.uuid(),
    sales: fc.array(saleRule, { maxLength: 3 }),
  })
  .map(({ sales, ...made }): Item => ({
    kind: 'course',
    title: 'Kelas',
    categoryId: null,
    hasCohorts: false,
    instructorId: null,
    shares: [],
    coTeachers: [],
    isEmpty: false,
    sale: salePriceOf(sales, { ...made, categoryId: null }),
    ...made,
  }))
  .filter((made) => isChargeable(priceAfterDiscount({ price: made.priceIdr, discount: made.discountPercent })))
const single = item.map(soldAlone)
const bundleSet = { kind: 'bundle' as const, id: 'bundle', title: 'Paket' }
const bundle = fc
  .record({
    all: fc.array(item, { minLength: 2, maxLength: 6 }),
    price: fc.integer({ min: minimumChargeIdr, max: 50_000_000 }),
    owned: fc.nat(5),
  })
  .map(({ all, price: bundleIdr, owned }): Group => {
    const missing = all.slice(Math.min(owned, all.length - 1))
    return { set: bundleSet, items: missing, priceIdr: restOfBundle(bundleIdr, { all, missing }) }
  })
const path = fc
  .record({
    all: fc.array(item, { minLength: 1, maxLength: 6 }),
    discountPercent: fc.integer({ min: 0, max: 90 }),
    owned: fc.nat(5),
  })
  .map(({ all, discountPercent, owned }): Group => {
    const missing = all.slice(Math.min(owned, all.length - 1)).map(shownInSale)
    return {
      set: { kind: 'path', id: 'path', title: 'Jalur' },
      items: missing,
      priceIdr: priceOfPath(missing, discountPercent),
      weights: missing.map(currentPrice),
    }
  })
const groups = fc.array(fc.oneof(single, bundle, path), { minLength: 1, maxLength: 8 })
const rule = fc.oneof(
  fc.record({ kind: fc.constant('percent' as const), value: fc.integer({ min: 1, max: 100 }) }),
  fc.record({ kind: fc.constant('amount-off' as const), value: fc.integer({ min: 1, max: maximumChargeIdr }) }),
  fc.record({
    kind: fc.constant('fixed-price' as const),
    value: fc.oneof(fc.constant(0), fc.integer({ min: minimumChargeIdr, max: 1_000_000 })),
  }),
)

test('discounts, sales, bundles, paths and promo codes stacked are never negative, never below the minimum charge, and never dearer than one by one', () => {
  fc.assert(
    fc.property(groups, fc.option(rule), fc.func(fc.boolean()), (wanted, promo, covers) => {
      const lines = priceLines(wanted, promo && { rule: promo, covers })
      const { listPrice, discount, promoDiscount, total } = sumLines(lines)
      for (const line of lines) {
        expect(line.priceIdr).toBeGreaterThanOrEqual(0)
        expect(line.promoDiscountIdr).toBeGreaterThanOrEqual(0)
        expect(line.promoDiscountIdr).toBeLessThanOrEqual(line.priceIdr)
      }
      expect(total === 0 || total >= minimumChargeIdr).toBe(true)
      expect(total).toBeLessThanOrEqual(lines.reduce((sum, line) => sum + currentPrice(line.item), 0))
      expect(listPrice - discount - promoDiscount).toBe(total)
      expect(discount).toBeGreaterThanOrEqual(0)
      expect(lines).toHaveLength(wanted.flatMap(({ items }) => items).length)
    }),
    { numRuns: 500 },
  )
})

test('a path costs the rupiah of what is missing, less its discount, and is split like a bundle of that price whose courses have no discounts', () => {
  fc.assert(
    fc.property(path, fc.integer({ min: 0, max: 90 }), (wanted, discountPercent) => {
      const separately = wanted.items.reduce((sum, each) => sum + currentPrice(each), 0)
      const priceIdr = priceOfPath(wanted.items, discountPercent)
      const lines = priceLines([{ ...wanted, priceIdr }], null)
      expect(lines.reduce((sum, line) => sum + line.priceIdr, 0)).toBe(priceIdr)
      const exact = Math.round((separately * (100 - discountPercent)) / 100)
      expect(priceIdr).toBe(separately === 0 ? 0 : Math.max(exact, minimumChargeIdr))
      for (const line of lines) expect(line.priceIdr).toBeLessThanOrEqual(currentPrice(line.item))
      const plain = wanted.items.map((each) => ({
        ...each,
        priceIdr: currentPrice(each),
        discountPercent: 0,
        sale: null,
      }))
      const ofBundle = priceLines([{ set: bundleSet, items: plain, priceIdr }], null)
      expect(lines.map((line) => line.priceIdr)).toEqual(ofBundle.map((line) => line.priceIdr))
    }),
    { numRuns: 2_000 },
  )
})

test('one item costs the same alone as it always did', () => {
  fc.assert(
    fc.property(item, fc.option(rule), (wanted, promo) => {
      const current = currentPrice(wanted)
      const lines = priceLines([soldAlone(wanted)], promo && { rule: promo, covers: () => true })
      expect(sumLines(lines).total).toBe(promo ? priceAfterPromo(current, promo) : current)
    }),
  )
})

test('a fixed price is that of each item of a bundle, of the whole only where that is less', () => {
  const offered = (priceIdr: number): Item => ({
    kind: 'course',
    id: String(priceIdr),
    title: 'Kelas',
    priceIdr,
    discountPercent: 0,
    sale: null,
    categoryId: null,
    hasCohorts: false,
    instructorId: null,
    shares: [],
    coTeachers: [],
    isEmpty: false,
  })
  const items = [offered(200_000), offered(300_000)]
  const total = (priceIdr: number, value: number) =>
    sumLines(
      priceLines([{ set: bundleSet, items, priceIdr }], {
        rule: { kind: 'fixed-price', value },
        covers: () => true,
      }),
    ).total
  expect([total(280_000, 89_000), total(150_000, 89_000), total(280_000, 0)]).toEqual([178_000, 150_000, 0])
})

test('a fixed price of a bundle or a path is never more than that of its items one by one, of which some are free or cheaper', () => {
  const fixed = fc.constantFrom(0, minimumChargeIdr, 89_000, 250_000)
  fc.assert(
    fc.property(fc.oneof(bundle, path), fixed, fc.integer({ min: 1, max: 5 }), (group, value, seats) => {
      const code = { rule: { kind: 'fixed-price' as const, value }, covers: () => true }
      const together = (times: number) =>
        sumLines(priceLines([times === 1 ? group : inSeats(group, times)], code)).total
      const oneByOne = sumLines(priceLines(group.items.map(soldAlone), code)).total
      expect(together(1)).toBeLessThanOrEqual(oneByOne)
      expect(together(seats)).toBe(together(1) * seats)
    }),
    { numRuns: 2_000 },
  )
})

test('a sale never raises a price or gives it away, and what a card shows of it is what is paid', () => {
  fc.assert(
    fc.property(item, (made) => {
      const asked = priceAfterDiscount({ price: made.priceIdr, discount: made.discountPercent })
      const paid = currentPrice(made)
      if (!made.sale) expect(paid).toBe(asked)
      if (!made.sale) return
      expect(paid).toBeLessThan(asked)
      expect(paid).toBeGreaterThanOrEqual(minimumChargeIdr)
      expect(struckOutPrice(made)).toBe(asked)
      const shown = { price: asked, discount: percentOff(made.sale), sale: { price: made.sale.priceIdr } }
      expect(priceAfterDiscount(shown)).toBe(sumLines(priceLines([soldAlone(made)], null)).total)
      expect(shown.discount).toBeGreaterThanOrEqual(0)
      expect(shown.discount).toBeLessThanOrEqual(99)
    }),
    { numRuns: 2_000 },
  )
})

test('shares add up to the amount, and none is larger than its weight', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: maximumChargeIdr }), { minLength: 1, maxLength: 30 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (weights, part) => {
        const sum = weights.reduce((total, weight) => total + weight, 0)
        const amount = Math.floor(sum * part)
        const shares = apportion(amount, weights)
        expect(shares.reduce((total, share) => total + share, 0)).toBe(amount)
        shares.forEach((share, index) => {
          expect(share).toBeGreaterThanOrEqual(0)
          expect(share).toBeLessThanOrEqual(weights[index] ?? 0)
        })
      },
    ),
  )
})
