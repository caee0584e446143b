import { useCallback } from 'react'
import { useLocation, useNavigate, useNavigation, useSearchParams } from 'react-router'
import { readFilters, writeFilters, type Filters } from './filters.ts'

/** The filters of the address; while a choice is on its way, already those of the choice. */
export function useFilters() {
  const { pathname } = useLocation()
  const [params] = useSearchParams()
  const navigation = useNavigation()
  const navigate = useNavigate()
  const underWay = navigation.state === 'loading' && navigation.location.pathname === pathname
  const filters = readFilters(underWay ? new URLSearchParams(navigation.location.search) : params)

  /** Applies at once, without leaving the place on the page. Typing replaces the address, a choice is a step of its own for Back. */
  const apply = useCallback(
    (next: Filters, { replace = false } = {}) => void navigate(pathname + writeFilters(next), { preventScrollReset: true, replace }),
    [navigate, pathname],
  )
  return { filters, apply, isUpdating: underWay, hrefFor: (next: Filters) => pathname + writeFilters(next) }
}
