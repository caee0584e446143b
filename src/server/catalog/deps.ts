import type { Identity } from '#server/identity/index.ts'
import type { CacheTags } from '#server/platform/pages/index.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/index.ts'
import type { Settings } from '#server/site/settings/index.ts'
import type { CourseSearch } from './search/search.ts'

export type CatalogDeps = {
  database: Database
  cacheTags: CacheTags
  identity: Pick<Identity, 'findUserProfiles'>
  clock: Clock
  settings: Pick<Settings, 'readSite'>
  courseSearch: CourseSearch
}
