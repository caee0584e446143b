import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { createGoogleSandbox } from '#sandbox/google/index.ts'
import { createWhatsAppSandbox } from '#sandbox/whatsapp/index.ts'
import { createPaymentSandbox } from '#sandbox/payment/index.ts'
import { parseConfig } from '#server/process/config/config.ts'
import { createApp, type App } from '#server/app.ts'
import { createGoogleVerifier, createPasswords, type OidcClient } from '#server/identity/index.ts'
import { createMediaStore } from '#server/platform/media/index.ts'
import type { OutgoingMail, MailTransport } from '#server/platform/mail/index.ts'
import { createCloudApi, type Network } from '#server/platform/outgoing/index.ts'
import { createMidtransProvider, type PaymentProvider } from '#server/commerce/index.ts'
import type { ObjectStore } from '#server/platform/storage/index.ts'
import type { PageRenderer } from '#server/platform/pages/index.ts'
import type { WriteLimits } from '#server/platform/http/index.ts'
import type { SettableClock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/index.ts'
import type { ApiResponse, CallOptions, FormValue } from './api-call.ts'
import { createFactories } from './factories.ts'
import { openTestDatabase } from './postgres/test-database.ts'

export const publicUrl = 'http://cendaki.test'
const sandboxUrl = 'http://pay.test'
const whatsAppUrl = 'http://whatsapp.test'
const whatsAppKeys = { phoneNumberId: '100000000000001', token: 'whatsapp-token', appSecret: 'whatsapp-secret' }
const googleUrl = 'http://google.test'
export const googleClientId = 'sandbox-client'
const keys = { serverKey: 'SIM-server-test', clientKey: 'SIM-client-test', merchantId: 'SIM-merchant-test' }

/** A clock that only advances when a test advances it. */
export type TestClock = SettableClock & { advance(ms: number): void }

export function createTestClock(start = '2026-11-21T03:00:00.000Z'): TestClock {
  let now = new Date(start).getTime()
  let override: Date | null = null
  return {
    now: () => override ?? new Date(now),
    set: (instant) => void (override = instant),
    advance(ms) {
      now += ms
    },
  }
}

/** The largest video that test sites accept. */
export const testVideoMaximumBytes = 64 * 1024 * 1024

export type TestSite = Awaited<ReturnType<typeof startTestSite>>

const noPages: PageRenderer = {
  inlineScripts: [],
  inlineStyles: [],
  exerciseFrame: '',
  describe: (url) => ({ cacheKey: null, isFreeText: false, url: url.href, isPrivate: false }),
  render: async () => ({ kind: 'html', status: 200, html: '<!DOCTYPE html><title>page</title>' }),
}

/** Collects every mail and passes it on to `next`, unless a test makes it fail. */
function createTestTransport(next: MailTransport | null) {
  const sent: OutgoingMail[] = []
  let failure: Error | null = null
  return {
    sent,
    /** Makes all further deliveries fail with this error; null lets them succeed again. */
    failWith: (error: Error | null) => void (failure = error),
    isExternal: next?.isExternal ?? true,
    verify: null,
    deliver: async (mail: OutgoingMail) => {
      if (failure) throw failure
      sent.push(mail)
      await next?.deliver(mail)
    },
    remove: async (mailIds: readonly string[]) => next?.remove(mailIds),
    removeBefore: async (instant: Date) => next?.removeBefore(instant),
    close: () => {},
  }
}

type Options = {
  /** The provider of an organisation. */
  oidc?: (publicUrl: string) => OidcClient | null
  renderer?: PageRenderer
  /** Public base URL. */ publicUrl?: string
  /** Also receives every mail, after the collecting transport. */ mailTransport?: MailTransport | null
  /** How long a CDN may cache pages; 0 by default. */ cdnSeconds?: number
  /** Where webhooks may go. By default every host name has a public address. */ webhookNetwork?: Network
  /** An empty one by default. It is closed with the site. */ database?: Database
  /** Where videos are stored besides a folder. */ mediaBucket?: ObjectStore | null
  /** Free on the disk of uploads; what the disk has by default. */ freeBytes?: () => Promise<number>
  /** Limits of one account; next to everything is allowed by default. */ accountLimits?: WriteLimits
  /** Wraps requests to the payment sandbox, to lose or delay them. */ wrapFetch?: (fetch: Fetch) => Fetch
}
type Fetch = (request: Request) => Promise<Response>

function contentType(form: Response | undefined, text: string | undefined): Record<string, string> {
  if (form) return { 'content-type': form.headers.get('content-type') ?? '' }
  return text === undefined ? {} : { 'content-type': 'application/json' }
}

function toFormData(form: Record<string, FormValue | FormValue[]>): FormData {
  const data = new FormData()
  for (const [name, values] of Object.entries(form)) {
    for (const value of [values].flat()) {
      if (typeof value === 'string') data.append(name, value)
      else data.append(name, value)
    }
  }
  return data
}

/** The whole application with its own database and payment sandbox, called without network ports. */
export async function startTestSite({
  renderer = noPages,
  publicUrl: siteUrl = publicUrl,
  mailTransport: nextTransport = null,
  wrapFetch = (fetch) => fetch,
  mediaBucket = null,
  database: givenDatabase,
  cdnSeconds = 0,
  freeBytes,
  oidc = () => null,
  accountLimits = { calls: { burst: 1e6, perSecond: 1 }, bytes: { burst: 1e12, perSecond: 1 } },
  webhookNetwork = { allowPrivate: false, resolve: async () => [{ address: '93.184.216.34', family: 4 }] },
}: Options = {}) {
  const clock = createTestClock()
  const database = givenDatabase ?? (await openTestDatabase())
  const unexpectedErrors: unknown[] = []
  const log = pino({ level: 'silent' })
  // Unexpected failures that the API returned as 500; close() fails the test when there are any.
  log.error = (...things: unknown[]) => void unexpectedErrors.push(things[0])
  const logged: unknown[] = []
  log.info = (...things: unknown[]) => void logged.push(things[0])
  log.warn = (...things: unknown[]) => void logged.push(things[0])

  // A sandbox gives up waiting after a while; the app still answers, and is not closed before.
  const answering = new Set<Promise<Response>>()
  async function deliver(request: Request): Promise<Response> {
    const answer = app.fetch(request)
    answering.add(answer)
    return answer.finally(() => answering.delete(answer))
  }

  const sandbox = createPaymentSandbox({
    ...keys,
    publicBase: sandboxUrl,
    merchantOrigins: [siteUrl],
    notificationUrl: `${siteUrl}/api/payments/notification`,
    deliver,
    journalPath: null,
    clock,
    minuteMs: 10,
    seed: 7,
    operatorToken: 'operator',
  })
  const payments: PaymentProvider = createMidtransProvider({
    ...keys,
    snapBase: `${sandboxUrl}/snap/v1`,
    coreBase: sandboxUrl,
    scriptUrl: `${sandboxUrl}/snap/snap.js`,
    notificationUrl: `${siteUrl}/api/payments/notification`,
    mode: 'sandbox',
    fees: { credit_card: { basisPoints: 290, flatIdr: 2_000 } },
    fetch: wrapFetch((request) => sandbox.fetch(request)),
  })
  const mailTransport = createTestTransport(nextTransport)
  const whatsAppSandbox = createWhatsAppSandbox({
    ...whatsAppKeys,
    publicBase: whatsAppUrl,
    webhookUrl: `${siteUrl}/api/whatsapp/webhook`,
    deliver,
    clock,
    language: 'id',
    templates: {
      cendaki_kode: { body: '{{1}} adalah kodemu', button: 'Salin kode', url: '#' },
      cendaki_kabar: { body: '{{1}}\n{{2}}', button: 'Buka', url: `${siteUrl}/` },
    },
  })
  const googleSandbox = createGoogleSandbox({ publicBase: googleUrl, clientId: googleClientId, clock })
  const google = createGoogleVerifier({
    settings: {
      clientId: googleClientId,
      issuers: [googleUrl],
      jwksUrl: `${googleUrl}/certs`,
      scriptUrl: `${googleUrl}/gsi/client`,
      pictureSources: [googleUrl],
    },
    clock,
    fetch: (request) => googleSandbox.fetch(request),
    cooldownMs: 0,
  })
  // Hashing at full cost would take a third of the tests' time; stored hashes name their cost, so everything else is as in production.
  const passwords = createPasswords({ memoryKiB: 8, passes: 1, parallelism: 1 }, { stepMs: 0 })
  const mediaFolder = await mkdtemp(join(tmpdir(), 'cendaki-media-'))
  const app: App = await createApp({
    oidc: oidc(siteUrl),
    database,
    payments,
    mailTransport,
    media: {
      store: createMediaStore({ folder: mediaFolder, bucket: mediaBucket }),
      incomingFolder: join(mediaFolder, 'incoming'),
      maximumBytes: testVideoMaximumBytes,
      ...(freeBytes && { freeBytes }),
    },
    renderer,
    clock,
    log,
    publicUrl: siteUrl,
    sessionLives: parseConfig({}).sessionLives,
    passwords,
    google,
    whatsApp: createCloudApi({
      ...whatsAppKeys,
      base: whatsAppUrl,
      fetch: (request) => whatsAppSandbox.fetch(request),
    }),
    challengeIterations: { normal: 1, hard: 4 },
    webhookNetwork,
    cdnSeconds,
    writeLimits: accountLimits,
  })

  async function call(
    method: string,
    path: string,
    { body, rawBody, form, token, headers = {}, client = 'test' }: CallOptions = {},
  ): Promise<ApiResponse> {
    const text = rawBody ?? (body === undefined ? undefined : JSON.stringify(body))
    // Serialized first, because a streamed form cannot be rejected halfway.
    const sent = form && new Response(toFormData(form))
    // Browsers state the length of a form.
    const sentBytes = await sent?.arrayBuffer()
    const response = await app.fetch(
      new Request(`${siteUrl}/api${path}`, {
        method,
        headers: {
          ...contentType(sent, text),
          ...(sentBytes ? { 'content-length': String(sentBytes.byteLength) } : {}),
          ...(text === undefined ? {} : { 'content-length': String(Buffer.byteLength(text)) }),
          ...(token ? { authorization: `Bearer ${token}` } : {}),
          ...headers,
        },
        ...(sentBytes ? { body: sentBytes } : text === undefined ? {} : { body: text }),
      }),
      { client },
    )
    const received = await response.text()
    return {
      status: response.status,
      headers: response.headers,
      body: received.startsWith('{') ? JSON.parse(received) : received,
    }
  }

  return {
    app,
    call,
    clock,
    database,
    unexpectedErrors,
    /** Where uploaded videos are. */
    mediaFolder,
    /** The fields of each logged line. */
    logged,
    mailTransport,
    passwords,
    /** Sends due mails, then returns all mails sent to this address so far, oldest first. */
    async mailsTo(email: string): Promise<OutgoingMail[]> {
      await app.jobs.run('mails')
      return mailTransport.sent.filter((mail) => mail.to.email === email)
    },
    /** Does what is due of a domain, and waits for it. */
    runDue: (domain: 'commerce' | 'assessment' | 'moving') =>
      app.jobs.run(...app.modules[domain].dueWork.map(({ name }) => name)),
    google: googleSandbox,
    whatsApp: { ...whatsAppSandbox.control, keys: whatsAppKeys },
    sandbox: sandbox.control,
    keys,
    ...createFactories({ app, database, clock, call }),
    async close() {
      await sandbox.close()
      await Promise.allSettled(answering)
      await app.jobs.stop()
      await app.close()
      await database.close()
      await rm(mediaFolder, { recursive: true })
      if (unexpectedErrors.length > 0)
        throw new AggregateError(unexpectedErrors, 'The server reported unexpected errors during this test')
    },
  }
}
