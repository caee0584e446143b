import { useLoaderData } from 'react-router'
import { paths } from '#contract/kit/paths.ts'
import { ListHeading } from '#web/catalog/lists/list-heading.tsx'
import { ButtonLink } from '#web/kit/ui/button.tsx'
import { EmptyState } from '#web/kit/ui/feedback/empty-state.tsx'
import { PageHead } from '#web/kit/ui/page-head.tsx'
import { Pagination } from '#web/kit/ui/lists/pagination.tsx'
import { ChipLinks } from './chip-links.tsx'
import { itemsPerPage, listHref, type createTipsLoader } from './list-pages.ts'
import { ListSearch } from './list-search.tsx'
import { TipCard } from './tip-card.tsx'

export { createTipsLoader } from './list-pages.ts'

const tagsShown = 10

export function TipsPage() {
  const { q, tag, tips, tags, total, page } = useLoaderData<ReturnType<typeof createTipsLoader>>()
  const path = paths.tips()
  const isFiltered = Boolean(q || tag)
  const common = tags.slice(0, tagsShown).map(({ name }) => name)
  // A less frequent tag that was chosen on a tip is listed, too.
  const tagNames = tag && !common.includes(tag) ? [tag, ...common] : common
  return (
    <>
      <PageHead
        title={tag ? `Tips ${tag}` : 'Tips'}
        description="Tips singkat dari mentor kami: cara belajar, menata portofolio, dan menulis kode yang rapi. Sekali baca, langsung bisa dicoba."
        canonicalPath={listHref(path, { page })}
      />
      <ListHeading title="Tips">Catatan pendek dari para mentor. Sekali baca, langsung bisa dicoba.</ListHeading>
      <div className="wrap pb-16 xl:pb-24">
        <ListSearch path={path} q={q} label="Cari tips" placeholder="Cari judul atau topik" filters={{ tag }} />
        {tags.length > 0 && (
          <div className="mt-4">
            <ChipLinks
              label="Topik"
              chips={[
                { label: 'Semua', to: listHref(path, { q }), isCurrent: !tag },
                ...tagNames.map((name) => ({
                  label: name,
                  to: listHref(path, { q, tag: name }),
                  isCurrent: name === tag,
                })),
              ]}
            />
          </div>
        )}
        <p role="status" className="mt-5 text-sm text-ink-2">
          <strong className="font-bold text-ink">{total}</strong> tips{q && ` untuk “${q}”`}
        </p>
        <h2 className="sr-only">Daftar tips</h2>
        {tips.length > 0 ? (
          <ul className="mt-3 cards">
            {tips.map((tip, index) => (
              <li key={tip._id}>
                <TipCard tip={tip} eager={index < 3} />
              </li>
            ))}
          </ul>
        ) : (
          <EmptyState
            title={isFiltered ? 'Belum ada tips untuk kata kunci ini.' : 'Belum ada tips tersedia.'}
            text={
              isFiltered
                ? 'Coba kata yang lebih pendek, atau lihat semua tips.'
                : 'Sambil menunggu, ada kelas yang bisa dimulai sekarang.'
            }
          >
            {isFiltered ? (
              <ButtonLink to={path}>Lihat semua tips</ButtonLink>
            ) : (
              <ButtonLink to={paths.catalogue()}>Lihat kelas</ButtonLink>
            )}
          </EmptyState>
        )}
        <Pagination
          page={page}
          pageCount={Math.ceil(total / itemsPerPage)}
          hrefFor={(to) => listHref(path, { q, tag, page: to })}
        />
      </div>
    </>
  )
}
