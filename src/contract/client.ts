import { createORPCClient, ORPCError } from '@orpc/client'
import type { ContractRouterClient } from '@orpc/contract'
import { OpenAPILink } from '@orpc/openapi-client/fetch'
import type { Contract } from './index.ts'
import { visitorContract } from './visitor.ts'

export type ApiClient = ContractRouterClient<Contract>

export type ApiClientOptions = {
  /** Where the API lives, without a trailing slash: `https://cendaki.example/api`. */
  baseUrl: string
  fetch: (request: Request) => Promise<Response>
  /** The session token to send along; null for the public client, which sends none. */
  token?: () => Promise<string | null>
}

// What a browser has fetched of the contract; the types know all of it.
const known: Record<string, object> = { ...visitorContract }

/** Makes further calls known to every client here. Staff pages bring theirs before they call. */
export function teachClient(more: Record<string, object>): void {
  for (const [domain, calls] of Object.entries(more)) known[domain] = { ...known[domain], ...calls }
}

/** The one way into the product: the browser, server rendering and tests differ only in the `fetch` they hand over. */
export function createApiClient({ baseUrl, fetch, token }: ApiClientOptions): ApiClient {
  const link = new OpenAPILink(known as Contract, {
    url: baseUrl,
    fetch: (request) => fetch(request),
    headers: async () => {
      const value = await token?.()
      return value ? { authorization: `Bearer ${value}` } : {}
    },
    customErrorResponseBodyDecoder: (body, response) => readFailure(body, response.status),
  })
  return createORPCClient(link)
}

/** Failure bodies carry `kebab-case` codes; in code they are the contract's UPPER_CASE names. */
function readFailure(body: unknown, status: number): ORPCError<string, unknown> | null {
  if (typeof body !== 'object' || body === null || !('code' in body) || typeof body.code !== 'string') return null
  const { code, message, success: _, ...data } = body as { code: string; message?: string; success?: boolean }
  return new ORPCError(code.toUpperCase().replaceAll('-', '_'), { defined: true, status, message: message ?? '', data })
}

/** Messages of a refused input by field name; empty when the failure is of another kind. */
export function fieldErrors(error: unknown): Record<string, string> {
  if (!(error instanceof ORPCError)) return {}
  const data = error.data as { errors?: Record<string, string> } | undefined
  return data?.errors ?? {}
}

/** The server's own words for a failure, when it answered at all. */
export function serverMessage(error: unknown): string | null {
  return error instanceof ORPCError && error.defined && error.message ? error.message : null
}

/** After how many seconds it is worth coming back; null when the failure is of another kind. */
export function retryAfterSeconds(error: unknown): number | null {
  if (!(error instanceof ORPCError) || error.status !== 429) return null
  return (error.data as { retryAfterSeconds?: number } | undefined)?.retryAfterSeconds ?? 5
}

/** What a declared error carries beside its message. */
export function failureData<Data>(error: unknown): Data {
  return (error instanceof ORPCError ? error.data : {}) as Data
}

export function failureCode(error: unknown): string | null {
  return error instanceof ORPCError ? error.code : null
}

export function failureStatus(error: unknown): number | null {
  return error instanceof ORPCError && error.defined ? error.status : null
}
