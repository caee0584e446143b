import BookOpen from 'lucide-react/icons/book-open'
import FileText from 'lucide-react/icons/file-text'
import History from 'lucide-react/icons/history'
import X from 'lucide-react/icons/x'
import { useEffect, useId, useState } from 'react'
import { createPortal } from 'react-dom'
import { useNavigate } from 'react-router'
import { paths } from '#contract/kit/paths.ts'
import type { Suggestion } from '#contract/site/site.ts'
import { CategorySwatch } from '#web/catalog/lists/topic-list.tsx'
import { useApi } from '#web/identity/index.ts'
import { classNames } from '#web/kit/ui/class-names.ts'
import { useResettingState } from '#web/kit/ui/behaviour/use-resetting-state.ts'
import { clearSearches, readRecentSearches } from './recent-searches.ts'

const typingPauseMs = 120
const noneActive = -1

/** Suggestions for the typed text; for an empty field the recent searches, and an item that clears them. */
type Item = Suggestion | { kind: 'recent'; title: string } | { kind: 'clear'; title: string }

const recentItems = (): Item[] => {
  const recent = readRecentSearches().map((title) => ({ kind: 'recent' as const, title }))
  return recent.length > 0 ? [...recent, { kind: 'clear', title: 'Hapus riwayat pencarian' }] : []
}

function pathOf(item: Exclude<Item, { kind: 'clear' }>): string {
  if (item.kind === 'course') return paths.courseDetail(item)
  if (item.kind === 'page') return item.path
  return item.kind === 'category' ? paths.keyword({ keyword: item.slug }) : paths.search({ q: item.title })
}

/**
 * Turns a search field into a combobox with suggestions (WAI-ARIA: editable combobox, list autocompletion, manual selection).
 * The server renders a plain field; the ARIA attributes that need scripts are added here.
 */
export function SearchSuggestions({ field }: { field: HTMLInputElement }) {
  const listId = useId()
  const optionId = (index: number) => `${listId}-${index}`
  const navigate = useNavigate()
  const { items, close, loadNow } = useSuggestions(field)
  const [active, setActive] = useResettingState(items, noneActive)

  function go(item: Item) {
    close()
    if (item.kind === 'clear') return clearSearches()
    void navigate(pathOf(item))
  }

  useEffect(() => {
    function handleKey(event: KeyboardEvent) {
      if (event.isComposing) return
      const chosen = items[active]
      if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
        if (items.length === 0) loadNow()
        else setActive(nextActive(active, event.key === 'ArrowDown' ? 1 : -1, items.length))
      } else if (event.key === 'Enter' && chosen) go(chosen)
      else if (event.key === 'Escape' && items.length > 0) close()
      else return
      // Prevents moving the cursor, submitting the text, and clearing the field on Esc.
      event.preventDefault()
    }
    field.addEventListener('keydown', handleKey)
    return () => field.removeEventListener('keydown', handleKey)
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
          <Option
            key={item.kind + item.title}
            id={optionId(index)}
            item={item}
            isActive={index === active}
            onChoose={() => go(item)}
          />
        ))}
      </div>
      <p role="status" className="sr-only">
        {items.length > 0 && `${items.length} saran. Pilih dengan panah atas dan bawah.`}
      </p>
    </>,
    field.form,
  )
}

/** Cycles through the options and the field (-1). */
function nextActive(active: number, step: 1 | -1, count: number): number {
  const positions = count + 1
  return ((active + 1 + step + positions) % positions) - 1
}

/** Suggestions for the typed text, requested when typing pauses. A response to an older text is ignored. */
function useSuggestions(field: HTMLInputElement) {
  const api = useApi()
  const [items, setItems] = useState<Item[]>([])
  const [loader] = useState(() =>
    createSuggestionLoader((q, signal) => api.anonymous.site.suggest({ q }, { signal }), setItems),
  )

  useEffect(() => {
    const { form } = field
    const type = () => loader.load(field.value.trim(), typingPauseMs)
    field.addEventListener('input', type)
    field.addEventListener('blur', loader.close)
    form?.addEventListener('submit', loader.close)
    // The user may have typed while this code was loading.
    if (document.activeElement === field && (field.value === '' || field.value !== field.defaultValue)) type()
    const offerRecent = () => field.value === '' && type()
    field.addEventListener('focus', offerRecent)
    return () => {
      loader.close()
      field.removeEventListener('input', type)
      field.removeEventListener('focus', offerRecent)
      field.removeEventListener('blur', loader.close)
      form?.removeEventListener('submit', loader.close)
    }
  }, [field, loader])

  return { items, close: loader.close, loadNow: () => loader.load(field.value.trim(), 0) }
}

function createSuggestionLoader(
  fetchFor: (q: string, signal: AbortSignal) => Promise<{ data: Suggestion[] }>,
  show: (items: Item[]) => void,
) {
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
      // Without suggestions the search still works.
      if (!signal.aborted) show([])
    }
  }
  return {
    load(q: string, pauseMs: number) {
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

const labels: Record<Item['kind'], string> = {
  course: 'Kelas',
  category: 'Topik',
  page: 'Halaman',
  recent: 'Terakhir dicari',
  clear: '',
}
const icons = { course: BookOpen, page: FileText, recent: History, clear: X }

function Option({ id, item, isActive, onChoose }: OptionProps) {
  const Icon = item.kind === 'category' ? BookOpen : icons[item.kind]
  useEffect(() => {
    if (isActive) document.getElementById(id)?.scrollIntoView({ block: 'nearest' })
  }, [id, isActive])
  return (
    // The field keeps the focus and handles the keyboard.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
      className={classNames(
        'flex min-h-11 cursor-pointer items-center gap-3 rounded-field px-3 py-2 leading-tight hover:bg-sunken',
        isActive && 'bg-sunken',
      )}
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
