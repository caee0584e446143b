import BookOpen from 'lucide-react/icons/book-open'
import History from 'lucide-react/icons/history'
import X from 'lucide-react/icons/x'
import { useEffect, useId, useState } from 'react'
import { createPortal } from 'react-dom'
import { useNavigate } from 'react-router'
import { paths } from '#contract/paths.ts'
import type { Suggestion } from '#contract/site.ts'
import { CategorySwatch } from '#web/catalog/topic-list.tsx'
import { useApi } from '#web/identity/index.ts'
import { classNames } from '#web/ui/class-names.ts'
import { forgetSearches, readRecentSearches } from './recent-searches.ts'

const typingPauseMs = 120
const noneActive = -1

/** What the list offers: finds for what is being typed; before that, what was searched for last, and a way to forget it. */
type Item = Suggestion | { kind: 'recent'; title: string } | { kind: 'forget'; title: string }

const recentItems = (): Item[] => {
  const recent = readRecentSearches().map((title) => ({ kind: 'recent' as const, title }))
  return recent.length > 0 ? [...recent, { kind: 'forget', title: 'Hapus riwayat pencarian' }] : []
}

function pathOf(item: Exclude<Item, { kind: 'forget' }>): string {
  if (item.kind === 'course') return paths.courseDetail(item)
  return item.kind === 'category' ? paths.keyword({ keyword: item.slug }) : paths.search({ q: item.title })
}

/**
 * Makes a search field a combobox with a list of suggestions (WAI-ARIA: editable combobox, list autocompletion, manual selection).
 * The field stays what the server rendered; what only scripts can keep true is added to it here.
 */
export function SearchSuggestions({ field }: { field: HTMLInputElement }) {
  const listId = useId()
  const optionId = (index: number) => `${listId}-${index}`
  const navigate = useNavigate()
  const { items, close, askNow } = useSuggestions(field)
  const [active, setActive] = useState(noneActive)
  useEffect(() => setActive(noneActive), [items])

  function go(item: Item) {
    close()
    if (item.kind === 'forget') return forgetSearches()
    void navigate(pathOf(item))
  }

  useEffect(() => {
    function press(event: KeyboardEvent) {
      if (event.isComposing) return
      const chosen = items[active]
      if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
        if (items.length === 0) askNow()
        else setActive(nextActive(active, event.key === 'ArrowDown' ? 1 : -1, items.length))
      } else if (event.key === 'Enter' && chosen) go(chosen)
      else if (event.key === 'Escape' && items.length > 0) close()
      else return
      // The cursor stays, the text is not sent, and Esc does not empty the field as well.
      event.preventDefault()
    }
    field.addEventListener('keydown', press)
    return () => field.removeEventListener('keydown', press)
  })

  useComboboxRole(field, listId, items.length > 0, active === noneActive ? null : optionId(active))
  if (!field.form) return null
  return createPortal(
    <>
      <div
        id={listId}
        role="listbox"
        aria-label="Saran pencarian"
        hidden={items.length === 0}
        className="absolute inset-x-0 top-full z-50 mt-2 max-h-[min(25rem,60dvh)] overflow-y-auto rounded-panel border border-line bg-surface p-1.5 text-ink shadow-dialog md:left-auto md:w-96"
      >
        {items.map((item, index) => (
          <Option key={item.kind + item.title} id={optionId(index)} item={item} isActive={index === active} onChoose={() => go(item)} />
        ))}
      </div>
      <p role="status" className="sr-only">
        {items.length > 0 && `${items.length} saran. Pilih dengan panah atas dan bawah.`}
      </p>
    </>,
    field.form,
  )
}

/** Around the list and back to the field. */
function nextActive(active: number, step: 1 | -1, count: number): number {
  const places = count + 1
  return ((active + 1 + step + places) % places) - 1
}

/** Suggestions for what is being typed: asked when typing pauses; an answer to an older text is dropped. */
function useSuggestions(field: HTMLInputElement) {
  const api = useApi()
  const [items, setItems] = useState<Item[]>([])
  const [control] = useState(() => createAsking((q, signal) => api.open.site.suggest({ q }, { signal }), setItems))

  useEffect(() => {
    const { form } = field
    const type = () => control.ask(field.value.trim(), typingPauseMs)
    field.addEventListener('input', type)
    field.addEventListener('blur', control.close)
    form?.addEventListener('submit', control.close)
    // Typed while this code was on its way.
    if (document.activeElement === field && (field.value === '' || field.value !== field.defaultValue)) type()
    const offerRecent = () => field.value === '' && type()
    field.addEventListener('focus', offerRecent)
    return () => {
      control.close()
      field.removeEventListener('input', type)
      field.removeEventListener('focus', offerRecent)
      field.removeEventListener('blur', control.close)
      form?.removeEventListener('submit', control.close)
    }
  }, [field, control])

  return { items, close: control.close, askNow: () => control.ask(field.value.trim(), 0) }
}

function createAsking(fetchFor: (q: string, signal: AbortSignal) => Promise<{ data: Suggestion[] }>, show: (items: Item[]) => void) {
  let current = new AbortController()
  function stop(): AbortSignal {
    current.abort()
    current = new AbortController()
    return current.signal
  }
  async function fetchAndShow(q: string, signal: AbortSignal) {
    try {
      const { data } = await fetchFor(q, signal)
      if (!signal.aborted) show(data)
    } catch {
      // No suggestions, then; the search itself still works.
      if (!signal.aborted) show([])
    }
  }
  return {
    ask(q: string, pauseMs: number) {
      const signal = stop()
      if (!q) return show(recentItems())
      const timer = setTimeout(() => void fetchAndShow(q, signal), pauseMs)
      signal.addEventListener('abort', () => clearTimeout(timer))
    },
    close() {
      stop()
      show([])
    },
  }
}

function useComboboxRole(field: HTMLInputElement, listId: string, isOpen: boolean, activeId: string | null) {
  useEffect(() => {
    const added = { role: 'combobox', 'aria-autocomplete': 'list', 'aria-controls': listId, 'aria-expanded': 'false' }
    for (const [name, value] of Object.entries(added)) field.setAttribute(name, value)
    return () => {
      for (const name of [...Object.keys(added), 'aria-activedescendant']) field.removeAttribute(name)
    }
  }, [field, listId])
  useEffect(() => {
    field.setAttribute('aria-expanded', String(isOpen))
    if (activeId) field.setAttribute('aria-activedescendant', activeId)
    else field.removeAttribute('aria-activedescendant')
  }, [field, listId, isOpen, activeId])
}

type OptionProps = { id: string; item: Item; isActive: boolean; onChoose: () => void }

const labels: Record<Item['kind'], string> = { course: 'Kelas', category: 'Topik', recent: 'Terakhir dicari', forget: '' }
const icons = { course: BookOpen, recent: History, forget: X }

function Option({ id, item, isActive, onChoose }: OptionProps) {
  const Icon = item.kind === 'category' ? BookOpen : icons[item.kind]
  useEffect(() => {
    if (isActive) document.getElementById(id)?.scrollIntoView({ block: 'nearest' })
  }, [id, isActive])
  return (
    // The keyboard's way is the field's: it keeps the focus.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
      className={classNames('flex min-h-11 cursor-pointer items-center gap-3 rounded-field px-3 py-2 leading-tight hover:bg-sunken', isActive && 'bg-sunken')}
    >
      {item.kind === 'category' ? (
        <CategorySwatch slug={item.slug} className="size-7!" />
      ) : (
        <span className="grid size-7 shrink-0 place-items-center rounded-chip bg-nila-50 text-nila">
          <Icon className="size-4" />
        </span>
      )}
      <span className="line-clamp-2 min-w-0 flex-1 text-[0.9375rem] font-semibold">{item.title}</span>
      <span className="shrink-0 text-xs text-ink-3">{labels[item.kind]}</span>
    </div>
  )
}
