import type { Catalog } from '#server/catalog/index.ts'
import type { Conversation } from '#server/conversation/index.ts'
import type { Identity } from '#server/identity/index.ts'
import type { Audit } from '#server/audit/index.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/index.ts'
import type { Notify } from '#server/notifications/index.ts'
import type { Settings } from '#server/site/settings/index.ts'
import type { Learning } from '#server/learning/index.ts'

export type InstructorsDeps = {
  database: Database
  clock: Clock
  audit: Audit
  settings: Settings
  notify: Notify
  identity: Identity
  catalog: Catalog
  learning: Learning
  conversation: Conversation
}
