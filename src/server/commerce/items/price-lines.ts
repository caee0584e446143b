import { minimumChargeIdr, priceAfterDiscount, priceAfterPromo, type Promo } from '#contract/kit/money.ts'
import type { Item } from './item.ts'
import type { SetKey } from './offer-key.ts'
import { percentOff } from '#server/commerce/prices/index.ts'
import { apportion } from './apportion.ts'

/** One thing bought: an item at its price, or the members of a bundle or a path at their price together. */
export type Group = {
  /** Null: an item alone. */
  set: SetKey | null
  items: readonly Item[]
  priceIdr: number
  /** By what the price is divided among the items; without them by their list prices. */
  weights?: readonly number[]
  /** The cohort of a course that is bought alone. */
  groupId?: string | null
  /** Set for teams only: how often it is bought; its prices are of all of them. */
  seats?: number
}

export type PricedLine = {
  item: Item
  set: SetKey | null
  groupId: string | null
  priceIdr: number
  promoDiscountIdr: number
}

type ItemPrice = Pick<Item, 'priceIdr' | 'discountPercent' | 'sale'>

export const currentPrice = ({ priceIdr, discountPercent, sale }: ItemPrice): number =>
  sale?.priceIdr ?? priceAfterDiscount({ price: priceIdr, discount: discountPercent })

/** The price that is struck out when `currentPrice` is lower: in a sale the one asked before it. */
export const struckOutPrice = ({ priceIdr, sale }: ItemPrice): number => sale?.askedIdr ?? priceIdr

/**
 * In a sale the list price is the one that is struck out: that is what the buyer is shown, here and on the invoice. A bundle keeps the list
 * prices of its members, by which instructors share it.
 */
export const shownInSale = (item: Item): Item =>
  item.sale ? { ...item, priceIdr: item.sale.askedIdr, discountPercent: percentOff(item.sale) } : item

/** An item that is bought alone. */
export const soldAlone = (item: Item): Group => ({
  set: null,
  items: [shownInSale(item)],
  priceIdr: currentPrice(item),
})

/** The same thing bought so many times, for a team. */
export const inSeats = ({ items, priceIdr, ...group }: Group, seats: number): Group => ({
  ...group,
  seats,
  items: items.map((item) => ({ ...item, priceIdr: item.priceIdr * seats })),
  priceIdr: priceIdr * seats,
})

const sumOf = (amounts: readonly number[]): number => amounts.reduce((sum, amount) => sum + amount, 0)

/** Adds up current prices of the members of a bundle: the price that is struck out, because nobody is asked for more. */
export const priceSeparately = (items: readonly ItemPrice[]): number => sumOf(items.map(currentPrice))

/**
 * Prices the members of a bundle that one does not own yet: the rest of its price in proportion, never more than they cost
 * one by one, and nothing or at least what a card can be charged.
 */
export function restOfBundle(
  bundleIdr: number,
  { all, missing }: { all: readonly Item[]; missing: readonly Item[] },
): number {
  const separately = priceSeparately(missing)
  const listed = sumOf(all.map(({ priceIdr }) => priceIdr))
  if (listed === 0) return Math.min(separately, bundleIdr)
  const share = Math.round((bundleIdr * sumOf(missing.map(({ priceIdr }) => priceIdr))) / listed)
  return Math.min(separately, share === 0 ? 0 : Math.max(share, minimumChargeIdr))
}

/** The price of courses of a path together: each with its own sale, less the discount of the path. */
export const priceOfPath = (missing: readonly ItemPrice[], discountPercent: number): number =>
  priceAfterPromo(priceSeparately(missing), { kind: 'percent', value: discountPercent })

/** "Every course for Rp 89.000" sells a bundle for what its items cost with it: a free one stays free, and a cheaper one as cheap. */
function ruleFor(rule: Promo, { items, seats = 1 }: Group): Promo {
  if (rule.kind !== 'fixed-price') return rule
  // The list price of several seats is that of all of them.
  const alone = items.map((item) => currentPrice({ ...item, priceIdr: item.priceIdr / seats }))
  return { ...rule, value: sumOf(alone.map((priceIdr) => priceAfterPromo(priceIdr, rule))) * seats }
}

/**
 * The price of every line. Quote, cart, checkout, invoice and ledger all use it. A promo never raises a price, and leaves nothing to pay
 * or at least the minimum charge: a percent applies to each covered thing, a fixed price to each item of it, an amount off to all of them
 * together.
 */
export function priceLines(
  groups: readonly Group[],
  promo: { rule: Promo; covers: (group: Group) => boolean } | null,
): PricedLine[] {
  const covered = promo ? groups.filter(promo.covers) : []
  const coveredIdr = covered.map(({ priceIdr }) => priceIdr)
  const offTogether =
    promo?.rule.kind === 'amount-off'
      ? apportion(sumOf(coveredIdr) - priceAfterPromo(sumOf(coveredIdr), promo.rule), coveredIdr)
      : null
  return groups.flatMap((group) => {
    const place = covered.indexOf(group)
    const discountIdr =
      !promo || place === -1
        ? 0
        : (offTogether?.[place] ?? group.priceIdr - priceAfterPromo(group.priceIdr, ruleFor(promo.rule, group)))
    const weights = group.weights ?? group.items.map(({ priceIdr }) => priceIdr)
    const prices = apportion(group.priceIdr, weights)
    const discounts = apportion(discountIdr, prices)
    return group.items.map((item, index) => ({
      item,
      set: group.set,
      groupId: group.groupId ?? null,
      priceIdr: prices[index] ?? 0,
      promoDiscountIdr: discounts[index] ?? 0,
    }))
  })
}

export type PricedSum = { listPrice: number; discount: number; promoDiscount: number; total: number }

export function sumLines(lines: readonly PricedLine[]): PricedSum {
  const listPrice = sumOf(lines.map(({ item }) => item.priceIdr))
  const price = sumOf(lines.map(({ priceIdr }) => priceIdr))
  const promoDiscount = sumOf(lines.map(({ promoDiscountIdr }) => promoDiscountIdr))
  return { listPrice, discount: listPrice - price, promoDiscount, total: price - promoDiscount }
}
