import X from 'lucide-react/icons/x'
import { Link } from 'react-router'
import { classNames } from '#web/kit/ui/class-names.ts'
import { useGroupLabels } from '#web/catalog/group-labels.ts'
import { appliedFilters, withFilter, type Filters } from './filters.ts'

type Props = {
  filters: Filters
  hrefFor: (filters: Filters) => string
  categoryName: (slug: string) => string
  /** False when every course of the list is discounted: none of them is free. */ withPromo: boolean
}

const quick: { label: string; change: Filters }[] = [
  { label: 'Gratis', change: { type: 'free' } },
  { label: 'Pemula', change: { level: 'Pemula' } },
  { label: 'Promo', change: { promo: 'true' } },
]

/** Links that add a quick filter or remove an applied one; as links they work before scripts run. */
export function FilterChips({ filters, hrefFor, categoryName, withPromo }: Props) {
  const applied = appliedFilters(filters, categoryName, useGroupLabels())
  const isOn = (change: Filters) =>
    Object.entries(change).every(([name, value]) => filters[name as keyof Filters] === value)
  const offered = quick.filter(({ change }) => !isOn(change) && (withPromo || (!change.promo && !change.type)))
  return (
    <ul className="flex flex-wrap items-center gap-2" aria-label="Filter cepat">
      {applied.map(({ name, label }) => (
        <li key={name}>
          <Link
            to={hrefFor(withFilter(filters, { [name]: undefined }))}
            preventScrollReset
            className={classNames(chip, 'bg-nila text-on-nila hover:bg-nila-hover')}
          >
            <span className="sr-only">Hapus filter </span>
            <span className="max-w-40 truncate">{label}</span>
            <X className="-mr-0.5 size-4" />
          </Link>
        </li>
      ))}
      {offered.map(({ label, change }) => (
        <li key={label}>
          <Link
            to={hrefFor(withFilter(filters, change))}
            preventScrollReset
            className={classNames(chip, 'border border-border bg-surface text-ink-2 hover:border-ink hover:text-ink')}
          >
            {label}
          </Link>
        </li>
      ))}
      {applied.length > 1 && (
        <li>
          <Link
            to={hrefFor(filters.sort ? { sort: filters.sort } : {})}
            preventScrollReset
            className="hit-44 relative px-2 text-sm font-semibold text-nila underline-offset-4 hover:underline"
          >
            Hapus semua
          </Link>
        </li>
      )}
    </ul>
  )
}

const chip = 'hit-44 relative inline-flex h-9 items-center gap-1.5 rounded-full px-3.5 text-sm font-semibold soft'
