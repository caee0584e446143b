import type { Logger } from 'pino'
import type { Background } from '#server/platform/work/background.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Tx } from '#server/platform/database/index.ts'
import type { Metrics } from '#server/platform/observing/index.ts'
import type { RateLimiter } from '#server/platform/protection/index.ts'
import type { MailTransport } from './transport.ts'

export type MailDeps = {
  database: Database
  clock: Clock
  mailTransport: MailTransport
  background: Background
  log: Logger
  metrics: Pick<Metrics, 'mails'>
  rateLimiter: RateLimiter
  /** True when this is the address of the account, and its mailbox was proven. */
  isProven: (tx: Tx, address: { userId: string; email: string }) => Promise<boolean>
  publicUrl: string
  /** Site name and contact address. Read in the transaction that queues a mail, and again when mails are sent. */
  readSender: (tx: Tx) => Promise<{ name: string; contactEmail: string; accent: string | null; logo: string | null }>
}
