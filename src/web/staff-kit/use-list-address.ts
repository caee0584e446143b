import { useLocation, useNavigate, useNavigation } from 'react-router'

/** A list's search, order, filters and page, which all stand in the address: they survive reload and Back, and can be shared. */
export function useListAddress() {
  const { pathname, search } = useLocation()
  const navigation = useNavigation()
  const navigate = useNavigate()
  const isUpdating = navigation.state === 'loading' && navigation.location.pathname === pathname
  // While a choice is on its way the controls show that choice already.
  const shown = new URLSearchParams(isUpdating ? navigation.location.search : search)

  function hrefWith(changes: Record<string, string | null>): string {
    const next = new URLSearchParams(shown)
    for (const [name, value] of Object.entries(changes)) {
      if (value) next.set(name, value)
      else next.delete(name)
    }
    return next.size ? `${pathname}?${next}` : pathname
  }

  return {
    valueOf: (name: string): string => shown.get(name) ?? '',
    isUpdating,
    isNarrowed: [...shown.keys()].some((name) => !['page', 'sort'].includes(name)),
    /** Applies at once and starts at the first page. Typing replaces the address, a choice is a step of its own for Back. */
    apply: (changes: Record<string, string | null>, { replace = false } = {}) =>
      void navigate(hrefWith({ ...changes, page: null }), { preventScrollReset: true, replace }),
    hrefForPage: (page: number) => hrefWith({ page: page > 1 ? String(page) : null }),
    reset: () => void navigate(pathname, { preventScrollReset: true }),
  }
}
export type ListAddress = ReturnType<typeof useListAddress>
