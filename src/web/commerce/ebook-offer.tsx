import type { Offer } from '#contract/commerce/wishlist.ts'
import { priceAfterDiscount } from '#contract/kit/money.ts'
import { WishHeart } from '#web/catalog/wish-heart.tsx'
import { BuyItem } from './checkout/buy-item.tsx'
import type { BuyableItem } from './checkout/use-checkout.ts'
import { AddToCart } from './kept/add-to-cart.tsx'
import { BuyForOthers } from './teams/buy-for-others.tsx'

/** The offer of an e-book, where it is read: to buy, keep, wish for, or give. */
export function EbookOffer({ item, thumbnail }: { item: BuyableItem; thumbnail: string }) {
  const { id: itemId, title, price: listPrice } = item
  const offer: Offer = { kind: 'ebook', itemId, title, thumbnail, listPrice, price: priceAfterDiscount(item) }
  return (
    <div className="grid gap-3">
      <BuyForOthers item={item} ways={['gift']}>
        <BuyItem item={item} />
        <div className="flex items-center gap-2">
          <div className="min-w-0 flex-1">
            <AddToCart offer={offer} />
          </div>
          <WishHeart offer={offer} />
        </div>
      </BuyForOthers>
    </div>
  )
}
