import { useEffect } from 'react'
import { useLoaderData } from 'react-router'
import { createSearchLoader, SearchPage } from '#web/catalog/lists/catalogue-page.tsx'
import { FoundInstructors } from '#web/instructors/found-instructors.tsx'
import { LibraryResults } from '#web/library/library-results.tsx'
import { saveSearch } from '#web/site/shell/recent-searches.ts'

export { createSearchLoader }

/** The search page with instructors above the courses, and the results of the library module below them. The query is saved as a recent search. */
export function Search() {
  const { q } = useLoaderData<ReturnType<typeof createSearchLoader>>()
  useEffect(() => saveSearch(q), [q])
  return <SearchPage Others={LibraryResults} Instructors={FoundInstructors} />
}
