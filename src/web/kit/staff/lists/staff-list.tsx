import { useEffect, useRef, type ReactNode } from 'react'
import { Navigate } from 'react-router'
import { Button } from '#web/kit/ui/button.tsx'
import { EmptyState } from '#web/kit/ui/feedback/empty-state.tsx'
import { Pagination } from '#web/kit/ui/lists/pagination.tsx'
import { formatCount } from '#contract/kit/money.ts'
import type { KeysetMeta } from '#contract/kit/keyset-list.ts'
import { StepLinks } from './step-links.tsx'
import { StaffTable, type Column } from './staff-table.tsx'
import type { ListUrl } from './use-list-url.ts'

type Props<Row> = {
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  /** A list that grows with students is counted up to a number; beyond it, pages have no number. */
  meta: { page: number; limit: number; total: number } | KeysetMeta
  keyOf: (row: Row) => string
  listUrl: ListUrl
  defaultSort?: string
  /** Noun after the count, such as `12 kelas`. */
  countWord: string
  /** Shown when there are no rows and no filters. */
  empty: ReactNode
}

/** A list with count, table and pagination, or one of its empty states: no rows at all, or none that match the filters. */
export function StaffList<Row>({ meta, rows, listUrl, countWord, empty, ...table }: Props<Row>) {
  const pageCount = Math.ceil(meta.total / meta.limit)
  const section = useRef<HTMLElement>(null)
  const uncounted = 'isCounted' in meta && !meta.isCounted ? meta : null
  const cursor = listUrl.valueOf('cursor')
  const place = `${meta.page} ${cursor}`
  const shownPlace = useRef(place)
  useEffect(() => {
    if (shownPlace.current === place) return
    shownPlace.current = place
    // Another page is read from its first row; the top of the document, with heading and filters, stays above.
    section.current?.scrollIntoView({ block: 'start' })
  }, [place])
  // The list became shorter, or the URL names a page that does not exist.
  if (rows.length === 0 && meta.total > 0 && meta.page > pageCount)
    return <Navigate to={listUrl.hrefForPage(pageCount)} replace />
  if (rows.length === 0 && meta.total > 0 && cursor) return <Navigate to={listUrl.hrefForPage(1)} replace />
  return (
    <section ref={section} aria-label={table.caption} className="scroll-mt-24">
      <p role="status" className="mb-3 text-sm text-ink-3">
        {uncounted && 'Lebih dari '}
        {formatCount(meta.total)} {countWord}
        {pageCount > 1 && !uncounted && !cursor && ` · halaman ${meta.page} dari ${pageCount}`}
      </p>
      {rows.length > 0 ? (
        <StaffTable rows={rows} listUrl={listUrl} {...table} />
      ) : meta.total > 0 || listUrl.isNarrowed ? (
        <EmptyState title="Tidak ada hasil" text="Coba kata lain, atau lepas saringannya.">
          <Button variant="outline" onClick={listUrl.reset}>
            Reset Filter
          </Button>
        </EmptyState>
      ) : (
        empty
      )}
      {uncounted || cursor ? (
        <StepLinks
          meta={'next' in meta ? meta : null}
          hrefForCursor={listUrl.hrefForCursor}
          firstHref={cursor ? listUrl.hrefForPage(1) : null}
        />
      ) : (
        <Pagination page={meta.page} pageCount={pageCount} hrefFor={listUrl.hrefForPage} preventScrollReset />
      )}
    </section>
  )
}
