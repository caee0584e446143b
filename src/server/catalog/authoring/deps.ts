import type { Catalog } from '#server/catalog/index.ts'
import type { Identity } from '#server/identity/index.ts'
import type { Certificates, Learning } from '#server/learning/index.ts'
import type { Notifications, Notify } from '#server/notifications/index.ts'
import type { Settings } from '#server/site/settings/index.ts'
import type { Audit } from '#server/audit/index.ts'
import type { CacheTags } from '#server/platform/pages/index.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/index.ts'
import type { Media, MediaGrant, Uploads } from '#server/platform/media/index.ts'

export type AuthoringDeps = {
  database: Database
  cacheTags: CacheTags
  catalog: Catalog
  identity: Identity
  certificates: Certificates
  learning: Learning
  notifications: Notifications
  notify: Notify
  settings: Settings
  audit: Audit
  uploads: Uploads
  media: Media
  /** The URL at which this viewer may watch the video of a lesson. */
  videoUrl: (grant: MediaGrant) => Promise<string>
  clock: Clock
}
