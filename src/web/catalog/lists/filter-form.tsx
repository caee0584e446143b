import ArrowDownUp from 'lucide-react/icons/arrow-down-up'
import ChevronDown from 'lucide-react/icons/chevron-down'
import X from 'lucide-react/icons/x'
import { useEffect, useRef, type ChangeEvent, type FormEvent } from 'react'
import { categoryGroups, courseSorts, levels } from '#contract/catalog/course-rules.ts'
import { useGroupLabels } from '#web/catalog/group-labels.ts'
import { Button } from '#web/kit/ui/button.tsx'
import { useIsLeaving } from '#web/kit/ui/behaviour/use-is-leaving.ts'
import { SelectField } from '#web/kit/ui/field.tsx'
import { SearchField } from '#web/kit/ui/lists/search-field.tsx'
import { readFilters, sortLabels, typeLabels, withFilter, writeFilters, type Filters } from './filters.ts'

const formId = 'saringan'
export const filterPanelId = 'panel-saringan'
const typingPauseMs = 300

type Apply = (next: Filters, options?: { replace?: boolean }) => void
type Props = { filters: Filters; apply: Apply }

/** Reads the filters from the form data: the same data that the browser would submit without scripts. */
function readForm(form: HTMLFormElement): Filters {
  const entries = [...new FormData(form)].filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  return readFilters(new URLSearchParams(entries))
}

/** The filters: a column from 1280 px, a sheet below that width. A plain GET form; with scripts, changes apply at once. */
export function FilterPanel({
  filters,
  apply,
  total,
  withGroup,
  withPromo,
}: Props & { total: number; withGroup: boolean; withPromo: boolean }) {
  const panel = useRef<HTMLDivElement>(null)
  const groupLabels = useGroupLabels()

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const chosen = readForm(event.currentTarget)
    // Changes have applied at once: the same URL again would need a second press on Back.
    if (writeFilters(chosen) !== writeFilters(filters)) apply(chosen)
    if (panel.current?.matches(':popover-open')) panel.current.hidePopover()
  }
  function change(event: ChangeEvent<HTMLFormElement>) {
    if (event.target instanceof HTMLInputElement && event.target.type === 'search') return
    apply(readForm(event.currentTarget))
  }

  return (
    <div ref={panel} id={filterPanelId} popover="auto" className="filter-panel">
      <div className="flex items-center justify-between border-b border-line py-2 pr-2 pl-5 xl:hidden">
        <p className="text-lg font-bold">Filter</p>
        <button
          type="button"
          popoverTarget={filterPanelId}
          popoverTargetAction="hide"
          className="grid size-11 place-items-center rounded-full text-ink-3 hover:bg-sunken"
        >
          <X className="size-5" />
          <span className="sr-only">Tutup filter</span>
        </button>
      </div>
      <form id={formId} method="get" onSubmit={submit} onChange={change} className="grid gap-5 p-5 xl:p-0">
        {filters.category && <input type="hidden" name="category" value={filters.category} />}
        {withGroup && (
          <SelectField label="Kategori" name="group" value={filters.group ?? ''} onChange={ignore}>
            <option value="">All</option>
            {categoryGroups.map((group) => (
              <option key={group} value={group}>
                {groupLabels[group]}
              </option>
            ))}
          </SelectField>
        )}
        <SelectField label="Level" name="level" value={filters.level ?? ''} onChange={ignore}>
          <option value="">All</option>
          {levels.map((level) => (
            <option key={level}>{level}</option>
          ))}
        </SelectField>
        {withPromo && (
          <>
            <SelectField label="Tipe" name="type" value={filters.type ?? ''} onChange={ignore}>
              <option value="">All</option>
              {(['free', 'premium'] as const).map((type) => (
                <option key={type} value={type}>
                  {typeLabels[type]}
                </option>
              ))}
            </SelectField>
            <PromoField checked={filters.promo === 'true'} />
          </>
        )}
        <Button type="submit" block className="xl:hidden xl:noscript:inline-flex">
          Tampilkan {total} kelas
        </Button>
      </form>
    </div>
  )
}

/** React requires a handler on a controlled field; the handler of the form takes every change. */
const ignore = () => undefined

function PromoField({ checked }: { checked: boolean }) {
  return (
    <div className="relative flex min-h-13 items-center gap-3 rounded-field border border-line bg-surface px-3.5 has-checked:border-nila has-checked:bg-nila-50">
      <input
        id="saringan-promo"
        type="checkbox"
        name="promo"
        value="true"
        checked={checked}
        onChange={ignore}
        aria-describedby="saringan-promo-ket"
        className="relative z-10 size-5 shrink-0 accent-nila"
      />
      <span className="flex-1 py-2 leading-tight">
        <label htmlFor="saringan-promo" className="block text-sm font-semibold after:absolute after:inset-0">
          Promo
        </label>
        <span id="saringan-promo-ket" className="text-xs text-ink-3">
          Hanya yang sedang diskon
        </span>
      </span>
    </div>
  )
}

/** The title search of a list. It belongs to the same form and applies when typing pauses. */
export function TitleSearch({ filters, apply, placeholder }: Props & { placeholder: string }) {
  const input = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const q = filters.q ?? ''

  // When the search changes elsewhere (a chip, Back), the field follows, unless the user is typing in it.
  useEffect(() => {
    if (input.current && document.activeElement !== input.current) input.current.value = q
  }, [q])
  const isLeaving = useIsLeaving()
  useEffect(() => () => clearTimeout(timer.current), [isLeaving])

  function type() {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      const form = input.current?.form
      if (form) apply(readForm(form), { replace: true })
    }, typingPauseMs)
  }

  return (
    <SearchField
      ref={input}
      id="saringan-q"
      label="Cari kelas"
      form={formId}
      defaultValue={q}
      placeholder={placeholder}
      onChange={type}
    />
  )
}

export function SortField({ filters, apply }: Props) {
  return (
    <div className="relative max-w-full">
      <label htmlFor="saringan-sort" className="sr-only">
        Urutkan
      </label>
      <ArrowDownUp className="pointer-events-none absolute inset-y-0 left-3.5 my-auto size-4 text-ink-2" />
      <select
        id="saringan-sort"
        form={formId}
        name="sort"
        value={filters.sort ?? ''}
        onChange={(event) =>
          apply(withFilter(filters, { sort: courseSorts.find((sort) => sort === event.target.value) }))
        }
        className="h-11 max-w-full field-sizing-content appearance-none rounded-button border border-border bg-surface pr-[min(2.25rem,10vw)] pl-[min(2.375rem,11vw)] text-sm font-semibold hover:border-ink-2"
      >
        <option value="">Disarankan</option>
        {courseSorts.map((sort) => (
          <option key={sort} value={sort}>
            {sortLabels[sort]}
          </option>
        ))}
      </select>
      <ChevronDown className="pointer-events-none absolute inset-y-0 right-3 my-auto size-4 text-ink-3" />
    </div>
  )
}
