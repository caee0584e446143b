import type { Offer } from '#contract/commerce/wishlist.ts'
import type { EbookCard } from '#contract/library/library.ts'
import { priceAfterDiscount, type Priced } from '#contract/kit/money.ts'

/** An e-book has no discount of its own, only that of a sale. */
export const ebookPrice = ({ price, sale }: Pick<EbookCard, 'price' | 'sale'>): Priced => ({
  price,
  discount: sale?.discount ?? 0,
  sale,
})

/** As it is kept in the cart and on the wishlist. */
export const ebookOffer = (ebook: Pick<EbookCard, '_id' | 'title' | 'thumbnailUrl' | 'price' | 'sale'>): Offer => ({
  kind: 'ebook',
  itemId: ebook._id,
  title: ebook.title,
  thumbnail: ebook.thumbnailUrl,
  listPrice: ebook.price,
  price: priceAfterDiscount(ebookPrice(ebook)),
})
