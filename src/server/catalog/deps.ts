import type { Identity } from '#server/identity/index.ts'
import type { CacheTags } from '#server/platform/cache-tags/index.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/index.ts'
import type { FindAnnouncedPrices } from './browse/present-cards.ts'
import type { CourseSearch } from './search/search.ts'

export type CatalogDeps = {
  database: Database
  cacheTags: CacheTags
  identity: Pick<Identity, 'findUserProfiles'>
  clock: Clock
  findAnnouncedPrices: FindAnnouncedPrices
  courseSearch: CourseSearch
}
