import { Link } from 'react-router'
import { classNames } from '#web/ui/class-names.ts'

type Props = { label: string; chips: { label: string; to: string; isCurrent: boolean }[] }

/** One choice of a few, as links. */
export const ChipLinks = ({ label, chips }: Props) => (
  <ul aria-label={label} className="flex flex-wrap items-center gap-2">
    {chips.map((chip) => (
      <li key={chip.label}>
        <Link
          to={chip.to}
          preventScrollReset
          aria-current={chip.isCurrent ? 'true' : undefined}
          className={classNames(
            'hit-44 relative inline-flex h-9 items-center rounded-full px-3.5 text-sm font-semibold soft',
            chip.isCurrent ? 'bg-nila text-on-nila' : 'border border-border bg-surface text-ink-2 hover:border-ink hover:text-ink',
          )}
        >
          {chip.label}
        </Link>
      </li>
    ))}
  </ul>
)
