// Amounts are integers of rupiah everywhere; only the user interface formats them.

/** The smallest amount a card can be charged (the payment provider's limit). */
export const minimumChargeIdr = 10_000
/** The largest amount the provider accepts in one transaction. */
export const maximumChargeIdr = 999_999_999

export type Priced = {
  /** List price in rupiah. */
  price: number
  /** Percent off, 0 to 100. */
  discount: number
  /** In a sale: its price. `price` is then the one asked before, and `discount` the whole percent that the sale takes off. */
  sale?: { price: number } | null | undefined
}

/** The price that is paid: in a sale its price, otherwise the price reduced by the discount percent, rounded. Display and payment both use it. */
export function priceAfterDiscount({ price, discount, sale }: Priced): number {
  return sale?.price ?? Math.round((price * (100 - discount)) / 100)
}

/** True when the price after the discount is 0. */
export function isFree(item: Priced): boolean {
  return priceAfterDiscount(item) === 0
}

export type Promo = { kind: 'percent' | 'amount-off' | 'fixed-price'; value: number }

/** A promo never raises the price; the result is 0 or at least the minimum charge. */
export function priceAfterPromo(currentIdr: number, { kind, value }: Promo): number {
  const wanted =
    kind === 'percent'
      ? Math.round((currentIdr * (100 - value)) / 100)
      : kind === 'amount-off'
        ? currentIdr - value
        : value
  const price = Math.max(0, wanted)
  const chargeable = price === 0 ? 0 : Math.max(price, minimumChargeIdr)
  return Math.min(currentIdr, chargeable)
}

/** The price in a sale of what costs this much otherwise. A sale gives nothing away and never raises a price. */
export function priceInSale(
  askedIdr: number,
  { kind, value }: { kind: 'percent' | 'fixed-price'; value: number },
): number {
  return priceAfterPromo(askedIdr, {
    kind,
    value: kind === 'percent' ? Math.min(value, 99) : Math.max(value, minimumChargeIdr),
  })
}

/** none: prices are final and no tax is shown; inclusive: prices contain PPN and invoices show it. */
export const taxModes = ['none', 'inclusive'] as const
export type TaxMode = (typeof taxModes)[number]

/**
 * The tax inside an amount. The rate is 12 % of 11/12 of the price without tax (PMK 131/2024), so 11 parts of 111.
 * Rounded once: base and tax always add up to the amount.
 */
export function includedTax(amountIdr: number, mode: TaxMode): { baseIdr: number; taxIdr: number } {
  const taxIdr = mode === 'inclusive' ? Math.round((amountIdr * 11) / 111) : 0
  return { baseIdr: amountIdr - taxIdr, taxIdr }
}

/** Receipts above this are subject to stamp duty (UU 10/2020). */
export const stampDutyAboveIdr = 5_000_000

/** A price is 0 or within the provider's limits. */
export function isChargeable(amountIdr: number): boolean {
  return amountIdr === 0 || (amountIdr >= minimumChargeIdr && amountIdr <= maximumChargeIdr)
}

/** A whole number in groups of three: `1204` → `1.204`. Without Intl for the reason given in `days.ts`. */
export const formatCount = (count: number): string => String(count).replace(/\B(?=(\d{3})+$)/g, '.')

/** `89000` → `Rp 89.000` (with a no-break space, as the Indonesian locale writes it). */
export function formatRupiah(amountIdr: number): string {
  return `${amountIdr < 0 ? '-' : ''}Rp\u00A0${formatCount(Math.abs(amountIdr))}`
}
