import type { Audit } from '#server/audit/index.ts'
import type { CacheTags } from '#server/platform/pages/index.ts'
import type { Catalog } from '#server/catalog/index.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/index.ts'

export type PathsDeps = { database: Database; catalog: Catalog; audit: Audit; cacheTags: CacheTags; clock: Clock }
