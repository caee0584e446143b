import type { Audit } from '#server/audit/index.ts'
import type { Catalog } from '#server/catalog/index.ts'
import type { CacheTags } from '#server/platform/pages/index.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/index.ts'
import type { Identity } from '#server/identity/index.ts'
import type { EmitEvent } from '#server/integrations/webhooks/index.ts'
import type { RateLimiter } from '#server/platform/protection/index.ts'
import type { Mail } from '#server/platform/mail/index.ts'
import type { Media } from '#server/platform/media/index.ts'
import type { Notifications } from '#server/notifications/index.ts'
import type { Consents } from '#server/privacy/index.ts'
import type { VideoDeps } from './lessons/show-lesson.ts'

export type LearningDeps = {
  database: Database
  catalog: Catalog
  identity: Identity
  clock: Clock
  audit: Audit
  cacheTags: CacheTags
  consents: Consents
  emitEvent: EmitEvent
  mail: Mail
  rateLimiter: RateLimiter
  publicUrl: string
  media: Pick<Media, 'find' | 'read'>
  notifications: Pick<Notifications, 'withdraw'>
} & VideoDeps
