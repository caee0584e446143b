import type { Logger } from 'pino'
import type { Audit } from '#server/audit/index.ts'
import type { Background } from '#server/platform/work/background.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/index.ts'
import type { Identity } from '#server/identity/index.ts'
import type { Mail } from '#server/platform/mail/index.ts'
import type { RateLimiter } from '#server/platform/protection/index.ts'
import type { Metrics } from '#server/platform/observing/index.ts'
import type { Network } from '#server/platform/outgoing/index.ts'

export type WebhookDeps = {
  database: Database
  clock: Clock
  background: Background
  mail: Mail
  audit: Audit
  rateLimiter: RateLimiter
  identity: Identity
  network: Network
  log: Logger
  metrics: Metrics
  publicUrl: string
}
