import { lazy, Suspense, type ComponentProps, type ComponentType } from 'react'
import { useParams } from 'react-router'
import type { Ebook } from '#contract/library/library.ts'
import { paths } from '#contract/kit/paths.ts'
import type * as EbookOffers from '#web/commerce/ebook-offer.tsx'
import { EndOfSale, useHydrated } from '#web/commerce/end-of-sale.tsx'
import { offlineEbook } from '#web/site/offline/offline-item.ts'
import { SaveButton } from '#web/site/offline/save-button.tsx'
import { ebookPrice } from '#web/library/ebook-price.ts'
import { createReaderLoader, ReaderError, ReaderPage } from '#web/library/reader/reader-page.tsx'
import { Skeleton } from '#web/kit/ui/feedback/skeleton.tsx'

export { createReaderLoader, ReaderError }

// Loaded for locked sections only.
const EbookOffer = lazy<ComponentType<ComponentProps<typeof EbookOffers.EbookOffer>>>(() =>
  import('#web/commerce/ebook-offer.tsx').then(
    (commerce) => ({ default: commerce.EbookOffer }),
    () => ({
      default: () => <p className="text-sm text-ink-2">Koneksi terputus. Muat ulang halaman untuk membeli.</p>,
    }),
  ),
)

function Offer({ ebook }: { ebook: Ebook }) {
  return (
    <div className="grid gap-4">
      {ebook.sale && <EndOfSale endsAt={ebook.sale.endsAt} />}
      <Purchase ebook={ebook} />
    </div>
  )
}

function Purchase({ ebook }: { ebook: Ebook }) {
  const isHydrated = useHydrated()
  const placeholder = <Skeleton className="h-13" />
  if (!isHydrated) return placeholder
  return (
    <Suspense fallback={placeholder}>
      <EbookOffer
        thumbnail={ebook.thumbnailUrl}
        item={{
          kind: 'ebook',
          id: ebook._id,
          title: ebook.title,
          ...ebookPrice(ebook),
          ownerPath: paths.ebook({ ebookId: ebook._id }),
        }}
      />
    </Suspense>
  )
}

/** An unlocked e-book can be saved offline. */
const Actions = ({ ebook }: { ebook: Ebook }) => <SaveButton compact item={offlineEbook(ebook)} />

/** The e-book reader with the offer of the commerce module for locked sections. Each e-book begins with its own place and panels. */
export const Reader = () => <ReaderPage key={useParams()['ebookId']} Offer={Offer} Actions={Actions} />
