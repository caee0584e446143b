import { includedTax, type TaxMode } from '#contract/kit/money.ts'
import { apportion } from '#server/commerce/items/apportion.ts'

export const accounts = ['gross', 'provider_fee', 'tax', 'platform', 'instructor'] as const
export type Account = (typeof accounts)[number]
/** The balance of each account, in rupiah. `gross` is what the buyer paid; the others are the shares, negative. They sum to zero. */
export type Balances = Record<Account, number>

export const zeroBalances: Balances = { gross: 0, provider_fee: 0, tax: 0, platform: 0, instructor: 0 }

/** Who earns which percent of a line's amount after fee and tax. */
export type Earner = { instructorId: string; sharePercent: number }

export type SoldOrder = {
  /** Amounts paid per line; without earners the platform alone earns. `uniqueCodeIdr` is the part that the platform keeps. */
  lines: { amountIdr: number; uniqueCodeIdr: number; earners: readonly Earner[] }[]
  /** The provider's fee for all of them. */
  feeIdr: number
  taxMode: TaxMode
}

/** The part of one instructor, or of the platform alone, in a line. */
export type SoldPart = { sellerId: string | null; balances: Balances }

/**
 * Splits what was paid, line by line: taxes and fees of the lines add up to those of the whole. Of a line with several earners each gets
 * a part of its own. The platform gets the rounding remainder. A promo code, whoever's it is, changes no percent: it lowers what is split.
 */
export function splitOrder({ lines, feeIdr, taxMode }: SoldOrder): SoldPart[][] {
  const pieces = lines.flatMap(toPieces)
  const amounts = pieces.map(({ amountIdr }) => amountIdr)
  const totalIdr = amounts.reduce((sum, amount) => sum + amount, 0)
  const taxes = apportion(includedTax(totalIdr, taxMode).taxIdr, amounts)
  const untaxed = amounts.map((amount, index) => amount - (taxes[index] ?? 0))
  const untaxedIdr = untaxed.reduce((sum, amount) => sum + amount, 0)
  const fees = apportion(Math.min(Math.max(feeIdr, 0), untaxedIdr), untaxed)
  const sold = pieces.map(({ line, amountIdr, earners }, index) => {
    const [taxIdr, costIdr] = [taxes[index] ?? 0, fees[index] ?? 0]
    return { line, parts: splitLine({ taxIdr, feeIdr: costIdr, leftIdr: amountIdr - taxIdr - costIdr }, earners) }
  })
  return lines.map((_line, index) => sold.flatMap(({ line, parts }) => (line === index ? parts : [])))
}

/** The unique code of a transfer is the platform's: who earns with a line earns with its price only. */
function toPieces({ amountIdr, uniqueCodeIdr, earners }: SoldOrder['lines'][number], line: number) {
  if (uniqueCodeIdr === 0 || earners.length === 0) return [{ line, amountIdr, earners }]
  return [
    { line, amountIdr: amountIdr - uniqueCodeIdr, earners },
    { line, amountIdr: uniqueCodeIdr, earners: [] },
  ]
}

function splitLine(
  { taxIdr, feeIdr, leftIdr }: { taxIdr: number; feeIdr: number; leftIdr: number },
  earners: readonly Earner[],
): SoldPart[] {
  const earned = earners.map(({ sharePercent }) => Math.floor((leftIdr * sharePercent) / 100))
  const platformIdr = leftIdr - earned.reduce((sum, idr) => sum + idr, 0)
  const sellers = earners.length > 0 ? earners : [{ instructorId: null, sharePercent: 100 }]
  const weights = sellers.map(({ sharePercent }) => sharePercent)
  const [taxes, fees, rests] = [apportion(taxIdr, weights), apportion(feeIdr, weights), apportion(platformIdr, weights)]
  return sellers.map(({ instructorId }, index) => {
    const [tax, fee, platform, instructor] = [
      taxes[index] ?? 0,
      fees[index] ?? 0,
      rests[index] ?? 0,
      earned[index] ?? 0,
    ]
    const gross = tax + fee + platform + instructor
    return {
      sellerId: instructorId,
      balances: withPlatformShare({ gross, provider_fee: 0 - fee, tax: 0 - tax, instructor: 0 - instructor }),
    }
  })
}

/** The balances after a refund: every share decreases in proportion, down to zero for a full refund. */
export function afterRefund(sale: Balances, refundedIdr: number): Balances {
  const remaining = sale.gross - refundedIdr
  // The product of two amounts exceeds Number.MAX_SAFE_INTEGER.
  const share = (amountIdr: number) =>
    sale.gross === 0 ? 0 : Number((BigInt(amountIdr) * BigInt(remaining)) / BigInt(sale.gross))
  return withPlatformShare({
    gross: remaining,
    provider_fee: share(sale.provider_fee),
    tax: share(sale.tax),
    instructor: share(sale.instructor),
  })
}

const withPlatformShare = (others: Omit<Balances, 'platform'>): Balances => ({
  ...others,
  platform: 0 - (others.gross + others.provider_fee + others.tax + others.instructor),
})

export function difference(to: Balances, from: Balances): Balances {
  const entries = accounts.map((account) => [account, to[account] - from[account]] as const)
  return { ...zeroBalances, ...Object.fromEntries(entries) }
}
