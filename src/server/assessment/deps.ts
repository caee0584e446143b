import type { CsvOutput } from '#server/platform/csv/index.ts'
import type { Logger } from 'pino'
import type { Audit } from '#server/audit/index.ts'
import type { Catalog } from '#server/catalog/index.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/index.ts'
import type { Identity } from '#server/identity/index.ts'
import type { Learning } from '#server/learning/index.ts'
import type { Notify } from '#server/notifications/index.ts'
import type { Mail } from '#server/platform/mail/index.ts'
import type { Media, Uploads } from '#server/platform/media/index.ts'
import type { RateLimiter } from '#server/platform/protection/index.ts'

export type AssessmentDeps = {
  database: Database
  clock: Clock
  catalog: Catalog
  learning: Learning
  identity: Identity
  media: Media
  uploads: Uploads
  mail: Mail
  rateLimiter: RateLimiter
  audit: Audit
  log: Logger
  csv: CsvOutput
  publicUrl: string
  notify: Notify
}
