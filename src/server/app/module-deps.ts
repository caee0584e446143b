import type { Logger } from 'pino'
import type { PaymentProvider } from '#server/commerce/index.ts'
import type { GoogleVerifier, OidcClient, Passwords, SessionLives } from '#server/identity/index.ts'
import type { ChallengeIterations } from '#server/platform/protection/index.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/index.ts'
import type { Network, WhatsAppProvider } from '#server/platform/outgoing/index.ts'
import type { MailTransport } from '#server/platform/mail/index.ts'
import type { MediaDeps } from '#server/platform/media/index.ts'
import type { Metrics } from '#server/platform/observing/index.ts'

/** Dependencies of all modules. All side effects come from them. */
export type ModuleDeps = {
  database: Database
  payments: PaymentProvider
  mailTransport: MailTransport
  /** Where videos are, where they arrive, and how large one may be in bytes. */
  media: Pick<MediaDeps, 'store' | 'incomingFolder' | 'maximumBytes' | 'freeBytes'>
  clock: Clock
  log: Logger
  publicUrl: string
  sessionLives: SessionLives
  passwords: Passwords
  google: GoogleVerifier | null
  /** Sign-in of an organisation; none by default. */
  oidc?: OidcClient | null
  /** Who sends by WhatsApp; nobody by default. */
  whatsApp?: WhatsAppProvider | null
  /** Where webhooks and push messages may go, and how host names are resolved. Default: public IP addresses only. */
  webhookNetwork?: Network
  challengeIterations?: ChallengeIterations
  /** Within how many days of the payment a buyer may ask for a refund until an admin says otherwise; 7 by default. */
  refundDays?: number
  /** For how many days a sale is held before it can be paid out until an admin says otherwise; 14 by default. */
  payoutHoldDays?: number
  metrics?: Metrics
  /** True when the accounts of the demo, whose password is known to all, can sign in; none by default. */
  hasDemo?: () => Promise<boolean>
  /** Changes the level of the log; null: the level of the environment. */
  setLogLevel?: (level: string | null) => void
}
