import { includedTax } from '#contract/kit/money.ts'
import { apportion } from '#server/commerce/lines/apportion.ts'
import type { TaxMode } from '#contract/site/setting-table.ts'

export const accounts = ['gross', 'provider_fee', 'tax', 'platform', 'instructor'] as const
export type Account = (typeof accounts)[number]
/** The balance of each account, in rupiah. `gross` is what the buyer paid; the others are the shares, negative. They sum to zero. */
export type Balances = Record<Account, number>

export const zeroBalances: Balances = { gross: 0, provider_fee: 0, tax: 0, platform: 0, instructor: 0 }

export type Sale = {
  /** What was paid for each line. */
  lines: { amountIdr: number; /** Percent of the amount after fee and tax; null: only the platform earns. */ instructorSharePercent: number | null }[]
  /** The provider's fee for all of them. */
  feeIdr: number
  taxMode: TaxMode
}

/** Splits what was paid, line by line: taxes and fees of the lines add up to those of the whole. The platform gets the rounding remainder. */
export function splitSale({ lines, feeIdr, taxMode }: Sale): Balances[] {
  const amounts = lines.map(({ amountIdr }) => amountIdr)
  const totalIdr = amounts.reduce((sum, amount) => sum + amount, 0)
  const taxes = apportion(includedTax(totalIdr, taxMode).taxIdr, amounts)
  const untaxed = amounts.map((amount, index) => amount - (taxes[index] ?? 0))
  const untaxedIdr = untaxed.reduce((sum, amount) => sum + amount, 0)
  const fees = apportion(Math.min(Math.max(feeIdr, 0), untaxedIdr), untaxed)
  return lines.map(({ amountIdr, instructorSharePercent }, index) => {
    const [tax, fee] = [taxes[index] ?? 0, fees[index] ?? 0]
    const instructor = instructorSharePercent === null ? 0 : Math.floor(((amountIdr - tax - fee) * instructorSharePercent) / 100)
    return withPlatformShare({ gross: amountIdr, provider_fee: 0 - fee, tax: 0 - tax, instructor: 0 - instructor })
  })
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
