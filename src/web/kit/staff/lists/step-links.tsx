import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { Link } from 'react-router'

type Props = {
  /** Null for a list without cursors. */
  meta: { next: string | null; previous: string | null } | null
  hrefForCursor: (cursor: string) => string
  /** Null on the first page. */
  firstHref: string | null
}

const step = 'flex h-11 items-center gap-1 rounded-button px-4 font-semibold text-ink-2 hover:bg-sunken'

/** The pages before and after, for a list whose pages are not counted. */
export function StepLinks({ meta, hrefForCursor, firstHref }: Props) {
  const { next = null, previous = null } = meta ?? {}
  if (!next && !previous && !firstHref) return null
  return (
    <nav aria-label="Halaman" className="mt-12 flex flex-wrap items-center justify-center gap-1 print:hidden">
      {firstHref && (
        <Link to={firstHref} preventScrollReset className={step}>
          Halaman pertama
        </Link>
      )}
      {previous && (
        <Link to={hrefForCursor(previous)} preventScrollReset rel="prev" className={step}>
          <ChevronLeft aria-hidden="true" className="size-5" />
          Sebelumnya
        </Link>
      )}
      {next && (
        <Link to={hrefForCursor(next)} preventScrollReset rel="next" className={step}>
          Berikutnya
          <ChevronRight aria-hidden="true" className="size-5" />
        </Link>
      )}
    </nav>
  )
}
