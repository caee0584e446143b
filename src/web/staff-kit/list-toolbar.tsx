import Search from 'lucide-react/icons/search'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { SelectField, TextField } from '#web/ui/field.tsx'
import type { ListAddress } from './use-list-address.ts'

const typingPauseMs = 300

/** The row above a list: its search and filters. */
export const ListToolbar = ({ children }: { children: ReactNode }) => (
  <div role="search" className="mb-5 grid items-end gap-3 sm:grid-cols-2 lg:flex lg:flex-wrap">
    {children}
  </div>
)

/** Searches as one types, after a short pause; the text stands in the address. */
export function SearchBox({ address, label, name = 'q' }: { address: ListAddress; label: string; /** Its parameter in the address. */ name?: string }) {
  const asked = address.valueOf(name)
  const [text, setText] = useState(asked)
  const lastAsked = useRef(asked)
  useEffect(() => {
    // Back, or a reset, changed the address under the field.
    if (asked !== lastAsked.current) setText(asked)
    lastAsked.current = asked
  }, [asked])
  useEffect(() => {
    const wanted = text.trim()
    if (wanted === lastAsked.current) return
    const timer = setTimeout(() => {
      lastAsked.current = wanted
      address.apply({ [name]: wanted }, { replace: true })
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

/** One filter as a list of choices; the first, empty one means no filter. */
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
