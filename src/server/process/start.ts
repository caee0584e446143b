import { contract } from '#contract/index.ts'
import type { Operation } from '#contract/kit/site-mode.ts'
import { access, constants } from 'node:fs/promises'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { resolve } from 'node:path'
import { getRequestListener, type HttpBindings, type Http2Bindings } from '@hono/node-server'
import type { Logger } from 'pino'
import type { GoogleSandbox } from '#sandbox/google/index.ts'
import type { PaymentSandbox } from '#sandbox/payment/index.ts'
import type { WhatsAppSandbox } from '#sandbox/whatsapp/index.ts'
import type { App } from '#server/app.ts'
import { backupSchedule, listenForCommands, openBackupPlace } from '#server/platform/backup/index.ts'
import { createSettableClock, systemClock } from '#server/platform/clock.ts'
import type { Config } from './config/config.ts'
import { databasePlace } from './config/database-config.ts'
import { canBuildMeanwhile } from './create-database-early.ts'
import { fillDemoInChildProcess, isDemoOpen } from './demo/index.ts'
import { inSignInTurns } from './sign-in-turns.ts'
import { describeInstallation } from './describe-installation.ts'
import {
  cachedFirst,
  limitRequests,
  openServer,
  resolveDots,
  withHeaders,
  type Listener,
  type OpenServer,
} from './listeners.ts'
import { createLog, createSlowQueries, serveMetrics, createMetrics } from '#server/platform/observing/index.ts'
import type { MailTransport } from '#server/platform/mail/index.ts'
import { createDatabaseInChildProcess, migrate, openDatabase, type Database } from '#server/platform/database/index.ts'
import {
  clientAddress,
  commonHeaders,
  minimalHeaders,
  observeRequests,
  withCheckedBody,
} from '#server/platform/http/index.ts'
import { googleSandboxPath, openProduct, seed } from './open-product.ts'
import { sandboxPath } from './open-payments.ts'
import { whatsAppSandboxPath } from './open-whatsapp.ts'
import type { PageRenderer } from '#server/platform/pages/index.ts'
import { makeFolder, makePrivate } from '#server/platform/private-folder.ts'
import { startPeriodicWork, stopWithin, type Backups, type PeriodicWork } from './periodic-work.ts'
import { createHopCounter } from '#server/site/system/index.ts'
import { readVersion } from '#server/platform/version.ts'
import { loadBuiltWeb } from './built-web.ts'
import { startDevelopmentWeb } from './development-web.ts'

/** `announcedMs` is how long the process still serves everything after its readiness said no. */
export type Running = {
  url: string
  hasDemo: boolean
  isHealthy(): Promise<boolean>
  close(announcedMs?: number): Promise<void>
}
type Progress = (what: string) => void

const sandboxBodies = {
  maximumBytes: 256 * 1024,
  types: ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain'],
}
const drainMs = 10_000
// Longer than proxies keep a connection (nginx a minute, Caddy two), or one would send a request just when it is closed here.
const keepAliveMs = 125_000
/** Longer than any client needs for a few kilobytes. */
const headersMs = 20_000

/** Starts the application and resolves when it listens. On failure the database is closed again. */
export async function start(config: Config, options: Omit<Options, 'log'>): Promise<Running> {
  const log = createLog(config.logLevel)
  await checkBackupFolder(config)
  const opened = await openServer(config)
  try {
    return await startServing(config, opened, { ...options, log })
  } catch (error) {
    opened.server.close()
    opened.server.closeAllConnections()
    throw error
  }
}

type Options = {
  isDevelopment: boolean
  pagesAreBuilt: Promise<void>
  buildHasEnded: Promise<void>
  createdEarly: Promise<boolean>
  onProgress: Progress
  log: Logger
}

async function startServing(
  config: Config,
  { server, serve, say }: OpenServer,
  { isDevelopment, pagesAreBuilt, buildHasEnded, createdEarly, onProgress, log }: Options,
): Promise<Running> {
  if (!canBuildMeanwhile()) await pagesAreBuilt
  // The embedded database does this itself. With PostgreSQL the outbox and the payment sandbox's key are there.
  if (config.databaseUrl) await makePrivate(config.dataDir)
  else {
    say('Basis data sedang dibuat.')
    const isNew = (await createdEarly) || (await createDatabaseInChildProcess(config.dataDir, onProgress))
    if (isNew && config.runsDemo) {
      say('Kelas contoh sedang diisi.')
      await fillDemoInChildProcess(config, { isDevelopment, onProgress })
    }
  }
  say('Halaman sedang disusun.')
  await pagesAreBuilt
  say('Basis data sedang dibuka.')
  const clock = createSettableClock(systemClock)
  const slowQueries = createSlowQueries({ log, clock, overMs: config.slowQueryMs })
  const version = await readVersion()
  const database = await openDatabase({
    ...databasePlace(config),
    slowQueries: slowQueries.limit,
    onPanic: (error) => endAfterPanic(log, error),
  })
  try {
    const web = isDevelopment ? await developmentWeb() : await builtWeb()
    await migrate(database, { onProgress: (file) => onProgress(`migrating the database: ${file}`) })
    const metrics = createMetrics()
    metrics.observeProcess()
    const hops = createHopCounter()
    const system = {
      installation: describeInstallation(config, version),
      forwardedHops: hops.read,
      slowQueries: slowQueries.list,
    }
    const product = await openProduct(config, {
      database,
      renderer: web.renderer,
      clock,
      log,
      isDevelopment,
      metrics,
      system,
    })
    const { app, payments, google, whatsApp, mailTransport } = product
    await seed(config, product, onProgress)

    const respond = (request: Request, { incoming }: HttpBindings | Http2Bindings): Promise<Response> | Response => {
      const { pathname } = new URL(request.url)
      // Health checks bypass the proxies.
      if (!/^\/(api\/(health|ready|serving)|metrics)$/.test(pathname))
        hops.observe(incoming.headers['x-forwarded-for']?.toString())
      if (payments.sandbox && pathname.startsWith(`${sandboxPath}/`))
        return serveSandbox(payments.sandbox, request, config)
      if (google.sandbox && pathname.startsWith(`${googleSandboxPath}/`))
        return serveSandbox(google.sandbox, request, config)
      if (whatsApp.sandbox && pathname.startsWith(`${whatsAppSandboxPath}/`))
        return serveSandbox(whatsApp.sandbox, request, config)
      if (config.metricsToken !== null && pathname === '/metrics')
        return serveMetrics(metrics, config.metricsToken, request)
      const serveSite = () => web.serveFile(request) ?? app.fetch(request, { client: clientOf(incoming, config) })
      // Without a logo of its own, and while it cannot be read, the site has the built icons.
      if (app.isBrandIcon(pathname)) return app.fetch(request).then((own) => (own.status >= 400 ? serveSite() : own))
      return serveSite()
    }
    const serveRequest = getRequestListener(respond, { overrideGlobalObjects: false })
    const inTurns = inSignInTurns((incoming) => clientOf(incoming, config), serveRequest)
    const limited = limitRequests(config.requestsAtOnce, inTurns)
    const listener = web.listener(cachedFirst(app, withHeaders(minimalHeaders(config), limited)))
    server.keepAliveTimeout = keepAliveMs
    server.headersTimeout = headersMs
    serve(
      resolveDots(
        observeRequests(
          { contract, log, observe: (labels, seconds) => metrics.requests.observe(labels, seconds) },
          listener,
        ),
      ),
    )
    const { everyMs, keep, passphrase } = config.backup
    const backups =
      everyMs === null
        ? null
        : backupSchedule({
            database,
            clock,
            everyMs,
            keep,
            store: openBackupPlace(config.backup),
            isEncrypted: passphrase !== null,
          })
    buildHasEnded.then(web.readFiles, (error: unknown) =>
      log.warn({ err: error }, 'the pages are served without compression: the build did not end'),
    )
    const work = startPeriodicWork(app, { clock, log, metrics, backups })
    const { operation } = app.modules
    await operation.refresh()
    const operate = async (wanted: Operation | null) => (wanted ? operation.save(wanted, null) : operation.current())
    const commands = config.databaseUrl
      ? null
      : await listenForCommands({ dataDir: config.dataDir, database, log, report: app.system.examine, operate })
    const open = { server, commands, backups, app, database, work, mailTransport, sandbox: payments.sandbox, web, log }
    const isHealthy = async () => (await app.fetch(new Request(`${config.publicUrl}/api/health`))).ok
    const hasDemo = config.runsDemo && (await isDemoOpen(database.query))
    return { url: config.publicUrl, hasDemo, isHealthy, close: (announcedMs = 0) => close(open, announcedMs) }
  } catch (error) {
    await database.close()
    throw error
  }
}

/** Told apart from other failures by whoever starts the process again, which is what the embedded database needs. */
const panicExitCode = 70

function endAfterPanic(log: Logger, error: Error): void {
  log.fatal(
    { err: error },
    'the embedded database has ended: this process stops, and the next start recovers it. Is the disk full?',
  )
  process.exit(panicExitCode)
}

/** A schedule that could never store a backup is noticed at the start, not when a backup is needed. */
async function checkBackupFolder({ backup: { everyMs, bucket, folder } }: Config): Promise<void> {
  if (everyMs === null || bucket !== null) return
  await makeFolder(resolve(folder))
  await access(folder, constants.W_OK | constants.X_OK)
}

function clientOf(
  { socket, headers }: HttpBindings['incoming'] | Http2Bindings['incoming'],
  { trustedProxyHops }: Config,
): string {
  const forwardedFor = headers['x-forwarded-for']
  return clientAddress({
    socketAddress: socket.remoteAddress,
    forwardedFor: Array.isArray(forwardedFor) ? forwardedFor.join(',') : forwardedFor,
    trustedProxyHops,
  })
}

async function serveSandbox(
  sandbox: PaymentSandbox | GoogleSandbox | WhatsAppSandbox,
  request: Request,
  config: Config,
): Promise<Response> {
  const checked = await withCheckedBody(request, sandboxBodies)
  if (checked instanceof Response) return checked
  const response = await sandbox.fetch(checked)
  for (const [name, value] of Object.entries(commonHeaders(config)))
    if (!response.headers.has(name)) response.headers.set(name, value)
  return response
}

type Web = {
  renderer: PageRenderer
  readFiles(): void
  serveFile(request: Request): Response | null
  listener(response: Listener): Listener
  close(): Promise<void>
}

async function builtWeb(): Promise<Web> {
  return { ...(await loadBuiltWeb()), listener: (respond) => respond, close: async () => {} }
}

async function developmentWeb(): Promise<Web> {
  const { renderer, middleware, close } = await startDevelopmentWeb()
  return {
    renderer,
    readFiles: () => {},
    serveFile: () => null,
    listener: (respond) => (request, response) => middleware(request, response, () => respond(request, response)),
    close,
  }
}

type Open = {
  server: Server
  /** Serves commands on this machine; null on PostgreSQL, where they need no help. */
  commands: { close(): Promise<void> } | null
  backups: Backups | null
  app: App
  database: Database
  work: PeriodicWork[]
  mailTransport: MailTransport
  sandbox: PaymentSandbox | null
  web: Web
  log: Logger
}

/**
 * Announces the end, so that a proxy sends no more requests here; after a while stops accepting requests, waits for running ones,
 * then closes all resources.
 */
async function close(
  { server, commands, backups, app, database, work, mailTransport, sandbox, web, log }: Open,
  announcedMs: number,
): Promise<void> {
  app.announceStop()
  // Each connection ends with its next response, so that none is left when the server closes.
  server.prependListener(
    'request',
    (_request: IncomingMessage, response: ServerResponse) => void (response.shouldKeepAlive = false),
  )
  if (announcedMs > 0) await new Promise((resolve) => setTimeout(resolve, announcedMs))
  const drained = new Promise<void>((resolve) => server.close(() => resolve()))
  server.closeIdleConnections()
  const cut = setTimeout(() => {
    log.warn('some requests did not finish in time')
    server.closeAllConnections()
  }, drainMs)
  await drained
  clearTimeout(cut)
  backups?.stop()
  await stopWithin([...work, app.jobs], drainMs, log)
  await commands?.close()
  mailTransport.close()
  await sandbox?.close()
  await app.close()
  await web.close()
  await database.close()
}
