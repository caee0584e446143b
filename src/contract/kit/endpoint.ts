import { oc, type Route } from '@orpc/contract'
import * as z from 'zod/mini'
import type { ApiScope } from './api-scopes.ts'

/** Who may call: everyone, signed-in users, admins and instructors, admins only, or the payment provider (authenticated by signature). */
export type Access = 'public' | 'signed-in' | 'staff' | 'admin' | 'provider'

export type EndpointMeta = {
  access: Access
  /** The response is the same for everyone. The server caches its bytes and evicts them when the data shown changes. */
  cached?: boolean
  /** API keys with this scope may call it, too. */
  scope?: ApiScope
  /** Overrides the default limit of the JSON body. */
  maximumBodyBytes?: number
  /** Accepts a file in this multipart field; overrides the default body limit. */
  upload?: {
    field: string
    maximumBytes: number
    /** The error of a larger file; by default that of pictures. */ tooLarge?: string
  }
  /**
   * Needs a proof of the last ten minutes that the session is used by its user: a sign-in, or `POST /me/step-up`. `by-input`: the route asks for it, for
   * some input. All are listed in fresh-proofs.ts.
   */
  freshProof?: 'always' | 'by-input'
  /** How often one account (or API key) may call it in an hour. For what costs time or memory, or reveals something, each time. */
  timesPerHour?: number
  /** Also in maintenance and read-only mode: whatever an admin needs to sign in, and probes of the process. */
  staysOpen?: true
  /** Scripts of pages on other sites may read it, such as verifiers of certificates. */
  anyOrigin?: true
  /** The fields of an HTML form are accepted, and not read. */
  ignoresForm?: true
}

/** The route of an endpoint: its place, what it does, and what its success says to people, or other properties. */
export function at(
  place: `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`,
  summary: string,
  more: string | Omit<Route, 'method' | 'path' | 'summary'> = {},
): Route {
  const [method, path] = place.split(' ') as ['GET', `/${string}`]
  return { method, path, summary, ...(typeof more === 'string' ? { successDescription: more } : more) }
}

// Errors that every endpoint can return. Messages are for users; the browser branches on the code.
export const commonErrors = {
  INVALID_INPUT: {
    status: 422,
    message: 'Periksa lagi isian yang ditandai.',
    data: z.object({ errors: z.record(z.string(), z.string()) }),
  },
  NOT_FOUND: { status: 404, message: 'Data tidak ditemukan.' },
  TOO_MANY_REQUESTS: {
    status: 429,
    message: 'Terlalu banyak percobaan. Coba lagi sebentar lagi.',
    data: z.object({
      retryAfterSeconds: z.number(),
      /**
       * Only the IP address is over its limit, which others may share: the call succeeds at once when it is repeated with the
       * solution of this proof-of-work challenge (ALTCHA 2) in the header `X-Challenge`, as base64 of `{ challenge, solution }`.
       */
      challenge: z.optional(z.looseObject({})),
    }),
  },
  UNAVAILABLE: { status: 503, message: 'Layanan sedang sibuk. Coba lagi sebentar lagi.' },
} as const

const signedInErrors = {
  UNAUTHORIZED: { status: 401, message: 'Sesi berakhir. Masuk lagi untuk melanjutkan.' },
} as const

export const staffErrors = {
  ...signedInErrors,
  FORBIDDEN: { status: 403, message: 'Akun ini tidak punya izin untuk tindakan ini.' },
  TWO_STEP_REQUIRED: { status: 403, message: 'Aktifkan verifikasi dua langkah dulu untuk membuka halaman admin.' },
} as const

export const stepUpErrors = {
  STEP_UP_REQUIRED: { status: 403, message: 'Pastikan ini kamu dulu, lalu ulangi.' },
} as const

/** Optimistic locking of versioned records. Names nobody: the other save may come from another tab of the same user. */
export const staleError = {
  STALE: {
    status: 409,
    message: 'Versi lain sudah tersimpan sejak kamu membukanya. Muat ulang untuk melihat versi terbaru.',
  },
} as const

/** Adds the fresh proof that some changes need. */
export const provenErrors = { ...staleError, ...stepUpErrors }

/** Columns of versions are integers of 32 bits. */
export const versionRules = [
  z.int('Muat ulang halaman ini'),
  z.minimum(0),
  z.maximum(2_147_483_647, 'Muat ulang halaman ini'),
] as const

/** The version of a record that the caller has seen; 0 of one that is not stored yet. */
export const knownVersion = z.number('Muat ulang halaman ini').check(...versionRules)

/** The version that a save started from; without one it is saved whatever was saved meanwhile. */
export const startedFrom = z.optional(knownVersion)

const base = oc.$meta<EndpointMeta>({ access: 'admin' }).errors(commonErrors)

export const publicEndpoint = base.meta({ access: 'public' })
export const cachedEndpoint = base.meta({ access: 'public', cached: true })
export const signedInEndpoint = base.meta({ access: 'signed-in' }).errors(signedInErrors)
export const staffEndpoint = base.meta({ access: 'staff' }).errors(staffErrors)
export const adminEndpoint = base.meta({ access: 'admin' }).errors(staffErrors)
// For actions that a stolen session must not be able to do.
export const freshSignedInEndpoint = signedInEndpoint
  .meta({ access: 'signed-in', freshProof: 'always' })
  .errors(stepUpErrors)
export const freshStaffEndpoint = staffEndpoint.meta({ access: 'staff', freshProof: 'always' }).errors(stepUpErrors)
export const freshAdminEndpoint = adminEndpoint.meta({ access: 'admin', freshProof: 'always' }).errors(stepUpErrors)
/** Saves a versioned record; some changes of it need a fresh proof. */
export const changedAdminEndpoint = adminEndpoint.meta({ access: 'admin', freshProof: 'by-input' }).errors(provenErrors)
export const providerEndpoint = base.meta({ access: 'provider' })

/** An id in a path or a body. Wrong type is invalid input (422); a malformed id is simply not found (404). */
export const id = z.string().check(z.uuid())

const pageNumber = z.coerce
  .number('Halaman tidak valid')
  .check(z.int('Halaman tidak valid'), z.minimum(1, 'Halaman tidak valid'), z.maximum(10_000, 'Halaman tidak valid'))
const pageSize = z.coerce
  .number('Jumlah per halaman 1–100')
  .check(
    z.int('Jumlah per halaman 1–100'),
    z.minimum(1, 'Jumlah per halaman 1–100'),
    z.maximum(100, 'Jumlah per halaman 1–100'),
  )

/** Page number and page size of a list. */
export const paging = { page: z._default(pageNumber, 1), limit: z._default(pageSize, 100) }

/** The envelope of every success: `{ success: true, data, message? }`. */
export const response = <Data extends z.core.$ZodType>(data: Data) =>
  z.object({ success: z.literal(true), data, message: z.optional(z.string()) })

export const pageMeta = z.object({ page: z.number(), limit: z.number(), total: z.number() })

/** The envelope of a list: the items of one page, and the paging data. */
export const listResponse = <Item extends z.core.$ZodType>(item: Item) =>
  z.object({ success: z.literal(true), data: z.array(item), meta: pageMeta, message: z.optional(z.string()) })

export function ok<Data>(data: Data): { success: true; data: Data }
export function ok<Data>(data: Data, message: string): { success: true; data: Data; message: string }
export function ok<Data>(data: Data, message?: string) {
  return message === undefined ? { success: true as const, data } : { success: true as const, data, message }
}

/** A download of any size: the server sends a stream, so that its memory does not grow with the file, and the client receives a file. */
export const download = z.object({
  headers: z.record(z.string(), z.string()),
  body: z.union([z.file(), z.custom()]),
}) as unknown as z.core.$ZodType<{ body: z.output<z.ZodMiniFile> }, Download>
/** A stream: any other iterable would be sent as an event stream. */
export type Download = { headers: Record<string, string>; body: AsyncIterable<Uint8Array> & { getReader: unknown } }
