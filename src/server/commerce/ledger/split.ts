import { includedTax } from '#contract/kit/money.ts'
import type { TaxMode } from '#contract/site/setting-table.ts'

export const accounts = ['gross', 'provider_fee', 'tax', 'platform', 'instructor'] as const
export type Account = (typeof accounts)[number]
/** The balance of each account, in rupiah. `gross` is what the buyer paid; the others are the shares, negative. They sum to zero. */
export type Balances = Record<Account, number>

export const zeroBalances: Balances = { gross: 0, provider_fee: 0, tax: 0, platform: 0, instructor: 0 }

export type Sale = {
  amountIdr: number
  /** The provider's fee. */
  feeIdr: number
  taxMode: TaxMode
  /** Percent of the amount after fee and tax; null: only the platform earns. */
  instructorSharePercent: number | null
}

/** Splits the amount of a sale. The platform gets the rounding remainder. */
export function splitSale({ amountIdr, feeIdr, taxMode, instructorSharePercent }: Sale): Balances {
  const tax = includedTax(amountIdr, taxMode).taxIdr
  const fee = Math.min(Math.max(feeIdr, 0), amountIdr - tax)
  const shared = amountIdr - tax - fee
  const instructor = instructorSharePercent === null ? 0 : Math.floor((shared * instructorSharePercent) / 100)
  return withPlatformShare({ gross: amountIdr, provider_fee: 0 - fee, tax: 0 - tax, instructor: 0 - instructor })
}

/** The balances after a refund: every share decreases in proportion, down to zero for a full refund. */
export function afterRefund(sale: Balances, refundedIdr: number): Balances {
  const remaining = sale.gross - refundedIdr
  // The product of two amounts exceeds Number.MAX_SAFE_INTEGER.
  const share = (amountIdr: number) => (sale.gross === 0 ? 0 : Number((BigInt(amountIdr) * BigInt(remaining)) / BigInt(sale.gross)))
  return withPlatformShare({ gross: remaining, provider_fee: share(sale.provider_fee), tax: share(sale.tax), instructor: share(sale.instructor) })
}

const withPlatformShare = (others: Omit<Balances, 'platform'>): Balances => ({
  ...others,
  platform: 0 - (others.gross + others.provider_fee + others.tax + others.instructor),
})

export function difference(to: Balances, from: Balances): Balances {
  const entries = accounts.map((account) => [account, to[account] - from[account]] as const)
  return { ...zeroBalances, ...Object.fromEntries(entries) }
}
