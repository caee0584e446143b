import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { classNames } from '#web/kit/ui/class-names.ts'

type Props = { label: string; chips: { label: string; to: string; isCurrent: boolean }[] }

/** A choice of a few options as links. On a phone they are one row that scrolls sideways. */
export function ChipLinks({ label, chips }: Props) {
  const row = useRef<HTMLUListElement>(null)
  const current = chips.find(({ isCurrent }) => isCurrent)?.label
  useEffect(() => {
    const chosen = row.current?.querySelector<HTMLElement>('[aria-current]')
    if (row.current && chosen)
      row.current.scrollLeft = chosen.offsetLeft - (row.current.clientWidth - chosen.offsetWidth) / 2
  }, [current])
  return (
    <ul ref={row} aria-label={label} className="chip-row relative flex flex-wrap items-center gap-2">
      {chips.map((chip) => (
        <li key={chip.label}>
          <Link
            to={chip.to}
            preventScrollReset
            aria-current={chip.isCurrent ? 'true' : undefined}
            className={classNames(
              'hit-44 relative inline-flex h-9 items-center rounded-full px-3.5 text-sm font-semibold whitespace-nowrap soft',
              chip.isCurrent
                ? 'bg-nila text-on-nila'
                : 'border border-border bg-surface text-ink-2 hover:border-ink hover:text-ink',
            )}
          >
            {chip.label}
          </Link>
        </li>
      ))}
    </ul>
  )
}
