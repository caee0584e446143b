import type { CsvOutput } from '#server/platform/csv/index.ts'
import type { Logger } from 'pino'
import type { Audit } from '#server/audit/index.ts'
import type { CacheTags } from '#server/platform/pages/index.ts'
import type { Catalog } from '#server/catalog/index.ts'
import type { Challenges, RateLimiter } from '#server/platform/protection/index.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/index.ts'
import type { Teams } from '#server/groups/teams/index.ts'
import type { Identity } from '#server/identity/index.ts'
import type { Learning } from '#server/learning/index.ts'
import type { Library } from '#server/library/index.ts'
import type { Metrics } from '#server/platform/observing/index.ts'
import type { Mail } from '#server/platform/mail/index.ts'
import type { Settings } from '#server/site/settings/index.ts'
import type { Uploads } from '#server/platform/media/index.ts'
import type { Notifications, Notify } from '#server/notifications/index.ts'
import type { EmitEvent } from '#server/integrations/index.ts'
import type { Items } from './items/item.ts'
import type { PaymentProvider, Payments } from './payments/payment-provider.ts'

export type CommerceModuleDeps = {
  database: Database
  catalog: Catalog
  learning: Learning
  library: Library
  teams: Teams
  identity: Identity
  settings: Settings
  mail: Mail
  audit: Audit
  cacheTags: CacheTags
  rateLimiter: RateLimiter
  uploads: Uploads
  challenges: Challenges
  metrics: Pick<Metrics, 'payments'>
  payments: PaymentProvider
  emitEvent: EmitEvent
  notify: Notify
  notifications: Pick<Notifications, 'withdraw'>
  clock: Clock
  log: Logger
  csv: CsvOutput
  /** The site's own base URL, to which the provider's page redirects. */
  publicUrl: string
}

export type CommerceDeps = Omit<CommerceModuleDeps, 'learning' | 'library' | 'payments'> & {
  items: Items
  payments: Payments
}
