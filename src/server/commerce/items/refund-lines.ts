import type { LineRow } from '#server/commerce/tables.ts'
import { apportion } from './apportion.ts'

export const amountOf = ({ priceIdr, promoDiscountIdr }: Pick<LineRow, 'priceIdr' | 'promoDiscountIdr'>): number =>
  priceIdr - promoDiscountIdr

/** The rest that was not refunded. */
export const leftOf = (line: LineRow): number => amountOf(line) - line.refundedAmountIdr

/** Its buyer has everything back that was paid for it. */
export const isReturnedWhole = (line: LineRow): boolean =>
  line.refundedAmountIdr > 0 && line.refundedAmountIdr === amountOf(line)

/**
 * The refunded amount of each line once `refundedIdr` of the whole went back. The provider only tells the sum: what is new goes to the
 * lines that refunds named first, up to the amounts that they named, the rest to all lines in proportion to what is left of them. No
 * line gets less than before.
 */
export function refundLines(
  lines: readonly LineRow[],
  refundedIdr: number,
  namedIdr: ReadonlyMap<string, number>,
): LineRow[] {
  let newIdr = refundedIdr - lines.reduce((sum, line) => sum + line.refundedAmountIdr, 0)
  const afterNamed = lines.map((line) => {
    const missingIdr = Math.min((namedIdr.get(line.id) ?? 0) - line.refundedAmountIdr, leftOf(line))
    const share = Math.max(0, Math.min(missingIdr, newIdr))
    newIdr -= share
    return { ...line, refundedAmountIdr: line.refundedAmountIdr + share }
  })
  const shares = apportion(newIdr, afterNamed.map(leftOf))
  return afterNamed.map((line, index) => ({
    ...line,
    refundedAmountIdr: line.refundedAmountIdr + (shares[index] ?? 0),
  }))
}
