import { createSearchLoader, SearchPage } from '#web/catalog/catalogue-page.tsx'
import { FoundReading } from '#web/library/lists/found-reading.tsx'

export { createSearchLoader }

/** The search page with the library's finds below the courses. */
export const Search = () => <SearchPage Others={FoundReading} />
