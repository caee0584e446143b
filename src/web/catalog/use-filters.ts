import { useState } from 'react'
import { useLocation, useNavigate, useNavigation } from 'react-router'
import { readFilters, writeFilters, type Filters } from './filters.ts'

/** The filters of the address; while a choice is on its way, already those of the choice. */
export function useFilters() {
  const { pathname, search, key } = useLocation()
  const navigation = useNavigation()
  const navigate = useNavigate()
  // A choice holds until its page has come (each page has a key of its own), so that no control jumps back meanwhile.
  const [choice, setChoice] = useState<{ key: string; filters: Filters } | null>(null)
  const filters = choice?.key === key ? choice.filters : readFilters(new URLSearchParams(search))

  /** Applies at once, without leaving the place on the page. Typing replaces the address, a choice is a step of its own for Back. */
  function apply(next: Filters, { replace = false } = {}) {
    setChoice({ key, filters: next })
    void navigate(pathname + writeFilters(next), { preventScrollReset: true, replace })
  }
  const isUpdating = navigation.state === 'loading' && navigation.location.pathname === pathname
  return { filters, apply, isUpdating, hrefFor: (next: Filters) => pathname + writeFilters(next) }
}
