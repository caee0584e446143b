import type { Audit } from '#server/audit/index.ts'
import type { Catalog } from '#server/catalog/index.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/index.ts'
import type { Groups } from '#server/groups/index.ts'
import type { Identity } from '#server/identity/index.ts'
import type { Learning, ReviewModeration } from '#server/learning/index.ts'
import type { Notifications } from '#server/notifications/index.ts'
import type { Uploads } from '#server/platform/media/index.ts'
import type { RateLimiter } from '#server/platform/protection/index.ts'

export type ConversationDeps = {
  database: Database
  clock: Clock
  audit: Audit
  rateLimiter: RateLimiter
  uploads: Uploads
  identity: Identity
  catalog: Catalog
  groups: Groups
  learning: Learning
  notifications: Notifications
  reviews: ReviewModeration
}
