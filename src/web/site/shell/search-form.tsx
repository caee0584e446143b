import Search from 'lucide-react/icons/search'
import { lazy, Suspense, useEffect, useRef, useState, type FormEvent } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '#contract/kit/paths.ts'
import { classNames } from '#web/kit/ui/class-names.ts'
import { useSiteName } from '#web/kit/ui/page-head.tsx'
import { useShortcuts } from '#web/kit/ui/behaviour/use-shortcuts.ts'

// Loaded when a search field is first used. If that fails, the plain field still works.
const SearchSuggestions = lazy(() =>
  import('./search-suggestions.tsx').then(
    (part) => ({ default: part.SearchSuggestions }),
    () => ({ default: () => null }),
  ),
)

/** The focused search field, of the header or of a page; `data-suggestions` enables suggestions on a field. */
function useSearchField(): HTMLInputElement | null {
  const [field, setField] = useState<HTMLInputElement | null>(null)
  useEffect(() => {
    function updateField() {
      const focused = document.activeElement
      if (focused instanceof HTMLInputElement && 'suggestions' in focused.dataset) setField(focused)
    }
    updateField()
    document.addEventListener('focusin', updateField)
    return () => document.removeEventListener('focusin', updateField)
  }, [])
  return field
}

/** The search of the header. A blank query is not submitted. `/` focuses the field. */
export function SearchForm({ className }: { className?: string }) {
  const input = useRef<HTMLInputElement>(null)
  const navigate = useNavigate()
  const field = useSearchField()
  const siteName = useSiteName()

  useShortcuts({
    '/'() {
      if (!input.current?.checkVisibility()) return false
      input.current.focus()
      input.current.select()
    },
  })

  function search(event: FormEvent) {
    event.preventDefault()
    const q = input.current?.value.trim()
    if (q) void navigate(paths.search({ q }))
  }

  return (
    <search className={className}>
      <form action="/search" method="get" onSubmit={search} className="group relative">
        <Search className="pointer-events-none absolute inset-y-0 left-3.5 my-auto size-4.5 text-ink-3" />
        <label htmlFor="cari-situs" className="sr-only">
          Cari di {siteName}
        </label>
        {/* The pattern rejects a blank search before scripts run. */}
        <input
          ref={input}
          id="cari-situs"
          type="search"
          name="q"
          required
          pattern=".*\S.*"
          maxLength={100}
          autoComplete="off"
          enterKeyHint="search"
          data-suggestions=""
          placeholder="Mau belajar apa?"
          className="h-11 w-full rounded-button border border-border bg-surface pr-11 pl-10.5 text-[0.9375rem] soft hover:border-ink-2"
        />
        <kbd
          aria-hidden="true"
          className={classNames(
            'pointer-events-none absolute inset-y-0 right-3.5 my-auto h-fit rounded-chip border border-line bg-surface px-1.5 font-sans text-xs leading-5 text-ink-3',
            'group-focus-within:hidden pointer-coarse:hidden',
          )}
        >
          /
        </kbd>
      </form>
      {field && (
        <Suspense>
          <SearchSuggestions field={field} />
        </Suspense>
      )}
    </search>
  )
}
