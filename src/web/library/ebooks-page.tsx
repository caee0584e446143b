import { useLoaderData } from 'react-router'
import { paths } from '#contract/kit/paths.ts'
import { ListHeading } from '#web/catalog/lists/list-heading.tsx'
import { useOwnedEbookIds } from './use-owned-ebook-ids.ts'
import { ButtonLink } from '#web/kit/ui/button.tsx'
import { EmptyState } from '#web/kit/ui/feedback/empty-state.tsx'
import { LoadFailure } from '#web/kit/ui/feedback/load-failure.tsx'
import { PageHead } from '#web/kit/ui/page-head.tsx'
import { Pagination } from '#web/kit/ui/lists/pagination.tsx'
import { ChipLinks } from './chip-links.tsx'
import { EbookCard } from './ebook-card.tsx'
import { itemsPerPage, listHref, type createEbooksLoader } from './list-pages.ts'
import { ListSearch } from './list-search.tsx'

export { createEbooksLoader } from './list-pages.ts'

const types = [
  { value: null, label: 'Semua' },
  { value: 'free', label: 'Gratis' },
  { value: 'premium', label: 'Premium' },
]

export function EbooksPage() {
  const { q, type, ebooks, total, page } = useLoaderData<ReturnType<typeof createEbooksLoader>>()
  const { owned, hasFailed, reload } = useOwnedEbookIds()
  const path = paths.ebooks()
  return (
    <>
      <PageHead
        title="E-Book"
        description="E-book berbahasa Indonesia untuk belajar dengan tempo sendiri. Baca gratis, lanjutkan di perangkat mana pun, juga tanpa sinyal."
        canonicalPath={listHref(path, { page })}
      />
      <ListHeading title="E-Book">
        Buku kecil yang dibaca sampai tamat: di ponsel, di laptop, juga tanpa sinyal.
      </ListHeading>
      <div className="wrap pb-16 xl:pb-24">
        <ListSearch path={path} q={q} label="Cari e-book" placeholder="Judul, penulis, bahasan" filters={{ type }} />
        <div className="mt-4">
          <ChipLinks
            label="Jenis e-book"
            chips={types.map(({ value, label }) => ({
              label,
              to: listHref(path, { q, type: value }),
              isCurrent: value === type,
            }))}
          />
        </div>
        <p role="status" className="mt-5 text-sm text-ink-2">
          <strong className="font-bold text-ink">{total}</strong> e-book{q && ` untuk “${q}”`}
        </p>
        {hasFailed && <LoadFailure onRetry={reload}>E-book mana yang milikmu belum bisa dimuat.</LoadFailure>}
        <h2 className="sr-only">Daftar e-book</h2>
        {ebooks.length > 0 ? (
          <ul className="mt-3 cards">
            {ebooks.map((ebook, index) => (
              <li key={ebook._id}>
                <EbookCard ebook={ebook} owned={owned.has(ebook._id)} eager={index < 3} />
              </li>
            ))}
          </ul>
        ) : (
          <EmptyState
            title="Belum ada eBook tersedia."
            text={
              q || type
                ? 'Coba kata yang lebih pendek, atau lihat semua e-book.'
                : 'Sambil menunggu, ada kelas yang bisa dimulai sekarang.'
            }
          >
            {q || type ? (
              <ButtonLink to={path}>Lihat semua e-book</ButtonLink>
            ) : (
              <ButtonLink to={paths.catalogue()}>Lihat kelas</ButtonLink>
            )}
          </EmptyState>
        )}
        <Pagination
          page={page}
          pageCount={Math.ceil(total / itemsPerPage)}
          hrefFor={(to) => listHref(path, { q, type, page: to })}
        />
      </div>
    </>
  )
}
