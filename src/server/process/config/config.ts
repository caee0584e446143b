import { dayMs, hourMs, minuteMs } from '#contract/kit/durations.ts'
import { hasPublicHost } from '#server/platform/public-host.ts'
import type { S3Place } from '#server/platform/storage/index.ts'
import { backupConfig, type BackupConfig } from './backup-config.ts'
import { bucketConfig } from './bucket-config.ts'
import { databaseConfig, type DatabaseConfig } from './database-config.ts'
import { readEnvironment } from './environment.ts'
import { mayRunSandbox, publicUrlOf, whyExposed } from './exposure.ts'
import { oidcConfig, type OidcConfig } from './oidc-config.ts'
import { googleConfig, type GoogleConfig } from './google-config.ts'
import { paymentConfig, type PaymentConfig } from './payment-config.ts'
import { listSettings, type ShownSetting } from './shown-settings.ts'
import { whatsAppConfig, type WhatsAppConfig } from './whatsapp-config.ts'

export type Config = DatabaseConfig & {
  port: number
  host: string
  dataDir: string
  publicUrl: string
  /** True when the site is reachable from the internet: demo accounts and the payment sandbox then have to be enabled explicitly. */
  isPublic: boolean
  /** Number of reverse proxies whose X-Forwarded-For entries are trusted. */
  trustedProxyHops: number
  requestsAtOnce: number
  runsDemo: boolean
  logLevel: string
  /** Queries that take longer are logged; 0: none. */
  slowQueryMs: number
  /** Without a token there are no metrics. */
  metricsToken: string | null
  /** How long a CDN may cache a public page without asking; 0 without a CDN in front of the product. */
  cdnSeconds: number
  refundDays: number
  payoutHoldDays: number
  /** How long the process still serves everything after the signal to stop, while it reports that it is not ready. */
  shutdownDelaySeconds: number
  /** Lifetime of sessions: since the last request, and in total. Shorter for staff, who can do more harm. */
  sessionLives: Record<'student' | 'staff', { idleMs: number; absoluteMs: number }>
  videoMaximumBytes: number
  /** Where videos are; null for the data folder. */
  mediaBucket: S3Place | null
  /** Without an SMTP URL, mails are written to files in the data folder. */
  mail: { smtpUrl: string | null; from: string }
  payment: PaymentConfig
  google: GoogleConfig
  oidc: OidcConfig
  whatsApp: WhatsAppConfig
  /** Webhooks may go to private IP addresses and use plain HTTP. */
  webhooks: { allowPrivate: boolean }
  backup: BackupConfig
  settings: ShownSetting[]
}

/** Settings of commands. They run before the payment provider is configured, and bypass a pooler, because they lock and copy in sessions. */
export type CommandConfig = Pick<Config, 'dataDir' | 'databaseUrl' | 'publicUrl' | 'mediaBucket' | 'backup'> & {
  /** Set by STORAGE_S3_*. */
  storageBucket: S3Place | null
}

export function parseCommandConfig(env: Record<string, string | undefined>): CommandConfig {
  const values = readEnvironment(env)
  const buckets = bucketConfig(values)
  return {
    dataDir: values.DATA_DIR,
    databaseUrl: values.DATABASE_DIRECT_URL ?? values.DATABASE_URL ?? null,
    publicUrl: publicUrlOf(values),
    ...buckets,
    backup: backupConfig(values, buckets.storageBucket),
  }
}

/** Where the product listens and keeps its data, which needs no choice of payments. Throws ConfigError. */
export function parsePlace(
  env: Record<string, string | undefined>,
): Pick<Config, 'host' | 'port' | 'dataDir'> & DatabaseConfig {
  const values = readEnvironment(env)
  return { host: values.HOST, port: values.PORT, dataDir: values.DATA_DIR, ...databaseConfig(values) }
}

/** Parses the environment. Throws ConfigError for an invalid setting, and where the payment sandbox would run without being asked for. */
export function parseConfig(env: Record<string, string | undefined>): Config {
  const values = readEnvironment(env)
  const publicUrl = publicUrlOf(values)
  const exposure = whyExposed(values, publicUrl)
  const mayRun = mayRunSandbox(values, publicUrl, exposure)
  const { mediaBucket, storageBucket } = bucketConfig(values)
  return {
    port: values.PORT,
    host: values.HOST,
    dataDir: values.DATA_DIR,
    publicUrl,
    isPublic: hasPublicHost(publicUrl),
    trustedProxyHops: values.TRUSTED_PROXY_HOPS,
    ...databaseConfig(values),
    requestsAtOnce: values.REQUESTS_AT_ONCE,
    runsDemo: values.DEMO ? values.DEMO === 'on' : exposure === null,
    logLevel: values.LOG_LEVEL,
    slowQueryMs: values.SLOW_QUERY_MS,
    cdnSeconds: values.CDN_SECONDS,
    refundDays: values.REFUND_DAYS,
    payoutHoldDays: values.PAYOUT_HOLD_DAYS,
    metricsToken: values.METRICS_TOKEN ?? null,
    shutdownDelaySeconds: values.SHUTDOWN_DELAY_SECONDS,
    sessionLives: {
      student: { idleMs: values.STUDENT_IDLE_DAYS * dayMs, absoluteMs: values.STUDENT_SESSION_DAYS * dayMs },
      staff: { idleMs: values.STAFF_IDLE_MINUTES * minuteMs, absoluteMs: values.STAFF_SESSION_HOURS * hourMs },
    },
    videoMaximumBytes: values.VIDEO_MAX_MB * 1024 * 1024,
    mediaBucket,
    mail: { smtpUrl: values.SMTP_URL ?? null, from: values.MAIL_FROM ?? `Cendaki <no-reply@${mailDomain(publicUrl)}>` },
    payment: paymentConfig(values, exposure),
    google: googleConfig(values, publicUrl, mayRun),
    oidc: oidcConfig(values, publicUrl),
    whatsApp: whatsAppConfig(values, mayRun),
    webhooks: { allowPrivate: values.WEBHOOKS_ALLOW_PRIVATE === 'on' },
    backup: backupConfig(values, storageBucket),
    settings: listSettings(env),
  }
}

/** IP addresses are not valid after the @. */
function mailDomain(publicUrl: string): string {
  const { hostname } = new URL(publicUrl)
  return /^[\d.]+$|:/.test(hostname) ? 'localhost' : hostname
}
