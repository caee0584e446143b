import ChevronRight from 'lucide-react/icons/chevron-right'
import { Link } from 'react-router'
import { classNames } from './class-names.ts'

export type Crumb = { name: string; /** Missing for the current page. */ path?: string }

/** Breadcrumb links. The structured data of a page lists the same crumbs. */
export function Breadcrumb({ crumbs }: { crumbs: readonly Crumb[] }) {
  return (
    <nav aria-label="Jejak halaman" className="-ml-1 text-sm">
      <ol className="flex flex-wrap items-center gap-x-1 text-ink-3">
        {crumbs.map(({ name, path }, index) => (
          <li
            key={name}
            className={classNames('flex items-center gap-1', path === undefined ? 'min-w-0' : 'max-w-full shrink-0')}
          >
            {index > 0 && <ChevronRight className="size-4 shrink-0" />}
            {path === undefined ? (
              <span aria-current="page" className="truncate px-1">
                {name}
              </span>
            ) : (
              <Link
                to={path}
                className="inline-flex min-h-11 min-w-11 items-center rounded-chip px-1 hover:text-ink hover:underline"
              >
                {name}
              </Link>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
