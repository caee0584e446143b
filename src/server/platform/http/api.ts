import { OpenAPIHandler } from '@orpc/openapi/fetch'
import type { AnyContractRouter } from '@orpc/contract'
import { ORPCError, type Router } from '@orpc/server'
import * as z from 'zod/mini'
import { tooManyMessage } from '#contract/kit/format/wait.ts'
import type { SiteMode } from '#contract/kit/site-mode.ts'
import { isApiKeyHeader } from './api-key.ts'
import type { ApiContext } from './context.ts'
import {
  closedRetrySeconds,
  failureBody,
  failureResponse,
  malformedRequest,
  rejection,
  toFailure,
  unavailable,
  withRetryAfter,
  type FailureLog,
} from './failures.ts'
import { isStaff } from '#contract/kit/roles.ts'
import { forbidden, mayCall, unauthorized } from './access.ts'
import { cutToLimits } from './cut-to-limits.ts'
import { defaultMessage } from './default-messages.ts'
import { crossOrigin } from './headers.ts'
import { createLargeUploads } from './large-uploads.ts'
import { createContext, type CallerDeps } from './create-context.ts'
import { respondUnread } from './request-body.ts'
import { holdsUnstorable } from '#server/platform/storable-text.ts'
import { isMultipart, isNestedDeeper, readUsableBody } from './usable-body.ts'
import { createWritePace, type WriteLimits } from './write-pace.ts'
import { createRouteTable, type Route } from './route-table.ts'

const closedMessages = {
  maintenance: 'Situs sedang dalam pemeliharaan. Coba lagi nanti.',
  'read-only': 'Situs sedang hanya bisa dibaca, jadi perubahan belum bisa disimpan. Coba lagi nanti.',
} as const

z.config({ localeError: defaultMessage })

export type Api = {
  /** Handles a request below /api. Never rejects. */
  fetch(request: Request, client: string): Promise<Response>
  /** The URL of a response that is the same for everyone, without parameters that the endpoint does not read; null for any other response. */
  cacheableUrl(request: Request): URL | null
}

/** A call that was rejected with 403. The endpoint is named by the contract, because URLs contain personal data. */
type Denial = { endpoint: string; userId: string | null; client: string }

export type ApiDeps = CallerDeps & {
  contract: AnyContractRouter
  /** Answers the contract. */
  router: Router<AnyContractRouter, ApiContext>
  log: FailureLog
  logDenial: (denial: Denial) => void
  /** Mode of the site, with the sentence that visitors read while it is not open. */
  readMode: () => { mode: SiteMode; message: string | null }
  /** True when the caller owns what a large body is for, by endpoint; asked before the body is read. */
  ownsLargeBody: Readonly<Record<string, (viewerId: string, path: string) => Promise<boolean>>>
  /** Those of production by default. */
  writeLimits?: WriteLimits | undefined
  /** Public base URL. Behind a proxy the URL of a request does not show whether the client used HTTPS. */
  publicUrl: string
}

export function createApi({
  contract,
  router,
  findViewerByToken,
  authenticateApiKey,
  countCall,
  log,
  logDenial,
  readMode,
  ownsLargeBody,
  writeLimits,
  publicUrl,
}: ApiDeps): Api {
  const routes = createRouteTable(contract)
  const onlySecure = publicUrl.startsWith('https:')
  const largeUploads = createLargeUploads()
  const pace = createWritePace(writeLimits)
  const handler = new OpenAPIHandler<ApiContext>(router, {
    interceptors: [
      async ({ next, context }) => {
        try {
          return await next()
        } catch (error) {
          // Before the endpoint is reached only the body of the request can be wrong, such as a multipart body without its end.
          throw context.isDecoded ? toFailure(error, log, context.path) : malformedRequest()
        }
      },
    ],
    clientInterceptors: [
      async ({ input, next, context, procedure, ...rest }) => {
        context.isDecoded = true
        context.path = procedure['~orpc'].route.path ?? ''
        const { inputSchema } = procedure['~orpc']
        const read = inputSchema ? cutToLimits(inputSchema as z.core.$ZodType, input) : input
        if (isNestedDeeper(read)) throw malformedRequest()
        const unusable = Object.entries(read ?? {}).filter(([, value]) => holdsUnstorable(value))
        if (unusable.length === 0) return next({ ...rest, context, procedure, input: read })
        const errors = Object.fromEntries(unusable.map(([name]) => [name, 'Memuat karakter yang tidak bisa dipakai']))
        throw new ORPCError('INVALID_INPUT', {
          status: 422,
          message: 'Periksa lagi isian yang ditandai.',
          data: { errors },
        })
      },
    ],
    customErrorResponseBodyEncoder: failureBody,
  })

  async function reportDenial({ method, path, meta }: Route, context: ApiContext): Promise<void> {
    const userId = await readUserId(context)
    // A rejected sign-in has an event of its own.
    if (userId !== null || meta.access !== 'public')
      logDenial({ endpoint: `${method} ${path}`, userId, client: context.client })
  }

  /** The refusal while the site is closed to this caller. */
  async function findClosed({ method, meta }: Route, context: ApiContext): Promise<Response | null> {
    const { mode, message } = readMode()
    if (mode === 'normal' || meta.staysOpen || meta.access === 'provider') return null
    if (mode === 'read-only' && method === 'GET') return null
    const viewer = await context.findViewer().catch(() => null)
    if (viewer?.role === 'admin') return null
    return unavailable(message ?? closedMessages[mode], closedRetrySeconds, mode)
  }

  async function respond(
    request: Request,
    route: Route | null,
    context: ApiContext,
    cookies: readonly string[],
    onRead: (bytes: number) => void = () => {},
  ): Promise<Response> {
    const readable = await readUsableBody(request, route?.meta ?? null, onRead)
    if (readable instanceof Response) return readable
    const { response } = await handler.handle(readable, { prefix: '/api', context })
    if (!response) return failureResponse(404, 'not-found', 'Data tidak ditemukan.')
    if (response.status === 403 && route) await reportDenial(route, context)
    response.headers.set('cache-control', 'no-store')
    for (const cookie of cookies) response.headers.append('set-cookie', cookie)
    // Files are downloaded, never displayed as a page of this origin.
    const disposition = response.headers.get('content-disposition')
    if (disposition) response.headers.set('content-disposition', disposition.replace(/^inline/, 'attachment'))
    return response.status === 503 || response.status === 429
      ? withRetryAfter(response, await readRetrySeconds(response))
      : response
  }

  return {
    cacheableUrl(request) {
      // A key opens its scopes only; a cached response would be served without checking them.
      if (isApiKeyHeader(request.headers.get('authorization'))) return null
      const route = request.method === 'GET' ? routes.find('GET', pathOf(request)) : null
      if (!route?.meta.cached) return null
      // A cached response would be served to everybody.
      if (readMode().mode === 'maintenance' && !route.meta.staysOpen) return null
      const url = new URL(request.url)
      const known = [...url.searchParams].filter(([name]) => route.fields.includes(name))
      url.search = String(new URLSearchParams(known.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))))
      return url
    },
    async fetch(request, client) {
      const readable = routes.find('GET', pathOf(request))
      const isOpen = readable?.meta.anyOrigin === true
      if (isOpen && request.method === 'OPTIONS') return new Response(null, { status: 204, headers: crossOrigin })
      // As HTTP says, for what everybody may read; the server drops the body.
      const isHead = request.method === 'HEAD' && readable?.meta.access === 'public'
      const { url, headers, signal } = request
      const response = await fetchOne(isHead ? new Request(url, { method: 'GET', headers, signal }) : request, client)
      if (isOpen) for (const [name, value] of Object.entries(crossOrigin)) response.headers.set(name, value)
      return isHead ? new Response(null, response) : response
    },
  }

  async function fetchOne(request: Request, client: string): Promise<Response> {
    const unknown = rejectUnknownRoute(routes, request)
    if (unknown) return unknown
    const route = routes.find(request.method, pathOf(request))
    const cookies: string[] = []
    const context = createContext(request, client, {
      findViewerByToken,
      authenticateApiKey,
      countCall,
      cookies,
      onlySecure,
    })
    const closed = route && (await findClosed(route, context))
    if (closed) return respondUnread(request, closed)
    const run = () => respond(request, route, context, cookies)
    // Calls without a session are limited by their endpoints. All others that write count here, with a body or without one.
    const isOpen = route?.meta.access === 'public' || route?.meta.access === 'provider'
    if (!route || route.method === 'GET' || isOpen) return run()
    // Bodies of callers who may not call are not read: they may be large, and arrive slowly.
    const viewer = await context.findViewer().catch((error: unknown) => toFailure(error, log))
    if (viewer instanceof ORPCError) return respondUnread(request, rejection(viewer))
    if (!viewer) return respondUnread(request, rejection(unauthorized()))
    const isKey = isApiKeyHeader(request.headers.get('authorization'))
    // Keys have a limit of their own.
    const waitSeconds = isKey ? null : pace.take(viewer.id)
    if (waitSeconds !== null) return respondUnread(request, rejection(tooManyWrites(waitSeconds)))
    if (!isKey && !mayCall(route.meta.access, viewer)) {
      await reportDenial(route, context)
      return respondUnread(request, rejection(forbidden()))
    }
    if (!isMultipart(request) || !route.meta.upload) {
      const owns = ownsLargeBody[`${route.method} ${route.path}`]
      if (owns && mayBeLarge(request, route.meta.maximumBodyBytes) && !(await owns(viewer.id, pathOf(request))))
        return respondUnread(request, failureResponse(404, 'not-found', 'Data tidak ditemukan.'))
      return respond(request, route, context, cookies, (bytes) => pace.charge(viewer.id, bytes))
    }
    const isStaffCall = isKey || isStaff(viewer.role)
    const response = await largeUploads.run(
      { userId: viewer.id, isStaff: isStaffCall },
      request.headers.get('content-length'),
      run,
    )
    return response ?? respondUnread(request, unavailable('Sedang banyak unggahan. Coba lagi sebentar lagi.', 15))
  }
}

/** Bodies that people send are smaller, and are validated in less than a millisecond. */
const smallBytes = 64 * 1024
/** One that declares too much is not read at all. */
function mayBeLarge({ headers }: Request, maximumBytes = Infinity): boolean {
  const declared = headers.get('content-length')
  return declared === null || (Number(declared) > smallBytes && Number(declared) <= maximumBytes)
}

const tooManyWrites = (retryAfterSeconds: number) =>
  new ORPCError('TOO_MANY_REQUESTS', {
    status: 429,
    message: tooManyMessage(retryAfterSeconds),
    data: { retryAfterSeconds },
  })

/** The caller of a public endpoint may be unknown, or have an invalid token. */
const readUserId = (context: ApiContext): Promise<string | null> =>
  context.findViewer().then(
    (viewer) => viewer?.id ?? null,
    () => null,
  )

/** The header repeats the value of the body. */
const readRetrySeconds = async (response: Response): Promise<number | undefined> =>
  ((await response.clone().json()) as { retryAfterSeconds?: number }).retryAfterSeconds

const pathOf = (request: Request): string => new URL(request.url).pathname.replace(/^\/api/, '')

function rejectUnknownRoute(
  routes: { find(method: string, path: string): Route | null; methodsOf(path: string): string[] },
  request: Request,
): Response | null {
  const path = pathOf(request)
  const methods = routes.methodsOf(path)
  if (methods.length === 0) return failureResponse(404, 'not-found', 'Data tidak ditemukan.')
  if (!methods.includes(request.method))
    return failureResponse(405, 'method-not-allowed', 'Metode ini tidak dikenal di alamat ini.', {
      allow: methods.join(', '),
    })
  return null
}
