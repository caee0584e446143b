import type { Logger } from 'pino'
import type { Audit } from '#server/audit/index.ts'
import type { Background } from '#server/background.ts'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/index.ts'
import type { Identity } from '#server/identity/index.ts'
import type { Mail } from '#server/mail/index.ts'
import type { RateLimiter } from '#server/rate-limiter/index.ts'
import type { Metrics } from '#server/metrics/index.ts'
import type { Network } from './network.ts'

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
