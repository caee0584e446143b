import type { ApiScope } from '#contract/kit/api-scopes.ts'
import type { Role } from '#contract/kit/roles.ts'

/** The calling user, read from the database on each request. */
export type Viewer = {
  id: string
  name: string
  email: string
  role: Role
  photo: string
  sessionId: string
  /** The last ten minutes proved that the session is used by this user. */
  hasFreshProof: boolean
  /** Staff without two-step sign-in, where the site requires it: the staff endpoints are closed to them. */
  mustSetUpTwoSteps: boolean
}

/** The API key that calls. */
export type ApiKeyCaller = { id: string; name: string; scopes: readonly ApiScope[] }

/** Context of every endpoint. */
export type ApiContext = {
  /** True once the input could be read. */
  isDecoded: boolean
  /** The path of the endpoint with its parameters in braces, once it was decoded. */
  path: string
  /** The caller of a public endpoint; null without a token. Throws UNAUTHORIZED for an invalid token. */
  findViewer(): Promise<Viewer | null>
  /** The API key of the request; null without one. Throws UNAUTHORIZED for an unknown one and TOO_MANY_REQUESTS over its rate limit. */
  findApiKey(): Promise<ApiKeyCaller | null>
  /** Counts a call of an operation with a limit; how long its caller has to wait when it is exceeded, else null. */
  countCall(call: { operation: string; userId: string; timesPerHour: number }): Promise<number | null>
  userAgent: string
  /** The page that calls, where the browser says it. */
  referrer: string | null
  readCookie(name: string): string | null
  /** Sets an HttpOnly cookie with SameSite=Lax. */
  setCookie(cookie: { name: string; value: string; path: string; maxAgeSeconds: number }): void
  /** Client address that rate limits count for. */
  client: string
  /** The header `X-Challenge`: the solution of a proof-of-work challenge. */
  challengeSolution: string | null
}
