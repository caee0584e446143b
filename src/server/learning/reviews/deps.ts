import type { Audit } from '#server/audit/index.ts'
import type { Catalog } from '#server/catalog/index.ts'
import type { CacheTags } from '#server/platform/pages/index.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/index.ts'
import type { Identity } from '#server/identity/index.ts'
import type { Notifications } from '#server/notifications/index.ts'

export type ModerationDeps = {
  database: Database
  catalog: Catalog
  identity: Identity
  audit: Audit
  clock: Clock
  cacheTags: CacheTags
  notifications: Notifications
}
