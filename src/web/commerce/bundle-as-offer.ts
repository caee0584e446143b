import type { Bundle } from '#contract/commerce/bundles.ts'
import type { Offer } from '#contract/commerce/wishlist.ts'

export const bundleOffer = ({ _id, title, items, listPrice, price }: Bundle): Offer => ({
  kind: 'bundle',
  itemId: _id,
  title,
  thumbnail: items[0]?.thumbnail ?? '',
  listPrice,
  price,
})
