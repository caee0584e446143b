import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { Link } from 'react-router'
import { classNames } from '#web/kit/ui/class-names.ts'

type Props = {
  page: number
  pageCount: number
  /** The URL of a page, counted from 1. */
  hrefFor: (page: number) => string
  /** Another page does not scroll to the top of the document. */
  preventScrollReset?: boolean | undefined
}

const box = 'grid h-11 min-w-11 place-items-center rounded-button px-2 font-semibold tabular-nums'

/** Page links; nothing for a single page. */
export function Pagination({ page, pageCount, hrefFor, preventScrollReset = false }: Props) {
  if (pageCount < 2) return null
  const near = Array.from({ length: pageCount }, (_, index) => index + 1).filter(
    (number) => number === 1 || number === pageCount || Math.abs(number - page) <= 1,
  )
  return (
    <nav aria-label="Halaman" className="mt-12 flex flex-wrap items-center justify-center gap-1">
      {page > 1 && (
        <Link
          to={hrefFor(page - 1)}
          preventScrollReset={preventScrollReset}
          rel="prev"
          className={classNames(box, 'text-ink-2 hover:bg-sunken')}
        >
          <ChevronLeft className="size-5" />
          <span className="sr-only">Halaman sebelumnya</span>
        </Link>
      )}
      {near.map((number, index) => (
        <span key={number} className="contents">
          {index > 0 && number - (near[index - 1] ?? 0) > 1 && (
            <span aria-hidden="true" className="px-1 text-ink-3">
              …
            </span>
          )}
          <Link
            to={hrefFor(number)}
            preventScrollReset={preventScrollReset}
            aria-current={number === page ? 'page' : undefined}
            className={classNames(box, number === page ? 'bg-nila text-on-nila' : 'text-ink-2 hover:bg-sunken')}
          >
            <span className="sr-only">Halaman </span>
            {number}
          </Link>
        </span>
      ))}
      {page < pageCount && (
        <Link
          to={hrefFor(page + 1)}
          preventScrollReset={preventScrollReset}
          rel="next"
          className={classNames(box, 'text-ink-2 hover:bg-sunken')}
        >
          <ChevronRight className="size-5" />
          <span className="sr-only">Halaman berikutnya</span>
        </Link>
      )}
    </nav>
  )
}
