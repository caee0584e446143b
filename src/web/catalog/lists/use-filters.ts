import { useState } from 'react'
import { useLocation, useNavigate, useNavigation } from 'react-router'
import { readFilters, writeFilters, type Filters } from './filters.ts'

/** The filters of the URL; while a change loads, already the changed filters. */
export function useFilters() {
  const { pathname, search, key } = useLocation()
  const navigation = useNavigation()
  const navigate = useNavigate()
  // The pending filters apply until the new location is loaded (each location has its own key), so that no control jumps back.
  const [pending, setPending] = useState<{ key: string; filters: Filters } | null>(null)
  const filters = pending?.key === key ? pending.filters : readFilters(new URLSearchParams(search))

  /** Applies the filters without scrolling. Typing replaces the history entry; other changes add one for Back. */
  function apply(next: Filters, { replace = false } = {}) {
    setPending({ key, filters: next })
    void navigate(pathname + writeFilters(next), { preventScrollReset: true, replace })
  }
  const isUpdating = navigation.state === 'loading' && navigation.location.pathname === pathname
  return { filters, apply, isUpdating, hrefFor: (next: Filters) => pathname + writeFilters(next) }
}
