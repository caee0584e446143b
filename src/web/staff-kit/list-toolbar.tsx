import Search from 'lucide-react/icons/search'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { SelectField, TextField } from '#web/ui/field.tsx'
import type { ListAddress } from './use-list-address.ts'

const typingPauseMs = 300

/** Search and filters above a list. */
export const ListToolbar = ({ children }: { children: ReactNode }) => (
  <div role="search" className="mb-5 grid items-end gap-3 sm:grid-cols-2 lg:flex lg:flex-wrap">
    {children}
  </div>
)

/** Searches after a short pause in typing. The query is stored in the URL. */
export function SearchBox({ address, label, name = 'q' }: { address: ListAddress; label: string; /** Its URL parameter. */ name?: string }) {
  const inUrl = address.valueOf(name)
  const [text, setText] = useState(inUrl)
  const lastInUrl = useRef(inUrl)
  useEffect(() => {
    // The Back button or a reset changed the URL.
    if (inUrl !== lastInUrl.current) setText(inUrl)
    lastInUrl.current = inUrl
  }, [inUrl])
  useEffect(() => {
    const query = text.trim()
    if (query === lastInUrl.current) return
    const timer = setTimeout(() => {
      lastInUrl.current = query
      address.apply({ [name]: query }, { replace: true })
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

type FilterProps = { address: ListAddress; name: string; label: string; all: string; options: readonly { value: string; label: string }[] }

/** A filter as a select. The first, empty option means no filter. */
export const FilterSelect = ({ address, name, label, all, options }: FilterProps) => (
  <SelectField label={label} value={address.valueOf(name)} onChange={(event) => address.apply({ [name]: event.currentTarget.value })} className="lg:w-48">
    <option value="">{all}</option>
    {options.map((option) => (
      <option key={option.value} value={option.value}>
        {option.label}
      </option>
    ))}
  </SelectField>
)
