import { useLocation, useNavigate, useNavigation } from 'react-router'

/** Parameters that say which rows of the list are shown. */
const place = ['page', 'cursor']

/**
 * Search, order, filters and page of a list. All are stored in the URL: they survive reload and Back, and can be shared. `tab` is the
 * parameter that chooses between lists.
 */
export function useListUrl(tab?: string) {
  const { pathname, search } = useLocation()
  const navigation = useNavigation()
  const navigate = useNavigate()
  const isUpdating = navigation.state === 'loading' && navigation.location.pathname === pathname
  // During a navigation the controls already show the new state.
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
    /** The number of filters in use, without the search and without what no control shows. */
    filterCount: [...shown.keys()].filter(
      (name) => ![...place, tab, 'sort', 'q', 'person', 'subjectKind', 'subjectId'].includes(name),
    ).length,
    isNarrowed: [...shown.keys()].some((name) => ![...place, tab, 'sort'].includes(name)),
    /** Applies changes and returns to the first page. Typing replaces the history entry, a choice adds one. */
    apply: (changes: Record<string, string | null>, { replace = false } = {}) =>
      void navigate(hrefWith({ ...changes, page: null, cursor: null }), { preventScrollReset: true, replace }),
    hrefForPage: (page: number) => hrefWith({ page: page > 1 ? String(page) : null, cursor: null }),
    /** Where the page before or after the shown one starts, as its response says. */
    hrefForCursor: (cursor: string) => hrefWith({ page: null, cursor }),
    reset: () => {
      const chosen = tab && shown.get(tab)
      void navigate(chosen ? `${pathname}?${new URLSearchParams({ [tab]: chosen })}` : pathname, {
        preventScrollReset: true,
      })
    },
  }
}
export type ListUrl = ReturnType<typeof useListUrl>
