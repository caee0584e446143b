import { ORPCError } from '@orpc/server'
import type { ApiContext, ApiKeyCaller, Viewer } from './context.ts'
import { isApiKeyHeader, viewerOfApiKey } from './api-key.ts'
import { logViewer } from './request-id.ts'

export type CallerDeps = {
  /** The user of a session token; null for an invalid one. */
  findViewerByToken: (token: string) => Promise<Viewer | null>
  /** The caller of an API key; null for an unknown, expired or revoked one. Counts the call against the rate limit of the key. */
  authenticateApiKey: (key: string) => Promise<ApiKeyCaller | { retryAfterSeconds: number } | null>
  countCall: ApiContext['countCall']
}

/** Who calls: session, API key or nobody, looked up when an endpoint asks first. */
export function createContext(
  request: Request,
  client: string,
  {
    findViewerByToken,
    authenticateApiKey,
    countCall,
    cookies,
    onlySecure,
  }: CallerDeps & {
    /** Receives what the endpoint sets. */
    cookies: string[]
    onlySecure: boolean
  },
): ApiContext {
  const token = /^Bearer ([\w-]{1,200})$/i.exec(request.headers.get('authorization') ?? '')?.[1] ?? null
  const hasHeader = request.headers.has('authorization')
  const hasApiKey = isApiKeyHeader(request.headers.get('authorization'))
  let viewer: Promise<Viewer | null> | undefined
  let apiKey: Promise<ApiKeyCaller> | undefined
  async function findApiKey(): Promise<ApiKeyCaller | null> {
    if (!hasApiKey) return null
    apiKey ??= (token ? authenticateApiKey(token) : Promise.resolve(null)).then(acceptApiKey)
    return apiKey
  }
  return {
    isDecoded: false,
    path: '',
    client,
    countCall,
    challengeSolution: request.headers.get('x-challenge'),
    readCookie(name) {
      const pairs = (request.headers.get('cookie') ?? '').split(';').map((pair) => pair.trim().split('='))
      return pairs.find(([key]) => key === name)?.[1] ?? null
    },
    setCookie({ name, value, path, maxAgeSeconds }) {
      const secure = onlySecure ? '; Secure' : ''
      cookies.push(`${name}=${value}; Path=${path}; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${secure}`)
    },
    userAgent: (request.headers.get('user-agent') ?? '').slice(0, 300),
    referrer: request.headers.get('referer'),
    findApiKey,
    findViewer() {
      if (!hasHeader) return Promise.resolve(null)
      if (hasApiKey) return findApiKey().then((key) => key && viewerOfApiKey(key))
      viewer ??= (token ? findViewerByToken(token) : Promise.resolve(null)).then((found) => {
        if (!found)
          throw new ORPCError('UNAUTHORIZED', { status: 401, message: 'Sesi berakhir. Masuk lagi untuk melanjutkan.' })
        logViewer(found.role)
        return found
      })
      return viewer
    },
  }
}

function acceptApiKey(found: ApiKeyCaller | { retryAfterSeconds: number } | null): ApiKeyCaller {
  if (!found)
    throw new ORPCError('UNAUTHORIZED', {
      status: 401,
      message: 'Kunci API tidak dikenal, sudah dicabut, atau kedaluwarsa.',
    })
  if ('id' in found) {
    logViewer('api-key')
    return found
  }
  throw new ORPCError('TOO_MANY_REQUESTS', {
    status: 429,
    message: 'Terlalu banyak permintaan dengan kunci API ini. Coba lagi sebentar lagi.',
    data: found,
  })
}
