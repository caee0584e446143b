import { Link } from 'react-router'
import type { Offer } from '#contract/commerce/wishlist.ts'
import type { EbookCard as Ebook } from '#contract/library/library.ts'
import { priceAfterDiscount } from '#contract/kit/money.ts'
import { paths } from '#contract/kit/paths.ts'
import { Price } from '#web/catalog/price.tsx'
import { FreeBadge } from './free-badge.tsx'
import { ebookPrice } from './ebook-price.ts'
import { WishHeart } from '#web/catalog/wish-heart.tsx'
import { Badge } from '#web/kit/ui/badge.tsx'
import { BookCover } from './book-cover.tsx'

const cardLink =
  'outline-none after:absolute after:inset-0 after:rounded-card focus-visible:after:outline-3 focus-visible:after:-outline-offset-3 focus-visible:after:outline-focus'

const ebookOffer = (ebook: Ebook): Offer => ({
  kind: 'ebook',
  itemId: ebook._id,
  title: ebook.title,
  thumbnail: ebook.thumbnailUrl,
  listPrice: ebook.price,
  price: priceAfterDiscount(ebookPrice(ebook)),
})

/** An e-book in a list, with its price or 'Gratis', or as owned, and the size of its content. The link covers the whole card; the heart lies above it. */
export function EbookCard({ ebook, owned = false, eager = false }: { ebook: Ebook; owned?: boolean; eager?: boolean }) {
  return (
    <article className="group relative flex h-full flex-col overflow-hidden rounded-card border border-line bg-surface shadow-card soft lift focus-within:border-nila">
      <div className="aspect-video overflow-hidden bg-sunken">
        <BookCover {...ebook} eager={eager} />
        {!owned && ebook.price > 0 && <WishHeart offer={ebookOffer(ebook)} onCover />}
      </div>
      <div className="flex flex-1 flex-col px-4 pt-3.5 pb-4">
        <h3 className="line-clamp-2 text-h3">
          <Link to={paths.ebook({ ebookId: ebook._id })} className={cardLink}>
            {ebook.title}
          </Link>
        </h3>
        {ebook.author && <p className="mt-1 truncate text-sm text-ink-3">{ebook.author}</p>}
        <p className="mt-2 line-clamp-3 text-sm text-ink-2">{ebook.description}</p>
        <p className="mt-auto pt-3 text-sm text-ink-3">
          {ebook.moduleCount} modul · {ebook.topicCount} topik · {ebook.sectionCount} bagian · ± {ebook.readingMinutes}{' '}
          menit
        </p>
        <div className="mt-3 flex min-h-10 flex-wrap items-center gap-2 border-t border-line pt-3">
          {owned ? (
            <Badge tone="info">Milikmu</Badge>
          ) : ebook.price === 0 ? (
            <FreeBadge />
          ) : (
            <Price {...ebookPrice(ebook)} />
          )}
        </div>
      </div>
    </article>
  )
}
