import { createApiClient, registerContract } from '#contract/client.ts'
import { contract } from '#contract/index.ts'
import { hourMs } from '#contract/kit/durations.ts'
import { onDemandContract } from '#contract/on-demand.ts'
import { commonHeaders, createApi, requestId, type WriteLimits } from './platform/http/index.ts'
import { whatsAppState } from './notifications/index.ts'
import { createFailureLog } from '#server/platform/observing/index.ts'
import {
  createCachingApi,
  createPageCache,
  encodeResponse,
  pagesModule,
  type PageRenderer,
} from './platform/pages/index.ts'
import { isBrandIcon } from './site/index.ts'
import { appSystemModule, type SystemFacts } from './site/system/index.ts'
import { mountRoutes, type Caller } from './process/mount-routes.ts'
import type { ModuleDeps } from './app/module-deps.ts'
import { invariants } from './app/domains.ts'
import { createModules } from './app/modules.ts'
import { createRouter } from './app/router.ts'

export type AppDeps = ModuleDeps & {
  /** The renderer of the web side. */
  renderer: PageRenderer
  /** How long a CDN in front may cache a public page without asking; 0 by default. */
  cdnSeconds?: number
  isDevelopment?: boolean
  /** Limits of one account; those of production by default. */
  writeLimits?: WriteLimits
  /** For the system page. Without it the page knows the database only. */
  system?: SystemFacts
}

export type App = Awaited<ReturnType<typeof createApp>>

/** Calls in process, such as those of rendered pages. */
const inProcess: Caller = { client: 'in-process' }

const pageCacheBytes = 64 * 1024 * 1024

/** Builds all modules and returns the application as a function from request to response. All side effects come from the injected dependencies. */
export async function createApp(deps: AppDeps) {
  const {
    database,
    payments,
    mailTransport,
    media: mediaConfig,
    renderer,
    clock,
    log,
    publicUrl,
    google,
    cdnSeconds = 0,
    isDevelopment = false,
    writeLimits,
    system: systemFacts,
    hasDemo = async () => false,
  } = deps
  const modules = await createModules(deps)
  const {
    background,
    cacheTags,
    uploads,
    settings,
    operation,
    readSite,
    mail,
    identity,
    apiKeys,
    media,
    serveMedia,
    certificateFiles,
    commerce,
    retention,
    site,
    metrics,
  } = modules
  const pageCache = createPageCache({ cacheTags, clock, maximumBytes: pageCacheBytes, cdnSeconds })
  const { store } = mediaConfig
  const system = appSystemModule({
    invariants,
    database,
    clock,
    publicUrl,
    store,
    hasDemo,
    mailTransport,
    payments,
    whatsApp: whatsAppState({
      database,
      clock,
      provider: deps.whatsApp ?? null,
      readSettings: async () => (await readSite()).whatsapp,
    }),
    oidc: deps.oidc ?? null,
    describeIssuer: modules.certificates.credentials.describeIssuer,
    readSite,
    operation,
    pageCache,
    facts: systemFacts,
    observe: metrics.observeCheck,
  })

  const logFailure = createFailureLog(log, clock)
  const logBug = (error: unknown) => logFailure(error, { requestId: requestId() }, 'unexpected failure')
  const api = createApi({
    contract,
    router: createRouter(modules, system),
    findViewerByToken: identity.findViewerByToken,
    authenticateApiKey: apiKeys.authenticate,
    async countCall({ operation, userId, timesPerHour }) {
      const counted = await modules.rateLimiter.take([{ name: operation, times: timesPerHour, perMs: hourMs }, userId])
      return counted.allowed ? null : counted.retryAfterSeconds
    },
    log: logBug,
    logDenial: (denial) => log.info({ event: 'access-denied', requestId: requestId(), ...denial }, 'access denied'),
    readMode: operation.current,
    writeLimits,
    ownsLargeBody: {
      'PUT /attempts/{id}/answers': async (viewerId, path) =>
        modules.assessment.ownsAttempt(viewerId, path.split('/')[2] ?? ''),
    },
    publicUrl,
  })

  metrics.observePageCache(pageCache.figures)
  metrics.observeWaitingWork(async () => ({
    ...(await mail.readWaiting()),
    ...(await commerce.readDue()),
    ...(await modules.groups.readReminders()),
  }))
  const headers = commonHeaders({ publicUrl })
  const handleApi = createCachingApi({ api, pageCache, headers })
  const paymentOrigin = payments.browser.origin === new URL(publicUrl).origin ? null : payments.browser.origin
  // Server-rendered pages call these; the browser loads them with the pages that do.
  registerContract(onDemandContract)
  const pages = pagesModule({
    renderer,
    api: createApiClient({ baseUrl: `${publicUrl}/api`, fetch: (request) => handleApi(request, inProcess.client) }),
    pageCache,
    policy: {
      paymentOrigin,
      googleScriptUrl: google?.settings.scriptUrl ?? null,
      isHttps: publicUrl.startsWith('https:'),
      isDevelopment,
    },
    publicUrl,
    headers,
    readBrandStyle: settings.readBrandStyle,
  })

  const app = mountRoutes({
    publicUrl,
    headers,
    logBug,
    handleApi,
    pages,
    pageCache,
    operation,
    site,
    uploads,
    media,
    serveMedia,
    certificateFiles,
    whatsAppWebhook: modules.deliveries.handleWhatsAppWebhook,
    exerciseFrameHtml: renderer.exerciseFrame,
  })

  return {
    /** `client` is the address that rate limits count for. */
    async fetch(request: Request, { client }: Caller = inProcess): Promise<Response> {
      const response = await app.fetch(request, { client })
      if (request.method === 'GET' && (response.status === 200 || response.status === 304)) {
        const { pathname, search } = new URL(request.url)
        modules.catalog.views.count({ url: pathname + search, header: (name) => request.headers.get(name) })
      }
      return response
    },
    /** The patterns of everything that is mounted, the contract as one. */
    mountedPaths: [...new Set(app.routes.map(({ path }) => path))],
    /** True for the path of an icon, which is made from the logo where the site has one. */
    isBrandIcon,
    /** The cached response to a GET of this URL: status, headers and bytes. Null on a miss. */
    peek(rawUrl: string, header: (name: string) => string | undefined) {
      // The site may be closed to who asks.
      if (operation.current().mode === 'maintenance') return null
      const cached = pageCache.peekUrl(rawUrl)
      if (!cached) return null
      modules.catalog.views.count({ url: rawUrl, header })
      return encodeResponse(cached, {
        ifNoneMatch: header('if-none-match'),
        acceptEncoding: header('accept-encoding') ?? '',
      })
    },
    modules,
    retention,
    jobs: modules.jobs,
    system,
    /** Resolves when no background work is running. */
    async idle(): Promise<void> {
      await modules.jobs.idle()
      await background.idle()
    },
    /** From now on the readiness endpoint returns 503, and everything else as before. */
    announceStop: () => site.announceStop(),
    async close(): Promise<void> {
      await background.idle()
      await modules.catalog.views.save()
      await cacheTags.close()
    },
  }
}
