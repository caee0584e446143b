import { createORPCClient, ORPCError } from '@orpc/client'
import type { ContractRouterClient } from '@orpc/contract'
import type * as z from 'zod/mini'
import type { Contract } from './index.ts'
import { visitorContract } from './visitor.ts'
import { createHttpLink } from '#contract/kit/http-link.ts'

export type ApiClient = ContractRouterClient<Contract>

export type ApiClientOptions = {
  /** The base URL of the API without a trailing slash: `https://cendaki.example/api`. */
  baseUrl: string
  fetch: (request: Request) => Promise<Response>
  /** Returns the session token to send; null sends none, as the public client does. */
  token?: () => Promise<string | null>
  /** Called with a failure. True repeats the call once. */
  mayRepeat?: (error: unknown) => Promise<boolean>
}

// The part of the contract that is loaded at runtime; the types cover all of it.
const known: Record<string, object> = { ...visitorContract }

/** Adds endpoints to every client. Staff pages register theirs before the first call. */
export function registerContract(more: Record<string, object>): void {
  for (const [domain, calls] of Object.entries(more)) known[domain] = { ...known[domain], ...calls }
}

/** Creates the API client. The browser, server rendering and tests differ only in the `fetch` that they pass. */
export function createApiClient({ baseUrl, fetch, token, mayRepeat }: ApiClientOptions): ApiClient {
  const link = createHttpLink(known, {
    baseUrl,
    fetch,
    headers: async () => {
      const value = await token?.()
      return value ? { authorization: `Bearer ${value}` } : {}
    },
    readFailure,
  })
  return createORPCClient({
    call: async (path, input, options) => {
      try {
        return await link.call(path, input, options)
      } catch (error) {
        if (!(await mayRepeat?.(error))) throw error
        return link.call(path, input, options)
      }
    },
  })
}

export const tooLargeForServer =
  'Berkas atau isian terlalu besar untuk server ini. Perkecil atau bagi, lalu coba lagi. Tetap ditolak? Hubungi pengelola situs.'

/** Error bodies have `kebab-case` codes; the contract uses UPPER_CASE names. A proxy before the server says 413 in a page of its own. */
function readFailure(body: unknown, status: number): ORPCError<string, unknown> | null {
  if (typeof body !== 'object' || body === null || !('code' in body) || typeof body.code !== 'string')
    return status === 413 ? new ORPCError('PROXY_LIMIT', { defined: true, status, message: tooLargeForServer }) : null
  const { code, message, success: _, ...data } = body as { code: string; message?: string; success?: boolean }
  return new ORPCError(code.toUpperCase().replaceAll('-', '_'), { defined: true, status, message: message ?? '', data })
}

/** Validation messages by field name; empty for any other failure. */
export function fieldErrors(error: unknown): Record<string, string> {
  if (!(error instanceof ORPCError)) return {}
  const data = error.data as { errors?: Record<string, string> } | undefined
  return data?.errors ?? {}
}

/** The server's message for a failure; null when no response arrived. */
export function serverMessage(error: unknown): string | null {
  return error instanceof ORPCError && error.defined && error.message ? error.message : null
}

/** True when the server responded at all, if only with a failure that it does not declare. */
export const hasResponded = (error: unknown): boolean => error instanceof ORPCError

/** Seconds to wait before a retry; null for any other failure. */
export function retryAfterSeconds(error: unknown): number | null {
  if (!(error instanceof ORPCError) || error.status !== 429) return null
  return (error.data as { retryAfterSeconds?: number } | undefined)?.retryAfterSeconds ?? 5
}

type Errors<Domain extends keyof Contract, Call extends keyof Contract[Domain]> = Contract[Domain][Call] extends {
  '~orpc': { errorMap: infer Declared }
}
  ? Declared
  : never

/** The data that an endpoint declares for an error, which has no other name on the wire. */
export type FailureData<
  Domain extends keyof Contract,
  Call extends keyof Contract[Domain],
  Code extends keyof Errors<Domain, Call>,
> = Errors<Domain, Call>[Code] extends { data: infer Data extends z.core.$ZodType } ? z.output<Data> : never

/** The data of an error with this code. The caller has looked at the code: of any other error this is an empty object. */
export function failureData<
  Domain extends keyof Contract,
  Call extends keyof Contract[Domain],
  Code extends keyof Errors<Domain, Call>,
>(error: unknown): FailureData<Domain, Call, Code> {
  return (error instanceof ORPCError ? error.data : {}) as FailureData<Domain, Call, Code>
}

export function failureCode(error: unknown): string | null {
  return error instanceof ORPCError ? error.code : null
}

export function failureStatus(error: unknown): number | null {
  return error instanceof ORPCError && error.defined ? error.status : null
}
