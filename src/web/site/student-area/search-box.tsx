import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { useIsLeaving } from '#web/kit/ui/behaviour/use-is-leaving.ts'
import { SearchField } from '#web/kit/ui/lists/search-field.tsx'

const typingPauseMs = 300

type Props = { label: string; placeholder: string; className?: string }

/** Searches a list of the student area after a short pause in typing. The query is the parameter `q` of the URL. */
export function SearchBox({ label, placeholder, className }: Props) {
  const [search, setSearch] = useSearchParams()
  const input = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const q = search.get('q') ?? ''
  // When the query changes elsewhere (Back, a reset), the field follows, unless the user is typing in it.
  useEffect(() => {
    if (input.current && document.activeElement !== input.current) input.current.value = q
  }, [q])
  const isLeaving = useIsLeaving()
  useEffect(() => () => clearTimeout(timer.current), [isLeaving])

  function apply() {
    clearTimeout(timer.current)
    const typed = input.current?.value.trim() ?? ''
    if (typed === q) return
    const change = (before: URLSearchParams) => {
      const next = new URLSearchParams(before)
      if (typed) next.set('q', typed)
      else next.delete('q')
      // A new search starts at its first page.
      next.delete('before')
      return next
    }
    setSearch(change, { replace: true, preventScrollReset: true })
  }
  return (
    <form
      role="search"
      className={className}
      onSubmit={(event) => {
        event.preventDefault()
        apply()
      }}
    >
      <SearchField
        ref={input}
        label={label}
        placeholder={placeholder}
        defaultValue={q}
        onChange={() => {
          clearTimeout(timer.current)
          timer.current = setTimeout(apply, typingPauseMs)
        }}
      />
    </form>
  )
}
