import { useEffect, useRef, type ReactNode } from 'react'
import { Navigate } from 'react-router'
import { Button } from '#web/kit/ui/button.tsx'
import { EmptyState } from '#web/kit/ui/feedback/empty-state.tsx'
import { Pagination } from '#web/kit/ui/lists/pagination.tsx'
import { formatCount } from '#contract/kit/money.ts'
import type { KeysetMeta } from '#contract/kit/keyset-list.ts'
import { BulkTable } from './bulk-table.tsx'
import type { Bulk } from './use-bulk.ts'
import { ListToolbar, type ListFilter, type ListSearch } from './list-toolbar.tsx'
import { StepLinks } from './step-links.tsx'
import { StaffTable, type Column } from './staff-table.tsx'
import { useListUrl, type ListUrl } from './use-list-url.ts'

/** A list of staff: what it shows, how it is narrowed, and what is said while it is empty. See docs/how-to/add-a-staff-list.md. */
type Description<Row> = {
  /** Accessible name of the table. */
  caption: string
  columns: readonly Column<Row>[]
  /** The order when the URL names none. */
  defaultSort?: string
  /** Noun after the count, such as `12 kelas`. */
  countWord: string
  /** The label of the search field, whose parameter is `q` or the named one. */
  search?: ListSearch | undefined
  /** Each is a parameter of the URL, and of the call that lists. */
  filters?: readonly ListFilter[]
  /** A parameter that chooses between lists, as tabs do, and is no filter. */
  tab?: string
  bulk?: Bulk<Row> | undefined
  /** Shown when there are no rows and no filters. */
  empty: { title: string; text: string; actions?: ReactNode }
}

type Props<Row> = Description<Row> & {
  rows: readonly Row[]
  /** A list that grows with students is counted up to a number; beyond it, pages have no number. */
  meta: { page: number; limit: number; total: number } | KeysetMeta
  /** Between the filters and the rows, such as what is done with chosen rows. */
  above?: ReactNode
}

const none: readonly ListFilter[] = []

/** A list as it is described: search and filters, then its rows. All that narrows and orders it is in the URL. */
export function StaffList<Row extends { _id: string }>({ search, filters = none, tab, above, ...list }: Props<Row>) {
  const listUrl = useListUrl(tab)
  return (
    <>
      {(search || filters.length > 0) && <ListToolbar listUrl={listUrl} search={search} filters={filters} />}
      {above}
      <Rows listUrl={listUrl} {...list} />
    </>
  )
}

type RowsProps<Row> = Omit<Props<Row>, 'search' | 'filters' | 'tab' | 'above'> & { listUrl: ListUrl }

/** Count, table and pagination, or one of the empty states: no rows at all, or none that match the filters. */
function Rows<Row extends { _id: string }>({ meta, rows, listUrl, countWord, empty, bulk, ...table }: RowsProps<Row>) {
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
      {rows.length > 0 && bulk ? (
        <BulkTable bulk={bulk} rows={rows} listUrl={listUrl} {...table} />
      ) : rows.length > 0 ? (
        <StaffTable rows={rows} keyOf={({ _id }) => _id} listUrl={listUrl} {...table} />
      ) : meta.total > 0 || listUrl.isNarrowed ? (
        <EmptyState title="Tidak ada hasil" text="Coba kata lain, atau lepas saringannya.">
          <Button variant="outline" onClick={listUrl.reset}>
            Reset Filter
          </Button>
        </EmptyState>
      ) : (
        <EmptyState title={empty.title} text={empty.text}>
          {empty.actions}
        </EmptyState>
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
