import Search from 'lucide-react/icons/search'
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import { useEffect, useId, useRef, useState } from 'react'
import { Button } from '#web/kit/ui/button.tsx'
import { classNames } from '#web/kit/ui/class-names.ts'
import { useIsLeaving } from '#web/kit/ui/behaviour/use-is-leaving.ts'
import { SelectField, TextField } from '#web/kit/ui/field.tsx'
import type { ListUrl } from './use-list-url.ts'

const typingPauseMs = 300

export type ListSearch = string | { name: string; label: string }
/** A choice whose first, empty option means no filter; or the first and the last day of what is listed. */
export type ListFilter = Choice | 'days'
type Choice = { name: string; label: string; all: string; options: readonly { value: string; label: string }[] }

type Props = { listUrl: ListUrl; search: ListSearch | undefined; filters: readonly ListFilter[] }

/** Search and filters above a list. On a phone all but the first of them fold away. */
export function ListToolbar({ listUrl, search, filters }: Props) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const fields = filters.map((filter) =>
    filter === 'days' ? (
      <DayRange key={filter} listUrl={listUrl} />
    ) : (
      <FilterSelect key={filter.name} listUrl={listUrl} {...filter} />
    ),
  )
  const first = search ? (
    <SearchBox listUrl={listUrl} {...(typeof search === 'string' ? { label: search } : search)} />
  ) : (
    fields.shift()
  )
  return (
    <div role="search" className="mb-5 grid items-end gap-3 sm:grid-cols-2 lg:flex lg:flex-wrap print:hidden">
      {first}
      {fields.length > 0 && (
        <Button
          variant="outline"
          className="sm:hidden"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          <SlidersHorizontal aria-hidden className="size-4.5" />
          Saringan{listUrl.filterCount > 0 && ` (${listUrl.filterCount} aktif)`}
        </Button>
      )}
      <div id={id} className={classNames('gap-3 sm:contents', isOpen ? 'grid' : 'hidden')}>
        {fields}
      </div>
    </div>
  )
}

/** The first and the last day of what is listed, in western Indonesian time. The calendar offers no last day before the first one. */
const DayRange = ({ listUrl }: { listUrl: ListUrl }) => (
  <div className="grid gap-3 sm:col-span-2 sm:grid-cols-2">
    <DayField listUrl={listUrl} name="from" label="Dari" max={listUrl.valueOf('to')} />
    <DayField listUrl={listUrl} name="to" label="Sampai" min={listUrl.valueOf('from')} />
  </div>
)

type DayFieldProps = { listUrl: ListUrl; name: 'from' | 'to'; label: string; min?: string; max?: string }

const DayField = ({ listUrl, name, ...field }: DayFieldProps) => (
  <TextField
    type="date"
    value={listUrl.valueOf(name)}
    onChange={(event) => listUrl.apply({ [name]: event.currentTarget.value })}
    className="lg:w-44"
    {...field}
  />
)

/** Searches after a short pause in typing. The query is stored in the URL. */
function SearchBox({
  listUrl,
  label,
  name = 'q',
}: {
  listUrl: ListUrl
  label: string
  /** Its URL parameter. */ name?: string
}) {
  const inUrl = listUrl.valueOf(name)
  const [text, setText] = useState(inUrl)
  const lastInUrl = useRef(inUrl)
  const isLeaving = useIsLeaving()
  useEffect(() => {
    // The Back button or a reset changed the URL.
    if (inUrl !== lastInUrl.current) setText(inUrl)
    lastInUrl.current = inUrl
  }, [inUrl])
  useEffect(() => {
    const query = text.trim()
    if (isLeaving || query === lastInUrl.current) return
    const timer = setTimeout(() => {
      lastInUrl.current = query
      listUrl.apply({ [name]: query }, { replace: true })
    }, typingPauseMs)
    return () => clearTimeout(timer)
  })
  return (
    <TextField
      label={label}
      type="search"
      enterKeyHint="search"
      maxLength={100}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      trailing={<Search className="pointer-events-none mr-3 size-5 text-ink-3" />}
      className="lg:min-w-72 lg:flex-1"
    />
  )
}

/** A filter as a select. */
const FilterSelect = ({ listUrl, name, label, all, options }: Choice & { listUrl: ListUrl }) => (
  <SelectField
    label={label}
    value={listUrl.valueOf(name)}
    onChange={(event) => listUrl.apply({ [name]: event.currentTarget.value })}
    className="lg:w-48"
  >
    <option value="">{all}</option>
    {options.map((option) => (
      <option key={option.value} value={option.value}>
        {option.label}
      </option>
    ))}
  </SelectField>
)
