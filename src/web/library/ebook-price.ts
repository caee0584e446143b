import type { EbookCard } from '#contract/library/library.ts'
import type { Priced } from '#contract/kit/money.ts'

/** An e-book has no discount of its own, only that of a sale. */
export const ebookPrice = ({ price, sale }: Pick<EbookCard, 'price' | 'sale'>): Priced => ({
  price,
  discount: sale?.discount ?? 0,
  sale,
})
