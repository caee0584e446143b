import { pino } from 'pino'
import { createGoogleSandbox } from '#sandbox/google/index.ts'
import { createPaymentSandbox } from '#sandbox/payment/index.ts'
import { parseConfig } from '#server/config.ts'
import { createApp, type App } from '#server/app.ts'
import { createGoogleVerifier } from '#server/identity/index.ts'
import type { Parcel, Postman } from '#server/mail/index.ts'
import { createMidtransProvider, type PaymentProvider } from '#server/commerce/index.ts'
import type { PageRenderer } from '#server/pages/index.ts'
import type { SettableClock } from '#server/clock.ts'
import { createFactories } from './factories.ts'
import { openTestDatabase } from './test-database.ts'

export const publicUrl = 'http://cendaki.test'
const sandboxUrl = 'http://pay.test'
const googleUrl = 'http://google.test'
export const googleClientId = 'sandbox-client'
const keys = { serverKey: 'SIM-server-test', clientKey: 'SIM-client-test', merchantId: 'SIM-merchant-test' }

/** Time that stands still until a test moves it. */
export type TestClock = SettableClock & { advance(ms: number): void }

export function createTestClock(start = '2026-11-21T03:00:00.000Z'): TestClock {
  let now = new Date(start).getTime()
  let told: Date | null = null
  return {
    now: () => told ?? new Date(now),
    set: (moment) => void (told = moment),
    advance(ms) {
      now += ms
    },
  }
}

export type ApiAnswer = {
  status: number
  headers: Headers
  // Tests look into whatever the server answered; each names what it expects there.
  // oxlint-disable-next-line no-explicit-any
  body: any
}
type FormValue = string | Blob
export type CallOptions = {
  body?: unknown
  rawBody?: string
  /** Sent as multipart; a list sends its name once for each value. */
  form?: Record<string, FormValue | FormValue[]>
  token?: string
  headers?: Record<string, string>
  /** The address that attempts are counted for. */
  client?: string
}

export type TestSite = Awaited<ReturnType<typeof startTestSite>>

const noPages: PageRenderer = {
  describe: (url) => ({ memoryKey: null, url: url.href, isPrivate: false }),
  render: async () => ({ kind: 'html', status: 200, html: '<!DOCTYPE html><title>page</title>' }),
}

/** Takes every mail, unless told to fail, keeps it, and hands it on. */
function createTestPostman(next: Postman | null) {
  const taken: Parcel[] = []
  const refusal: { next: Error | null } = { next: null }
  return {
    taken,
    /** What the next attempts end in; null lets them through again. */
    refuse: (error: Error | null) => void (refusal.next = error),
    leavesTheHouse: true,
    deliver: async (parcel: Parcel) => {
      if (refusal.next) throw refusal.next
      taken.push(parcel)
      await next?.deliver(parcel)
    },
    forget: async (mailIds: readonly string[]) => next?.forget(mailIds),
    dropBefore: async (moment: Date) => next?.dropBefore(moment),
    close: () => {},
  }
}

type Options = {
  renderer?: PageRenderer
  /** Where visitors find it. */ publicUrl?: string
  /** Takes every mail as well, after the test's own. */ postman?: Postman | null
  /** Stands between the product and the sandbox, to lose or delay what is said. */ wrapFetch?: (fetch: Fetch) => Fetch
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

/** The whole product on a database of its own, with the payment sandbox at an address of its own; nothing listens on a port. */
export async function startTestSite({
  renderer = noPages,
  publicUrl: siteUrl = publicUrl,
  postman: nextPostman = null,
  wrapFetch = (fetch) => fetch,
}: Options = {}) {
  const clock = createTestClock()
  const database = await openTestDatabase()
  const bugs: unknown[] = []
  const log = pino({ level: 'silent' })
  // A bug that was answered politely is still a bug: tests look here.
  log.error = (...things: unknown[]) => void bugs.push(things[0])
  const logged: unknown[] = []
  log.info = (...things: unknown[]) => void logged.push(things[0])
  log.warn = (...things: unknown[]) => void logged.push(things[0])

  const sandbox = createPaymentSandbox({
    ...keys,
    publicBase: sandboxUrl,
    merchantOrigins: [siteUrl],
    notificationUrl: `${siteUrl}/api/payments/notification`,
    deliver: (request) => app.fetch(request),
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
  const postman = createTestPostman(nextPostman)
  const googleSandbox = await createGoogleSandbox({ publicBase: googleUrl, clientId: googleClientId, clock })
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
  const app: App = await createApp({
    database,
    payments,
    postman,
    renderer,
    clock,
    log,
    publicUrl: siteUrl,
    sessionLives: parseConfig({}).sessionLives,
    google,
  })

  async function call(method: string, path: string, { body, rawBody, form, token, headers = {}, client = 'test' }: CallOptions = {}): Promise<ApiAnswer> {
    const text = rawBody ?? (body === undefined ? undefined : JSON.stringify(body))
    // Written out first: a form that is still being made cannot be refused halfway.
    const sent = form && new Response(toFormData(form))
    const response = await app.fetch(
      new Request(`${siteUrl}/api${path}`, {
        method,
        headers: { ...contentType(sent, text), ...(token ? { authorization: `Bearer ${token}` } : {}), ...headers },
        ...(sent ? { body: await sent.arrayBuffer() } : text === undefined ? {} : { body: text }),
      }),
      { client },
    )
    const answered = await response.text()
    return { status: response.status, headers: response.headers, body: answered.startsWith('{') ? JSON.parse(answered) : answered }
  }

  return {
    app,
    call,
    clock,
    database,
    bugs,
    /** What an operator would read: the fields of each line. */
    logged,
    postman,
    /** What this address has been sent so far, oldest first; mails that are due are sent first. */
    async mailsTo(email: string): Promise<Parcel[]> {
      await app.modules.mail.deliverDue()
      return postman.taken.filter((parcel) => parcel.to.email === email)
    },
    google: googleSandbox,
    sandbox: sandbox.control,
    keys,
    ...createFactories({ app, database, call }),
    async close() {
      await sandbox.close()
      await app.close()
      await database.close()
      if (bugs.length > 0) throw new AggregateError(bugs, 'The server met unexpected failures during this test')
    },
  }
}
