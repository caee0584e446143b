import { isIPv6 } from 'node:net'
import { join } from 'node:path'
import * as z from 'zod'
import { dayMs, hourMs, minuteMs } from '#contract/kit/durations.ts'
import { databaseConfig, databaseSettings, isDirectUrlAlone, type DatabaseConfig } from './database-config.ts'
import { parseFees, type PaymentFees } from './payment-fees.ts'
import { hasLoopbackHost, hasPublicHost } from '#server/platform/public-host.ts'
import { mailFrom, httpUrl, serverUrl, siteUrl, withoutCredentials } from './urls.ts'
import { ConfigError } from './config-error.ts'
import { whatsAppConfig, whatsAppSettings, type WhatsAppConfig } from './whatsapp-config.ts'
import type { S3Place } from '#server/platform/storage/index.ts'

const onOff = z.enum(['on', 'off'])
const port = z.coerce.number().int().min(0).max(65_535)

const days = z.coerce.number().int().min(1).max(365)

// Every setting with its default. `.env.example` explains each one.
const environment = z.object({
  PORT: port.default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  DATA_DIR: z.string().min(1).default('.data'),
  PUBLIC_URL: siteUrl.optional(),
  TRUSTED_PROXY_HOPS: z.coerce.number().int().min(0).max(10).default(0),
  ...databaseSettings,
  DEMO: onOff.optional(),
  REQUESTS_AT_ONCE: z.coerce.number().int().min(1).max(10_000).default(200),
  SHUTDOWN_DELAY_SECONDS: z.coerce.number().int().min(0).max(300).default(5),
  CDN_SECONDS: z.coerce
    .number()
    .int()
    .min(0)
    .max(60, 'must be 0 to 60, because a change is shown only when the copies of a CDN have expired')
    .default(0),
  REFUND_DAYS: z.coerce.number().int().min(0).max(365).default(7),
  PAYOUT_HOLD_DAYS: z.coerce.number().int().min(0).max(365).default(14),
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  LOG_FORMAT: z.enum(['text', 'json']).default('text'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
  SLOW_QUERY_MS: z.coerce.number().int().min(0).max(60_000).default(500),
  STUDENT_IDLE_DAYS: days.default(7),
  STUDENT_SESSION_DAYS: days.default(30),
  STAFF_IDLE_MINUTES: z.coerce.number().int().min(5).max(1440).default(30),
  STAFF_SESSION_HOURS: z.coerce.number().int().min(1).max(168).default(12),
  SMTP_URL: serverUrl(/^smtps?:\/\//, 'smtp://user:password@host:587 or smtps://…').optional(),
  MAIL_FROM: z.string().regex(mailFrom, 'must be a mail address, such as Cendaki <halo@cendaki.example>').optional(),
  GOOGLE_CLIENT_ID: z.string().min(1).optional(),
  GOOGLE_ISSUERS: z.string().min(1).optional(),
  GOOGLE_JWKS_URL: httpUrl.optional(),
  GOOGLE_GSI_SRC: httpUrl.optional(),
  PAYMENT_PROVIDER: z.enum(['midtrans', 'sandbox']).optional(),
  MIDTRANS_ENVIRONMENT: z.enum(['sandbox', 'production']).default('sandbox'),
  MIDTRANS_SERVER_KEY: z.string().min(1).optional(),
  MIDTRANS_CLIENT_KEY: z.string().min(1).optional(),
  MIDTRANS_MERCHANT_ID: z.string().min(1).optional(),
  MIDTRANS_SNAP_BASE: httpUrl.optional(),
  MIDTRANS_CORE_BASE: httpUrl.optional(),
  MIDTRANS_SNAP_JS: httpUrl.optional(),
  ...whatsAppSettings,
  WEBHOOKS_ALLOW_PRIVATE: onOff.default('off'),
  MIDTRANS_FEES: z.string().transform(parseFees).optional(),
  VIDEO_MAX_MB: z.coerce.number().int().min(1).max(100_000).default(2048),
  ...s3Settings('STORAGE_S3'),
  ...s3Settings('MEDIA_S3'),
  BACKUP_EVERY: z
    .string()
    .regex(/^(off|[1-9]\d{0,2}[hd])$/, 'must be off, or hours or days such as 6h or 1d')
    .default('off'),
  BACKUP_KEEP: z.coerce.number().int().min(1).max(1000).default(14),
  BACKUP_DIR: z.string().min(1).optional(),
  BACKUP_MEDIA: onOff.default('on'),
  BACKUP_PASSPHRASE: z.string().min(12, 'must have at least 12 characters').optional(),
})

export const settingNames: readonly string[] = Object.keys(environment.shape)

/** Settings of a bucket. */
function s3Settings<Prefix extends 'STORAGE_S3' | 'MEDIA_S3'>(prefix: Prefix) {
  const text = z.string().min(1).optional()
  const folder = z
    .string()
    .regex(/^\w[\w.-]*(\/\w[\w.-]*)*\/?$/, 'must look like cendaki or sites/cendaki')
    .optional()
  const shape = {
    ENDPOINT: httpUrl.optional(),
    REGION: text,
    BUCKET: text,
    PREFIX: folder,
    ACCESS_KEY_ID: text,
    SECRET_ACCESS_KEY: text,
  }
  type Shape = typeof shape
  const named = Object.entries(shape).map(([name, schema]) => [`${prefix}_${name}`, schema])
  return Object.fromEntries(named) as { [Name in keyof Shape as `${Prefix}_${Name}`]: Shape[Name] }
}

export type PaymentConfig =
  | { provider: 'built-in-sandbox'; fees: PaymentFees }
  | {
      provider: 'midtrans'
      environment: 'sandbox' | 'production'
      serverKey: string
      clientKey: string
      merchantId: string | null
      snapBase: string
      coreBase: string
      scriptUrl: string
      fees: PaymentFees
    }

export type GoogleConfig =
  | { provider: 'none' }
  | { provider: 'built-in-sandbox' }
  | { provider: 'google'; clientId: string; issuers: string[]; jwksUrl: string; scriptUrl: string }

export type BackupConfig = {
  /** How often the running product makes a backup; null: never. */
  everyMs: number | null
  /** How many backups of the schedule are kept. */
  keep: number
  folder: string
  /** The bucket instead of the folder; null without one, and where BACKUP_DIR is set. */
  bucket: S3Place | null
  /** Whether backups contain the uploaded videos. */
  includesMedia: boolean
  /** Without one, backups are not encrypted. */
  passphrase: string | null
}

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
  /** Of one uploaded video. */
  videoMaximumBytes: number
  /** Where videos are; null for the data folder. */
  mediaBucket: S3Place | null
  /** Without an SMTP URL, mails are written to files in the data folder. */
  mail: { smtpUrl: string | null; from: string }
  payment: PaymentConfig
  google: GoogleConfig
  whatsApp: WhatsAppConfig
  /** Webhooks may go to private IP addresses and use plain HTTP. */
  webhooks: { allowPrivate: boolean }
  backup: BackupConfig
  settings: ShownSetting[]
}

export { ConfigError }

type Values = z.infer<typeof environment>

/** Parses the environment. Throws ConfigError with the name of the setting and its valid values. */
function readEnvironment(env: Record<string, string | undefined>): Values {
  // An empty value in an .env file means "not set".
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''))
  // The messages of the site are Indonesian, those for operators English.
  const parsed = environment.safeParse(given, { error: z.locales.en().localeError })
  if (parsed.success && isDirectUrlAlone(parsed.data))
    throw new ConfigError('DATABASE_DIRECT_URL: needs DATABASE_URL too (see .env.example)')
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  throw new ConfigError(`${issue?.path.join('.')}: ${issue?.message} (see .env.example)`)
}

const publicUrlOf = ({ PUBLIC_URL, HOST, PORT }: Values): string =>
  PUBLIC_URL ??
  `http://${HOST === '0.0.0.0' || HOST === '::' ? 'localhost' : isIPv6(HOST) ? `[${HOST}]` : HOST}:${PORT}`

/** Why other users could reach demo accounts and sandboxes that run by default; null when only this machine can. */
function whyExposed({ HOST, DATABASE_URL }: Values, publicUrl: string): string | null {
  if (hasPublicHost(publicUrl)) return 'PUBLIC_URL is public'
  const isLoopbackHost = /^(localhost|127\.[\d.]+|::1)$/.test(HOST)
  // PUBLIC_URL says nothing about who can reach the host.
  if (!isLoopbackHost) return `HOST=${HOST} is reachable from the network`
  return DATABASE_URL ? 'DATABASE_URL is set' : null
}

/** What operator commands need. They run before the payment provider is configured, and bypass a pooler, because they lock and copy in sessions. */
export type CommandConfig = Pick<Config, 'dataDir' | 'databaseUrl' | 'publicUrl' | 'mediaBucket' | 'backup'> & {
  /** Of STORAGE_S3_*. */
  storageBucket: S3Place | null
}

export function parseCommandConfig(env: Record<string, string | undefined>): CommandConfig {
  const values = readEnvironment(env)
  return {
    dataDir: values.DATA_DIR,
    databaseUrl: values.DATABASE_DIRECT_URL ?? values.DATABASE_URL ?? null,
    publicUrl: publicUrlOf(values),
    ...storageConfig(values),
    backup: backupConfig(values),
  }
}

/** The bucket whose settings begin with one of these names, the first of which that is set counts; null without a bucket. */
function bucketOf(values: Values, prefixes: readonly ('MEDIA_S3' | 'STORAGE_S3')[]): S3Place | null {
  type Setting = 'ENDPOINT' | 'REGION' | 'BUCKET' | 'PREFIX' | 'ACCESS_KEY_ID' | 'SECRET_ACCESS_KEY'
  const find = (name: Setting) =>
    prefixes.map((prefix) => values[`${prefix}_${name}`]).find((value) => value !== undefined)
  const [bucket, accessKeyId, secretAccessKey] = [find('BUCKET'), find('ACCESS_KEY_ID'), find('SECRET_ACCESS_KEY')]
  if (!bucket && !accessKeyId && !secretAccessKey) return null
  if (!bucket || !accessKeyId || !secretAccessKey) {
    const isUsed = (prefix: string) =>
      Object.entries(values).some(([name, value]) => name.startsWith(prefix) && value !== undefined)
    const name = prefixes.findLast(isUsed) ?? 'STORAGE_S3'
    throw new ConfigError(
      `${name}_BUCKET, ${name}_ACCESS_KEY_ID and ${name}_SECRET_ACCESS_KEY go together: set all or none`,
    )
  }
  const prefix = find('PREFIX')?.replace(/\/?$/, '/') ?? ''
  return {
    endpoint: find('ENDPOINT') ?? null,
    region: find('REGION') ?? 'us-east-1',
    bucket,
    prefix,
    accessKeyId,
    secretAccessKey,
  }
}

const within = (place: S3Place | null, folder: string): S3Place | null =>
  place && { ...place, prefix: `${place.prefix}${folder}/` }

function storageConfig(values: Values): { mediaBucket: S3Place | null; storageBucket: S3Place | null } {
  return {
    mediaBucket: within(bucketOf(values, ['MEDIA_S3', 'STORAGE_S3']), 'media'),
    storageBucket: bucketOf(values, ['STORAGE_S3']),
  }
}

function backupConfig(values: Values): BackupConfig {
  const [, count, unit] = /^(\d+)([hd])$/.exec(values.BACKUP_EVERY) ?? []
  return {
    everyMs: count ? Number(count) * (unit === 'd' ? dayMs : hourMs) : null,
    keep: values.BACKUP_KEEP,
    folder: values.BACKUP_DIR ?? join(values.DATA_DIR, 'backups'),
    bucket: values.BACKUP_DIR ? null : within(bucketOf(values, ['STORAGE_S3']), 'backups'),
    includesMedia: values.BACKUP_MEDIA === 'on',
    passphrase: values.BACKUP_PASSPHRASE ?? null,
  }
}

/** A setting of the environment as an admin may see it. Null: not set, so its default applies. */
export type ShownSetting = { name: string; value: string | null }

const secretNames = /KEY|TOKEN|SECRET|PASSPHRASE/
const hidden = '••••'

/** All settings by name; secrets are masked. */
export function listSettings(env: Record<string, string | undefined>): ShownSetting[] {
  return settingNames.map((name) => ({ name, value: env[name] ? masked(name, env[name]) : null }))
}

const masked = (name: string, value: string): string => (secretNames.test(name) ? hidden : withoutCredentials(value))

/** Where an installation is, and how it keeps its files and backups: another place has its own. */
const settingsOfPlace = /^(PORT|HOST|DATA_DIR|DATABASE_([A-Z]+_)?URL|(BACKUP|STORAGE_S3|MEDIA_S3)_.*)$/

/** The settings that a backup contains, as the text of an .env file. */
export function settingsText(env: Record<string, string | undefined>): string {
  const names = settingNames.filter((name) => env[name] && !settingsOfPlace.test(name))
  return names.map((name) => `${name}=${quoted(env[name] ?? '')}\n`).join('')
}

/** In a quote that the value does not contain, because .env files know no escapes. */
const quoted = (value: string): string => {
  const quote = [`'`, '`', '"'].find((candidate) => !value.includes(candidate)) ?? ''
  return quote + value + quote
}

/** Parses the environment. Throws ConfigError for an invalid setting, and where the payment sandbox would run without being asked for. */
export function parseConfig(env: Record<string, string | undefined>): Config {
  const values = readEnvironment(env)
  const publicUrl = publicUrlOf(values)
  const exposure = whyExposed(values, publicUrl)
  const isPublic = hasPublicHost(publicUrl)
  return {
    port: values.PORT,
    host: values.HOST,
    dataDir: values.DATA_DIR,
    publicUrl,
    isPublic,
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
    mediaBucket: storageConfig(values).mediaBucket,
    mail: { smtpUrl: values.SMTP_URL ?? null, from: values.MAIL_FROM ?? `Cendaki <no-reply@${mailDomain(publicUrl)}>` },
    payment: paymentConfig(values, exposure),
    google: googleConfig(values, publicUrl, exposure),
    whatsApp: whatsAppConfig(values, mayRunSandbox(values, publicUrl, exposure)),
    webhooks: { allowPrivate: values.WEBHOOKS_ALLOW_PRIVATE === 'on' },
    backup: backupConfig(values),
    settings: listSettings(env),
  }
}

/** Sandboxes that authenticate nobody. */
const mayRunSandbox = (values: Values, publicUrl: string, exposure: string | null): boolean =>
  hasLoopbackHost(publicUrl) && (exposure === null || values.DEMO === 'on')

/** Google if configured; else the built-in sandbox on a loopback host that only this machine reaches, or for a demo; else none. */
function googleConfig(values: Values, publicUrl: string, exposure: string | null): GoogleConfig {
  const urls = { GOOGLE_JWKS_URL: values.GOOGLE_JWKS_URL, GOOGLE_GSI_SRC: values.GOOGLE_GSI_SRC }
  if (!values.GOOGLE_CLIENT_ID)
    return { provider: mayRunSandbox(values, publicUrl, exposure) ? 'built-in-sandbox' : 'none' }
  for (const [name, value] of Object.entries(urls)) {
    if (value && hasPublicHost(publicUrl) && !hasPublicHost(value))
      throw new ConfigError(`${name}: PUBLIC_URL is public, so this must be public too`)
  }
  return {
    provider: 'google',
    clientId: values.GOOGLE_CLIENT_ID,
    issuers: values.GOOGLE_ISSUERS?.split(',').map((issuer) => issuer.trim()) ?? [
      'https://accounts.google.com',
      'accounts.google.com',
    ],
    jwksUrl: values.GOOGLE_JWKS_URL ?? 'https://www.googleapis.com/oauth2/v3/certs',
    scriptUrl: values.GOOGLE_GSI_SRC ?? 'https://accounts.google.com/gsi/client',
  }
}

/** IP addresses are not valid after the @. */
function mailDomain(publicUrl: string): string {
  const { hostname } = new URL(publicUrl)
  return /^[\d.]+$|:/.test(hostname) ? 'localhost' : hostname
}

function paymentConfig(values: Values, exposure: string | null): PaymentConfig {
  if (!values.MIDTRANS_SERVER_KEY && !values.MIDTRANS_CLIENT_KEY) {
    if (values.PAYMENT_PROVIDER === 'midtrans')
      throw new ConfigError(
        'MIDTRANS_SERVER_KEY: PAYMENT_PROVIDER=midtrans needs MIDTRANS_SERVER_KEY and MIDTRANS_CLIENT_KEY',
      )
    if (exposure !== null && values.DEMO !== 'on' && values.PAYMENT_PROVIDER !== 'sandbox') {
      throw new ConfigError(
        `MIDTRANS_SERVER_KEY: ${exposure}, so set MIDTRANS_SERVER_KEY and MIDTRANS_CLIENT_KEY, PAYMENT_PROVIDER=sandbox to run the payment sandbox, or DEMO=on to run it with demo accounts`,
      )
    }
    return { provider: 'built-in-sandbox', fees: values.MIDTRANS_FEES ?? sandboxFees }
  }
  if (!values.MIDTRANS_SERVER_KEY || !values.MIDTRANS_CLIENT_KEY) {
    throw new ConfigError('MIDTRANS_SERVER_KEY and MIDTRANS_CLIENT_KEY go together: set both or neither')
  }
  if (values.PAYMENT_PROVIDER === 'sandbox')
    throw new ConfigError(
      'PAYMENT_PROVIDER: sandbox needs no MIDTRANS_SERVER_KEY and MIDTRANS_CLIENT_KEY: remove one or the others',
    )
  const production = values.MIDTRANS_ENVIRONMENT === 'production'
  if (production && !values.DATABASE_URL) {
    throw new ConfigError(
      'DATABASE_URL: real payments need PostgreSQL, because the embedded database does not survive a power cut',
    )
  }
  const infix = production ? '' : '.sandbox'
  return {
    provider: 'midtrans',
    environment: values.MIDTRANS_ENVIRONMENT,
    serverKey: values.MIDTRANS_SERVER_KEY,
    clientKey: values.MIDTRANS_CLIENT_KEY,
    merchantId: values.MIDTRANS_MERCHANT_ID ?? null,
    snapBase: values.MIDTRANS_SNAP_BASE ?? `https://app${infix}.midtrans.com/snap/v1`,
    coreBase: values.MIDTRANS_CORE_BASE ?? `https://api${infix}.midtrans.com`,
    scriptUrl: values.MIDTRANS_SNAP_JS ?? `https://app${infix}.midtrans.com/snap/snap.js`,
    fees: values.MIDTRANS_FEES ?? {},
  }
}

// Example fees for the ledger of a demo.
const sandboxFees: PaymentFees = parseFees(
  'credit_card:2.9%+2000, bank_transfer:4000, echannel:4000, permata:4000, qris:0.7%',
)
