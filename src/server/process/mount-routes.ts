import { Hono } from 'hono'
import { coverSvg } from '#server/platform/covers/index.ts'
import {
  ensureRequest,
  closedRetrySeconds,
  crossOrigin,
  failureResponse,
  minimalHeaders,
  unavailable,
  withCheckedBody,
  type BodyRule,
  isTemporary,
  rejection,
  requestId,
  toFailure,
} from '#server/platform/http/index.ts'
import { Overloaded } from '#server/platform/too-costly.ts'
import type { CertificateFiles } from '#server/learning/index.ts'
import { uploadPath, type Media, serveUpload, type Uploads } from '#server/platform/media/index.ts'
import {
  exerciseFrame,
  failurePage,
  maintenancePage,
  prepareResponse,
  respondWithText,
  toResponse,
  urlTooLongPage,
  type PageCache,
  type Pages,
} from '#server/platform/pages/index.ts'
import type { OperationModule } from '#server/site/settings/index.ts'
import { siteFilesModule, type SiteModule } from '#server/site/index.ts'
import { runInWorker } from '#server/platform/work/worker-pool.ts'
import type { writeApiDocument } from './openapi.ts'

export type Caller = { client: string }

/** Characters of path and query. The longest of our own are links in mails, with about 200. */
const maximumUrlLength = 2_048
/** Pages where an admin signs in and ends the maintenance; what they show comes from the API, which knows who asks. */
const staysOpen = /^\/(auth|admin)(\/|$)/
/** Read by verifiers on other sites. */
const publicCredentials = ['/.well-known/did.json', '/credentials/*']
/** A path that no page has. */
const unknownPage = '/404'

const apiWriter = new URL('openapi.ts', import.meta.url)
const whatsAppWebhookPath = '/api/whatsapp/webhook'

/**
 * Rules for bodies outside the contract, by path; on every other path a handler sees a request without a body. The contract and uploads of videos
 * take the unread request, because they have limits of their own.
 */
const bodyRules: Readonly<Record<string, BodyRule>> = {
  [whatsAppWebhookPath]: { maximumBytes: 512 * 1024, types: ['application/json'] },
}

const onlyReadable = () =>
  failureResponse(405, 'method-not-allowed', 'Metode ini tidak dikenal di alamat ini.', { allow: 'GET, HEAD' })

type Deps = {
  publicUrl: string
  /** Sent with every response. */
  headers: Record<string, string>
  logBug: (error: unknown) => void
  handleApi: (request: Request, client: string) => Promise<Response>
  pages: Pages
  pageCache: PageCache
  operation: OperationModule
  site: SiteModule
  uploads: Uploads
  media: Media
  serveMedia: (request: Request, token: string) => Promise<Response>
  certificateFiles: CertificateFiles
  whatsAppWebhook: (request: Request) => Promise<Response>
  /** The HTML of the frame in which code runs. */
  exerciseFrameHtml: string
}

/** Routes each path to its handler: the API, pictures, videos, generated files; pages everywhere else. */
export function mountRoutes(deps: Deps) {
  const {
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
    whatsAppWebhook,
    exerciseFrameHtml,
  } = deps
  const app = new Hono<{ Bindings: Caller; Variables: { unread: Request } }>()
  app.use('*', async (context, next) => {
    await ensureRequest(context.req.header('x-request-id'), next)
    const own = context.req.path.startsWith('/cover/') ? minimalHeaders({ publicUrl }) : headers
    for (const [name, value] of Object.entries(own)) context.res.headers.set(name, value)
  })
  app.use('*', async (context, next) => {
    const { pathname, search } = new URL(context.req.url)
    if (pathname.length + search.length > maximumUrlLength)
      return pathname.startsWith('/api/')
        ? failureResponse(414, 'url-too-long', 'Alamat ini terlalu panjang.')
        : urlTooLongPage()
    // No path contains NUL, and the database cannot compare with it.
    if (!pathname.includes('%00')) return next()
    return pathname.startsWith('/api/')
      ? failureResponse(404, 'not-found', 'Data tidak ditemukan.')
      : pages.fetch(new Request(publicUrl + unknownPage))
  })
  app.onError((error, context) => {
    // As endpoints do, for what fails before them: 503 while the database is away.
    if (context.req.path.startsWith('/api/')) return rejection(toFailure(error, logBug))
    if (!(error instanceof Overloaded)) logBug(error)
    return failurePage({ status: isTemporary(error) ? 503 : 500, requestId: requestId() })
  })
  app.use('*', async (context, next) => {
    const unread = context.req.raw
    context.set('unread', unread)
    const request = await withCheckedBody(unread, bodyRules[context.req.path])
    if (request instanceof Response) return request
    context.req.raw = request
    return next()
  })
  let apiDocument: ReturnType<typeof prepareResponse> | undefined
  async function makeApiDocument() {
    const text = await runInWorker<typeof writeApiDocument>('pictures', apiWriter, 'writeApiDocument', publicUrl)
    const headers = { 'content-type': 'application/json', 'cache-control': 'no-cache' }
    return prepareResponse({ status: 200, headers, body: new TextEncoder().encode(text) })
  }
  app.get('/api/openapi.json', async (context) => {
    apiDocument ??= makeApiDocument().catch((error: unknown) => {
      // The next request tries again.
      apiDocument = undefined
      throw error
    })
    return toResponse(await apiDocument, context.req.raw)
  })
  app.all('/api/openapi.json', onlyReadable)
  app.all('/api', () => failureResponse(404, 'not-found', 'Data tidak ditemukan.'))
  app.use(`${uploadPath}/*`, async (_, next) => {
    if (operation.current().mode === 'normal') return next()
    return unavailable('Situs sedang tidak menerima unggahan. Coba lagi nanti.', closedRetrySeconds)
  })
  app.all(uploadPath, (context) => media.receive(context.var.unread))
  app.all(`${uploadPath}/:id`, (context) => media.receive(context.var.unread))
  // Answers in the protocol of its caller, and needs the bytes of the body for its signature. In other modes the caller tries again.
  app.on(['GET', 'POST'], whatsAppWebhookPath, (context) => {
    if (operation.current().mode === 'normal') return whatsAppWebhook(context.req.raw)
    return unavailable('Situs sedang tidak menerima perubahan. Coba lagi nanti.', closedRetrySeconds)
  })
  // Mail programs without one-click unsubscribing open its address in a browser.
  app.get('/api/unsubscribe/:token', (context, next) =>
    context.req.header('accept')?.includes('text/html')
      ? Promise.resolve(context.redirect(`/berhenti-email/${encodeURIComponent(context.req.param('token'))}`, 303))
      : next(),
  )
  app.all('/api/*', (context) => handleApi(context.var.unread, context.env.client))
  app.get('/cover/:category/:file{[A-Za-z0-9-]{1,64}\\.svg}', async (context) => {
    const svg = coverSvg({
      category: context.req.param('category').slice(0, 80),
      seed: context.req.param('file').slice(0, -4),
    })
    // Not cached: clients could fill the page cache with arbitrary covers.
    return respondWithText(
      context.req.raw,
      {
        'content-type': 'image/svg+xml; charset=utf-8',
        'cache-control': 'public, max-age=31536000, immutable',
        'content-security-policy': "default-src 'none'; sandbox",
      },
      svg,
    )
  })
  app.get('/exercise-frame', (context) => exerciseFrame(context.req.raw, exerciseFrameHtml))
  // Built files such as /uploads/default.jpg are served before the request gets here.
  app.get('/uploads/:name', (context) => serveUpload(uploads, context.req.param('name')))
  app.on(['GET', 'HEAD'], '/media/:token', (context) => serveMedia(context.req.raw, context.req.param('token')))
  app.get('/certificate/:file{[a-z0-9-]+\\.(?:pdf|svg|json|html)}', async (context) => {
    return (
      (await certificateFiles.find(context.req.param('file'), context.env.client)) ??
      failureResponse(404, 'not-found', 'Sertifikat tidak ditemukan.')
    )
  })
  // Written into credentials from before; what is signed stays as it is.
  app.get('/course-detail', (context) => {
    const courseId = context.req.query('id')
    return context.redirect(courseId ? `/kelas/details/${encodeURIComponent(courseId)}` : '/kelas', 301)
  })
  app.on('OPTIONS', publicCredentials, (context) => context.body(null, 204, crossOrigin))
  app.on('GET', publicCredentials, async (context) => {
    return (
      (await certificateFiles.findPublic(context.req.path)) ??
      failureResponse(404, 'not-found', 'Data tidak ditemukan.')
    )
  })
  app.use('*', async (context, next) => {
    const { mode, message } = operation.current()
    return mode === 'maintenance' && !staysOpen.test(context.req.path) ? maintenancePage(message) : next()
  })
  app.route('/', siteFilesModule({ site, pageCache, headers }))
  app.on(['GET', 'HEAD'], '*', (context) => pages.fetch(context.req.raw))
  app.all('*', onlyReadable)
  return app
}
