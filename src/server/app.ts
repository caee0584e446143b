import { Hono } from 'hono'
import type { Logger } from 'pino'
import { createApiClient } from '#contract/client.ts'
import { createAudit } from '#server/audit/index.ts'
import {
  createAuthoring,
  createAuthoringRoutes,
  createCatalog,
  createCatalogRoutes,
  createCategoryEditor,
  createCategoryRoutes,
} from '#server/catalog/index.ts'
import { createBackground } from './background.ts'
import { createChanges } from '#server/changes/index.ts'
import type { Clock } from '#server/clock.ts'
import {
  createCommerce,
  createCommercePersonalData,
  createCommerceRoutes,
  createPromoCodeRoutes,
  createSalesRoutes,
  type PaymentProvider,
} from '#server/commerce/index.ts'
import { coverSvg } from '#server/covers/index.ts'
import { isDatabaseAway, isTooSlow, type Database, type Transaction } from '#server/database/index.ts'
import { commonHeaders, createApi, failureResponse, requestId, withRequestId } from '#server/http/index.ts'
import { createAccountRoutes, createIdentity, createIdentityRoutes, type GoogleVerifier, type PersonalData, type SessionLives } from '#server/identity/index.ts'
import {
  createCertificateFiles,
  createCertificateRoutes,
  createCertificates,
  createCourseStudents,
  createCourseStudentsRoutes,
  createLearning,
  createLearningPersonalData,
  createLearningRoutes,
} from '#server/learning/index.ts'
import { createMail, createMailRoutes, type Postman } from '#server/mail/index.ts'
import { createLibrary, createLibraryPersonalData, createLibraryRoutes } from '#server/library/index.ts'
import { answerOnce, createMemory, createPages, failurePage, toAnswer, toResponse, type Memory, type PageRenderer } from '#server/pages/index.ts'
import { createThrottle } from '#server/throttle/index.ts'
import { createSettings, createSettingsRoutes } from '#server/settings/index.ts'
import { createAuditLog, createAuditLogRoutes, createOverviewRoutes, createSite, createSiteFiles, createSiteRoutes } from '#server/site/index.ts'
import { createStudents, createStudentsRoutes } from '#server/students/index.ts'
import { answerUpload, createUploadRoutes, createUploads, type UploadsInUse } from '#server/uploads/index.ts'
import { describeApi } from './openapi.ts'

export type AppDeps = {
  database: Database
  payments: PaymentProvider
  postman: Postman
  /** The web shelf, built. */
  renderer: PageRenderer
  clock: Clock
  log: Logger
  publicUrl: string
  sessionLives: SessionLives
  google: GoogleVerifier | null
  development?: boolean
}

export type App = Awaited<ReturnType<typeof createApp>>

export type Caller = { client: string }
/** Pages that are being rendered, and whatever else calls in process. */
const ourselves: Caller = { client: 'in-process' }

const memoryBytes = 64 * 1024 * 1024

/** The product as one function from request to response; everything it can touch is handed in. */
export async function createApp({ database, payments, postman, renderer, clock, log, publicUrl, sessionLives, google, development = false }: AppDeps) {
  const background = createBackground({ log })
  const changes = await createChanges(database)
  const audit = createAudit({ database, clock })
  const settings = createSettings({ database, changes, audit })
  const readSender = async (tx: Transaction) => settings.readSite(tx)
  const mail = createMail({ database, clock, postman, background, log, publicUrl, readSender })
  const throttle = createThrottle({ database, clock })
  const uploadsInUse: UploadsInUse[] = []
  const uploads = createUploads({ database, throttle, clock, inUse: uploadsInUse })
  const personalData: PersonalData[] = []
  const identity = createIdentity({ database, clock, throttle, mail, uploads, audit, background, log, changes, publicUrl, sessionLives, google, personalData })
  const catalog = createCatalog({ database, changes, identity, clock })
  const authoring = createAuthoring({
    database,
    changes,
    identity,
    audit,
    uploads,
    clock,
    countCertificates: (courseIds) => certificates.countOf(courseIds),
  })
  const learning = createLearning({ database, catalog, identity, clock })
  const library = createLibrary({ database, changes, audit, clock })
  const certificates = createCertificates({ database, catalog, identity, changes, audit, clock, publicUrl })
  const certificateFiles = createCertificateFiles({ certificates, publicUrl, readSiteName: async () => (await settings.readSite()).name })
  const commerce = createCommerce({ database, catalog, learning, library, identity, settings, mail, audit, throttle, payments, clock, log, publicUrl })
  uploadsInUse.push(identity.listUploadsInUse, catalog.listUploadsInUse, library.listUploadsInUse)
  personalData.push(
    createLearningPersonalData({ database, catalog, changes }),
    createLibraryPersonalData({ database }),
    createCommercePersonalData({ database }),
  )
  const students = createStudents({ database, identity, learning, commerce, audit, clock })
  const site = createSite({ database, settings, catalog, library, learning, identity, commerce, clock, publicUrl, google: google?.settings ?? null })

  const logBug = (error: unknown) => log.error({ err: error, requestId: requestId() }, 'unexpected failure')
  const api = createApi({
    router: {
      identity: createIdentityRoutes(identity),
      account: createAccountRoutes(identity.account),
      mail: createMailRoutes(mail),
      catalog: createCatalogRoutes(catalog),
      authoring: createAuthoringRoutes(authoring),
      courseStudents: createCourseStudentsRoutes(createCourseStudents({ database, catalog, identity, audit, clock })),
      learning: createLearningRoutes(learning),
      certificates: createCertificateRoutes(certificates),
      library: createLibraryRoutes(library, database),
      commerce: createCommerceRoutes(commerce),
      sales: createSalesRoutes(commerce),
      students: createStudentsRoutes(students),
      categories: createCategoryRoutes(createCategoryEditor({ database, changes, audit })),
      audit: createAuditLogRoutes(createAuditLog({ audit, identity, catalog, library })),
      promoCodes: createPromoCodeRoutes(commerce),
      settings: createSettingsRoutes(settings),
      site: createSiteRoutes(site),
      overview: createOverviewRoutes(site),
      uploads: createUploadRoutes(uploads),
    },
    findViewerByToken: identity.findViewerByToken,
    log: logBug,
    publicUrl,
  })

  const memory = createMemory({ changes, clock, maximumBytes: memoryBytes })
  const headers = commonHeaders({ publicUrl })
  const answerApi = createApiAnswerer({ api, memory, headers })
  const paymentOrigin = payments.browser.origin === new URL(publicUrl).origin ? null : payments.browser.origin
  const pages = createPages({
    renderer,
    api: createApiClient({ baseUrl: `${publicUrl}/api`, fetch: (request) => answerApi(request, ourselves.client) }),
    memory,
    policy: { paymentOrigin, googleScriptUrl: google?.settings.scriptUrl ?? null, https: publicUrl.startsWith('https:'), development },
    publicUrl,
    headers,
  })

  const app = new Hono<{ Bindings: Caller }>()
  app.use('*', async (context, next) => {
    await withRequestId(next)
    for (const [name, value] of Object.entries(headers)) context.res.headers.set(name, value)
  })
  app.onError((error, context) => {
    logBug(error)
    if (!context.req.path.startsWith('/api/')) return failurePage({ status: isDatabaseAway(error) || isTooSlow(error) ? 503 : 500, requestId: requestId() })
    return failureResponse(500, 'internal-error', 'Ada gangguan di server. Coba lagi sebentar lagi.')
  })
  app.get('/api/openapi.json', async (context) => context.json(await describeApi(publicUrl)))
  app.all('/api', () => failureResponse(404, 'not-found', 'Data tidak ditemukan.'))
  app.all('/api/*', (context) => answerApi(context.req.raw, context.env.client))
  app.get('/cover/:category/:file{[A-Za-z0-9-]{1,64}\\.svg}', async (context) => {
    const svg = coverSvg({ category: context.req.param('category').slice(0, 80), seed: context.req.param('file').slice(0, -4) })
    // Drawn and compressed anew each time: anybody can ask for any, and the pages' memory is for pages.
    return answerOnce(
      context.req.raw,
      {
        'content-type': 'image/svg+xml; charset=utf-8',
        'cache-control': 'public, max-age=31536000, immutable',
        'content-security-policy': "default-src 'none'; sandbox",
      },
      svg,
    )
  })
  // Files of the build, such as /uploads/default.jpg, were looked for before.
  app.get('/uploads/:name', (context) => answerUpload(uploads, context.req.param('name')))
  app.get('/certificate/:file{[a-z0-9-]+\\.(?:pdf|svg|json|html)}', async (context) => {
    return (await certificateFiles.find(context.req.param('file'))) ?? failureResponse(404, 'not-found', 'Sertifikat tidak ditemukan.')
  })
  app.route('/', createSiteFiles({ site, memory, headers }))
  app.on(['GET', 'HEAD'], '*', (context) => pages.fetch(context.req.raw))
  app.all('*', () => failureResponse(405, 'method-not-allowed', 'Metode ini tidak dikenal di alamat ini.', { allow: 'GET, HEAD' }))

  return {
    /** `client` is the address that the caller's attempts are counted for. */
    fetch: async (request: Request, { client }: Caller = ourselves): Promise<Response> => app.fetch(request, { client }),
    /** The answer to a GET of this address, if it is remembered: status, headers and bytes, ready to be written. */
    peek(rawAddress: string, wishes: Parameters<typeof toAnswer>[1]) {
      const kept = memory.peekAddress(rawAddress)
      return kept && toAnswer(kept, wishes)
    },
    modules: { settings, throttle, mail, audit, uploads, identity, catalog, learning, certificates, library, commerce, students },
    /** Once nothing goes on any more that no answer waits for. */
    idle: () => background.idle(),
    async close(): Promise<void> {
      await background.idle()
      await changes.close()
    },
  }
}

/** Public answers come from memory; whoever sends a session token is answered afresh, except where the answer is the same for everyone. */
function createApiAnswerer({ api, memory, headers }: { api: ReturnType<typeof createApi>; memory: Memory; headers: Record<string, string> }) {
  return async (request: Request, client: string): Promise<Response> => {
    const url = new URL(request.url)
    if (!api.isRemembered(request) || !isFewEnough(url)) return api.fetch(request, client)
    const key = `api ${memoryAddress(url)}`
    const kept = await memory.answer(key, async () => {
      // The address alone decides: no header of the first who asks may colour what all others are told.
      const response = await api.fetch(new Request(request.url), client)
      return {
        status: response.status,
        headers: {
          ...headers,
          'content-type': response.headers.get('content-type') ?? 'application/json',
          'cache-control': response.status === 200 ? 'public, max-age=0, must-revalidate' : 'no-store',
        },
        body: new Uint8Array(await response.arrayBuffer()),
      }
    })
    memory.alias(url.pathname + url.search, key)
    return toResponse(kept, request)
  }
}

/** Free text and many filters together make more addresses than are worth keeping. */
const isFewEnough = ({ searchParams }: URL): boolean => !searchParams.has('q') && searchParams.size <= 3

/** The same parameters in another order are the same address. */
function memoryAddress(url: URL): string {
  const sorted = new URLSearchParams([...url.searchParams].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)))
  return `${url.pathname}?${sorted}`
}
