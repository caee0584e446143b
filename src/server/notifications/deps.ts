import type { SettingsValues } from '#contract/site/settings.ts'
import type { Logger } from 'pino'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Tx } from '#server/platform/database/index.ts'
import type { Identity } from '#server/identity/index.ts'
import type { Secret, RateLimiter } from '#server/platform/protection/index.ts'
import type { Mail } from '#server/platform/mail/index.ts'
import type { Network, WhatsAppProvider } from '#server/platform/outgoing/index.ts'
import type { KindData, LapsingKind } from './kinds.ts'

/** By kind that can lapse, whether what a person was told of still is so. */
export type StillHolds = {
  [Kind in LapsingKind]: (tx: Tx, told: { userId: string; data: KindData[Kind] }) => Promise<boolean>
}

export type WhatsAppSettings = SettingsValues['whatsapp'] & {}

export type NotificationsDeps = {
  database: Database
  clock: Clock
  identity: Identity
  mail: Mail
  publicUrl: string
  /** The key of links that end mails. */
  unsubscribeSecret: Secret
  /** The key of codes that prove numbers. */
  whatsAppSecret: Secret
  /** The private key of push messages. */
  pushSecret: Secret
  rateLimiter: RateLimiter
  log: Logger
  /** Who sends by WhatsApp; null: nobody. */
  whatsApp: WhatsAppProvider | null
  readWhatsAppSettings: (tx?: Tx) => Promise<WhatsAppSettings>
  /** The key of the call that is served; null for people. */
  currentApiKeyId: () => string | null
  /** Where push messages may go. */
  network: Network
}

/** Asked before what waits is sent. */
export type DeliveryDeps = NotificationsDeps & { stillHolds: StillHolds }
