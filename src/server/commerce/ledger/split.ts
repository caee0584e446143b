import { includedTax } from '#contract/money.ts'
import type { TaxMode } from '#contract/settings.ts'

export const accounts = ['gross', 'provider_fee', 'tax', 'platform', 'instructor'] as const
export type Account = (typeof accounts)[number]
/** What stands on each account, in rupiah. gross is what the buyer paid; the others are whose it is, with a minus. They sum to zero. */
export type Balances = Record<Account, number>

export const nothing: Balances = { gross: 0, provider_fee: 0, tax: 0, platform: 0, instructor: 0 }

export type Sale = {
  amountIdr: number
  /** What the provider keeps. */
  feeIdr: number
  taxMode: TaxMode
  /** Of what is left after fee and tax; null: nobody but the platform earns. */
  instructorSharePercent: number | null
}

/** Whose the money of one sale is. The platform takes what rounding leaves. */
export function splitSale({ amountIdr, feeIdr, taxMode, instructorSharePercent }: Sale): Balances {
  const tax = includedTax(amountIdr, taxMode).taxIdr
  const fee = Math.min(Math.max(feeIdr, 0), amountIdr - tax)
  const shared = amountIdr - tax - fee
  const instructor = instructorSharePercent === null ? 0 : Math.floor((shared * instructorSharePercent) / 100)
  return close({ gross: amountIdr, provider_fee: 0 - fee, tax: 0 - tax, instructor: 0 - instructor })
}

/** What must stand on each account once so much of a sale went back: everybody gives back in proportion, and all of it in the end. */
export function afterRefund(sale: Balances, refundedIdr: number): Balances {
  const kept = sale.gross - refundedIdr
  // Products of two amounts are larger than a number can hold exactly.
  const share = (amountIdr: number) => (sale.gross === 0 ? 0 : Number((BigInt(amountIdr) * BigInt(kept)) / BigInt(sale.gross)))
  return close({ gross: kept, provider_fee: share(sale.provider_fee), tax: share(sale.tax), instructor: share(sale.instructor) })
}

const close = (others: Omit<Balances, 'platform'>): Balances => ({
  ...others,
  platform: 0 - (others.gross + others.provider_fee + others.tax + others.instructor),
})

export function difference(to: Balances, from: Balances): Balances {
  const entries = accounts.map((account) => [account, to[account] - from[account]] as const)
  return { ...nothing, ...Object.fromEntries(entries) }
}
