import Search from 'lucide-react/icons/search'
import { useId, type ComponentProps } from 'react'
import { classNames } from '#web/kit/ui/class-names.ts'

type Props = ComponentProps<'input'> & { /** Announced only. */ label: string }

/** The field of a search: one design for all pages. */
export function SearchField({ label, id, className, ...input }: Props) {
  const ownId = useId()
  return (
    <div className={classNames('relative min-w-0 flex-1', className)}>
      <Search aria-hidden className="pointer-events-none absolute inset-y-0 left-4 my-auto size-5 text-ink-3" />
      <label htmlFor={id ?? ownId} className="sr-only">
        {label}
      </label>
      <input
        id={id ?? ownId}
        type="search"
        name="q"
        maxLength={100}
        autoComplete="off"
        enterKeyHint="search"
        {...input}
        className="h-12 w-full rounded-button border border-border bg-surface pr-4 pl-12 text-base soft hover:border-ink-2"
      />
    </div>
  )
}
