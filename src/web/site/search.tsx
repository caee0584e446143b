import { useEffect } from 'react'
import { useLoaderData } from 'react-router'
import { createSearchLoader, SearchPage } from '#web/catalog/catalogue-page.tsx'
import type { Loaded } from '#web/catalog/list-pages.ts'
import { FoundReading } from '#web/library/lists/found-reading.tsx'
import { keepSearch } from './shell/recent-searches.ts'

export { createSearchLoader }

/** The search page with the library's finds below the courses. What was searched for is offered again later. */
export function Search() {
  const { q } = useLoaderData<Loaded<typeof createSearchLoader>>()
  useEffect(() => keepSearch(q), [q])
  return <SearchPage Others={FoundReading} />
}
