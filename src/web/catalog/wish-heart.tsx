import Heart from 'lucide-react/icons/heart'
import type { Offer } from '#contract/commerce/wishlist.ts'
import { priceAfterDiscount, type Priced } from '#contract/kit/money.ts'
import { classNames } from '#web/kit/ui/class-names.ts'
import { changeKept, keptKey, useCanKeep, useKept } from './kept.ts'

type Course = Priced & { _id: string; title: string; thumbnail: string }

export const courseOffer = ({ _id, title, thumbnail, ...priced }: Course): Offer => ({
  kind: 'course',
  itemId: _id,
  title,
  thumbnail,
  listPrice: priced.price,
  price: priceAfterDiscount(priced),
})

/** Puts something on the wishlist, and takes it off again. `onCover`: over the picture of a card. */
export function WishHeart({ offer, onCover = false }: { offer: Offer; onCover?: boolean }) {
  const isKept = useKept('wishlist').includes(keptKey(offer))
  // On a card it moves nothing when it appears, and lists of cards need not send it.
  const isShown = useCanKeep() || !onCover
  if (!isShown) return null
  return (
    <button
      type="button"
      aria-pressed={isKept}
      onClick={() => void changeKept('wishlist', offer, !isKept)}
      className={classNames(
        'grid size-11 shrink-0 place-items-center rounded-full hover:text-mengkudu',
        isKept ? 'text-mengkudu' : 'text-ink-2',
        onCover ? 'absolute top-2 right-2 z-1 bg-surface' : 'hover:bg-sunken',
      )}
    >
      <Heart aria-hidden className={classNames('size-5.5', isKept && 'fill-current')} />
      <span className="sr-only">Simpan {offer.title} ke wishlist</span>
    </button>
  )
}
