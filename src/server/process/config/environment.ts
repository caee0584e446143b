import * as z from 'zod'
import { backupSettings } from './backup-config.ts'
import { bucketSettings } from './bucket-config.ts'
import { ConfigError } from './config-error.ts'
import { databaseSettings, isDirectUrlAlone } from './database-config.ts'
import { googleSettings } from './google-config.ts'
import { oidcSettings } from './oidc-config.ts'
import { paymentSettings } from './payment-config.ts'
import { mailFrom, serverUrl, siteUrl, urlOf } from './urls.ts'
import { whatsAppSettings } from './whatsapp-config.ts'
import { onOff, oneOf, wholeNumber } from './values.ts'

const host = z
  .string()
  .refine(
    (value) => /^[\w.:-]+$/.test(value) && URL.canParse(urlOf(value, 1)),
    'must be an address of this machine, such as 127.0.0.1, or a name that leads to one',
  )
const port = wholeNumber(0, 65_535)

const days = wholeNumber(1, 365)

// Every setting with its default. `.env.example` explains each one.
const environment = z.object({
  PORT: port.default(3000),
  HOST: host.default('127.0.0.1'),
  DATA_DIR: z.string().min(1).default('.data'),
  PUBLIC_URL: siteUrl.optional(),
  TRUSTED_PROXY_HOPS: wholeNumber(0, 10).default(0),
  ...databaseSettings,
  DEMO: onOff.optional(),
  REQUESTS_AT_ONCE: wholeNumber(1, 10_000).default(200),
  SHUTDOWN_DELAY_SECONDS: wholeNumber(0, 300).default(5),
  CDN_SECONDS: wholeNumber(
    0,
    60,
    'must be 0 to 60, because a change is shown only when the copies of a CDN have expired',
  ).default(0),
  REFUND_DAYS: wholeNumber(0, 365).default(7),
  PAYOUT_HOLD_DAYS: wholeNumber(0, 365).default(14),
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  LOG_FORMAT: oneOf('text', 'json').default('text'),
  LOG_LEVEL: oneOf('fatal', 'error', 'warn', 'info', 'debug', 'silent').default('info'),
  SLOW_QUERY_MS: wholeNumber(0, 60_000).default(500),
  STUDENT_IDLE_DAYS: days.default(7),
  STUDENT_SESSION_DAYS: days.default(30),
  STAFF_IDLE_MINUTES: wholeNumber(5, 1440).default(30),
  STAFF_SESSION_HOURS: wholeNumber(1, 168).default(12),
  SMTP_URL: serverUrl(/^smtps?:\/\//, 'smtp://user:password@host:587 or smtps://…').optional(),
  MAIL_FROM: z.string().regex(mailFrom, 'must be a mail address, such as Cendaki <halo@cendaki.example>').optional(),
  ...googleSettings,
  ...oidcSettings,
  ...paymentSettings,
  ...whatsAppSettings,
  WEBHOOKS_ALLOW_PRIVATE: onOff.default('off'),
  VIDEO_MAX_MB: wholeNumber(1, 100_000).default(2048),
  ...bucketSettings,
  ...backupSettings,
})

export const settingNames: readonly string[] = Object.keys(environment.shape)

export type Environment = z.infer<typeof environment>

/** Parses the environment. Throws ConfigError with the name of the setting and its valid values. */
export function readEnvironment(env: Record<string, string | undefined>): Environment {
  // An empty value in an .env file means "not set". Of blanks, a number would be 0.
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value.trim() !== ''),
  )
  // The messages of the site are Indonesian, those for operators English.
  const parsed = environment.safeParse(given, { error: z.locales.en().localeError })
  if (parsed.success && isDirectUrlAlone(parsed.data))
    throw new ConfigError('DATABASE_DIRECT_URL: needs DATABASE_URL too (see .env.example)')
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  throw new ConfigError(`${issue?.path.join('.')}: ${issue?.message} (see .env.example)`)
}
