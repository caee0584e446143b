import { createContext, useContext } from 'react'
import { createApiClient, failureCode, type ApiClient } from '#contract/client.ts'
import { hourMs, minuteMs } from '#contract/kit/durations.ts'
import { rememberUser, requestProof } from './session/login-requests.ts'
import { noSessions, type SessionStore } from './session/session-store.ts'

/** The API clients and the session store, passed to the route table as one value. */
export type Api = {
  /** Sends no credentials: every visitor gets the same response. */
  anonymous: ApiClient
  /** Sends the session token; a 401 response removes that session. A call that needs a fresh proof opens a dialog and is repeated after it. */
  authenticated: ApiClient
  /** Sends this token, which may no longer be in the session store. */
  withToken(token: string): ApiClient
  sessions: SessionStore
}

/** A request that got no response. A TypeError like the one of `fetch`, and its own class, because errors of the program are TypeErrors too. */
export class NetworkFailure extends TypeError {
  override name = 'NetworkFailure'
}

/** Messages of Chromium, Firefox and Safari for a failed dynamic import. */
const failedImport = /dynamically imported module|Importing a module script failed/i

/** No response, a timeout, or code that could not be loaded. Other errors are bugs, whatever words their messages contain. */
export function isNetworkFailure(error: unknown): boolean {
  if (error instanceof DOMException) return error.name === 'TimeoutError' || error.name === 'AbortError'
  return error instanceof NetworkFailure || (error instanceof Error && failedImport.test(error.message))
}

/** The API over the network, for the browser. `baseUrl` is absolute: `https://…/api`. */
export function createBrowserApi(baseUrl: string, sessions: SessionStore): Api {
  const send = async (request: Request) => {
    const { headers, signal, url } = request
    // A slower request fails, so that the user can try again. Uploads and exports are slow on mobile networks, most of all everything of a site.
    const limitMs = url.endsWith('/file')
      ? hourMs
      : headers.get('content-type')?.startsWith('multipart/') || /\/export\b/.test(url)
        ? minuteMs
        : 10_000
    try {
      return await fetch(request, { signal: AbortSignal.any([signal, AbortSignal.timeout(limitMs)]) })
    } catch (error) {
      throw error instanceof TypeError ? new NetworkFailure(error.message, { cause: error }) : error
    }
  }
  const sendAnonymously = async (request: Request) => {
    // Sending consumes the body, and a rejected request may be repeated.
    const repeated = request.method === 'POST' ? request.clone() : null
    const response = await send(request)
    if (response.status !== 429 || repeated === null) return response
    const { repeatWithSolution } = await import('./repeat-with-solution.ts')
    return repeatWithSolution(response, repeated, send)
  }
  const token = async () => {
    const session = await sessions.read(location.pathname)
    if (session) rememberUser(session.user._id)
    return session?.token ?? null
  }
  return {
    anonymous: createApiClient({ baseUrl, fetch: sendAnonymously }),
    authenticated: createApiClient({
      baseUrl,
      token,
      fetch: async (request) => {
        const response = await send(request)
        const sent = request.headers.get('authorization')?.replace(/^Bearer /, '')
        if (response.status === 401 && sent) await sessions.remove(sent)
        return response
      },
      mayRepeat: async (error) => failureCode(error) === 'STEP_UP_REQUIRED' && requestProof(),
    }),
    withToken: (given) => createApiClient({ baseUrl, token: async () => given, fetch: send }),
    sessions,
  }
}

/** The API for server rendering: the public client only. */
export const createPublicApi = (client: ApiClient): Api => ({
  anonymous: client,
  authenticated: client,
  withToken: () => client,
  sessions: noSessions,
})

export const ApiContext = createContext<Api | null>(null)

export function useApi(): Api {
  const api = useContext(ApiContext)
  if (!api) throw new Error('useApi requires an ApiContext provider')
  return api
}
