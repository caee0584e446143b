import type { Logger } from 'pino'
import type { Audit } from '#server/audit/index.ts'
import type { Catalog } from '#server/catalog/index.ts'
import type { Challenges } from '#server/challenges/index.ts'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/index.ts'
import type { Identity } from '#server/identity/index.ts'
import type { Learning } from '#server/learning/index.ts'
import type { Library } from '#server/library/index.ts'
import type { Metrics } from '#server/metrics/index.ts'
import type { Mail } from '#server/mail/index.ts'
import type { Settings } from '#server/settings/index.ts'
import type { RateLimiter } from '#server/rate-limiter/index.ts'
import type { EmitEvent } from '#server/webhooks/index.ts'
import type { Items } from './items/item.ts'
import type { PaymentProvider } from './payment-provider.ts'

export type CommerceModuleDeps = {
  database: Database
  catalog: Catalog
  learning: Learning
  library: Library
  identity: Identity
  settings: Settings
  mail: Mail
  audit: Audit
  rateLimiter: RateLimiter
  challenges: Challenges
  metrics: Pick<Metrics, 'payments'>
  payments: PaymentProvider
  emitEvent: EmitEvent
  clock: Clock
  log: Logger
  /** The site's own base URL, to which the provider's page redirects. */
  publicUrl: string
}

export type CommerceDeps = Omit<CommerceModuleDeps, 'catalog' | 'learning' | 'library'> & { items: Items }
