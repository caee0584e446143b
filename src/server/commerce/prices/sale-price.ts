import { priceAfterDiscount, priceInSale } from '#contract/kit/money.ts'
import type { SaleRow } from './tables.ts'

/** The price of a course or an e-book in a sale: `askedIdr`, its price before, is struck out. */
export type SalePrice = { priceIdr: number; askedIdr: number; endsAt: Date }

type Priced = { id: string; categoryId: string | null; priceIdr: number | null; discountPercent: number }
type Rule = Pick<SaleRow, 'kind' | 'value' | 'categoryId' | 'courseId' | 'endsAt'>

const covers = ({ categoryId, courseId }: Rule, item: Priced): boolean =>
  courseId === null ? categoryId === null || categoryId === item.categoryId : courseId === item.id

/** The lowest price of these sales for a course or an e-book; sales are not added up. Null when none makes it cheaper. */
export function salePriceOf(running: readonly Rule[], item: Priced): SalePrice | null {
  const askedIdr = priceAfterDiscount({ price: item.priceIdr ?? 0, discount: item.discountPercent })
  const [best] = running
    .filter((sale) => covers(sale, item))
    .map((sale): SalePrice => ({ priceIdr: priceInSale(askedIdr, sale), askedIdr, endsAt: sale.endsAt }))
    .filter(({ priceIdr }) => priceIdr < askedIdr)
    // The one that lasts longest, of those with the same price.
    .toSorted((a, b) => a.priceIdr - b.priceIdr || b.endsAt.getTime() - a.endsAt.getTime())
  return best ?? null
}

/** The whole percent that a sale takes off, rounded down. */
export const percentOff = ({ priceIdr, askedIdr }: Pick<SalePrice, 'priceIdr' | 'askedIdr'>): number =>
  Math.floor(((askedIdr - priceIdr) * 100) / askedIdr)
