import type { LineRow } from '#server/commerce/tables.ts'
import { apportion } from './apportion.ts'

/** What was paid for a line. */
export const amountOf = ({ priceIdr, promoDiscountIdr }: Pick<LineRow, 'priceIdr' | 'promoDiscountIdr'>): number =>
  priceIdr - promoDiscountIdr

/** Its buyer has everything back that was paid for it. */
export const isReturnedWhole = (line: LineRow): boolean =>
  line.refundedAmountIdr > 0 && line.refundedAmountIdr === amountOf(line)

/**
 * The refunded amount of each line once `refundedIdr` of the whole went back. The provider only tells the sum: what is new goes to the
 * lines that a refund named first, the rest to all lines in proportion to what is left of them. No line gets less than before.
 */
export function refundLines(
  lines: readonly LineRow[],
  refundedIdr: number,
  namedLineIds: ReadonlySet<string>,
): LineRow[] {
  let newIdr = refundedIdr - lines.reduce((sum, line) => sum + line.refundedAmountIdr, 0)
  const leftOf = (line: LineRow) => amountOf(line) - line.refundedAmountIdr
  const afterNamed = lines.map((line) => {
    const share = namedLineIds.has(line.id) ? Math.min(leftOf(line), newIdr) : 0
    newIdr -= share
    return { ...line, refundedAmountIdr: line.refundedAmountIdr + share }
  })
  const shares = apportion(newIdr, afterNamed.map(leftOf))
  return afterNamed.map((line, index) => ({
    ...line,
    refundedAmountIdr: line.refundedAmountIdr + (shares[index] ?? 0),
  }))
}
