import { Link } from 'react-router'
import type { Category } from '#contract/catalog/catalog.ts'
import { formatCount } from '#contract/kit/money.ts'
import { paths } from '#contract/kit/paths.ts'
import { classNames } from '#web/kit/ui/class-names.ts'

/** All categories with their batik and number of courses, beside the list on wide screens. */
export function TopicList({ categories, current }: { categories: Category[]; current?: string | undefined }) {
  return (
    <nav aria-label="Topik" className="mt-9 hidden xl:block">
      <h2 className="mb-2 text-sm font-semibold">Topik</h2>
      <ul className="-mx-2">
        {categories.map(({ slug, name, courseCount }) => (
          <li key={slug}>
            <Link
              to={paths.keyword({ keyword: slug })}
              aria-current={slug === current ? 'page' : undefined}
              className={classNames(
                'flex min-h-11 items-center gap-3 rounded-field px-2 text-sm hover:bg-sunken',
                slug === current ? 'bg-nila-50 font-bold text-nila' : 'text-ink-2 hover:text-ink',
              )}
            >
              <CategorySwatch slug={slug} />
              <span className="flex-1">{name}</span>
              <span className="text-xs text-ink-3 tabular-nums">
                {formatCount(courseCount)}
                <span className="sr-only"> kelas</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** A thumbnail of the batik of a category. */
export function CategorySwatch({ slug, className }: { slug: string; className?: string }) {
  return (
    <span aria-hidden="true" className={classNames('size-6 shrink-0 overflow-hidden rounded-chip', className)}>
      <img
        src={`/cover/${encodeURIComponent(slug)}/menu.svg`}
        alt=""
        width={24}
        height={24}
        loading="lazy"
        className="cover-art corner-swatch size-full object-cover object-right-top"
      />
    </span>
  )
}
