import { Link } from 'react-router'
import type { Ebook } from '#contract/library/library.ts'
import { priceAfterDiscount } from '#contract/kit/money.ts'
import { paths } from '#contract/kit/paths.ts'
import { ebookPrice } from '#web/library/ebook-price.ts'
import { BookCover } from '#web/library/book-cover.tsx'
import { FreeBadge } from '#web/library/free-badge.tsx'
import { Amount } from '#web/catalog/amount.tsx'
import { PlainText } from '#web/kit/ui/plain-text.tsx'
import { Badge } from '#web/kit/ui/badge.tsx'
import { ShareButton } from '#web/kit/ui/sharing/share-button.tsx'
import type { OrderedSection } from './book.ts'

/** Describes the e-book above its first section, because many readers arrive there directly from a search or a shared link. */
export function AboutBook({ ebook, firstLocked }: { ebook: Ebook; firstLocked: OrderedSection | undefined }) {
  return (
    <section
      aria-label="Tentang e-book ini"
      className="mb-8 flex gap-4 rounded-card border border-line bg-surface p-4 md:gap-5 md:p-5"
    >
      <div className="hidden h-32 w-40 shrink-0 overflow-hidden rounded-field md:block">
        <BookCover {...ebook} eager />
      </div>
      <div className="min-w-0">
        <p className="text-lg leading-snug font-bold text-balance">{ebook.title}</p>
        {ebook.author && <p className="text-sm text-ink-3">{ebook.author}</p>}
        <PlainText text={ebook.description} className="mt-2 text-[0.9375rem]" />
        <p className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-3">
          {ebook.viewer.owned ? <Badge tone="info">Milikmu</Badge> : ebook.price === 0 ? <FreeBadge /> : null}
          <span>
            {ebook.sectionCount} bagian · ± {ebook.readingMinutes} menit
          </span>
        </p>
        {firstLocked && (
          <p className="mt-2 text-sm text-ink-2">
            Bagian pertama bebas dibaca.{' '}
            <Link
              to={paths.ebook({ ebookId: ebook._id, sectionId: firstLocked._id })}
              className="font-semibold text-nila hover:underline"
            >
              Buka semua dengan <Amount idr={priceAfterDiscount(ebookPrice(ebook))} />
            </Link>
          </p>
        )}
        {ebook.status === 'published' && (
          <div className="mt-3">
            <ShareButton title={`E-book ${ebook.title}`} path={paths.ebook({ ebookId: ebook._id })} />
          </div>
        )}
      </div>
    </section>
  )
}
