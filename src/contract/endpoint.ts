import { oc } from '@orpc/contract'
import * as z from 'zod/mini'

/** Who may call: everyone, whoever is signed in, admins and instructors, admins only, or the payment provider (its word is checked by signature). */
export type Access = 'public' | 'signed-in' | 'staff' | 'admin' | 'provider'

export type EndpointMeta = {
  access: Access
  /** The answer is the same for everyone and its bytes may be kept until something it shows changes. */
  remembered?: boolean
  /** Its JSON may be longer than that of others. */
  maximumBodyBytes?: number
  /** It takes a file in this field (multipart): the body may be larger than others. */
  upload?: { field: string; maximumBytes: number }
}

// Failures that every endpoint can answer with. Texts are for people; the browser chooses by code.
const commonErrors = {
  INVALID_INPUT: { status: 422, message: 'Periksa lagi isian yang ditandai.', data: z.object({ errors: z.record(z.string(), z.string()) }) },
  NOT_FOUND: { status: 404, message: 'Data tidak ditemukan.' },
  TOO_MANY_REQUESTS: { status: 429, message: 'Terlalu banyak percobaan. Coba lagi sebentar lagi.', data: z.object({ retryAfterSeconds: z.number() }) },
  UNAVAILABLE: { status: 503, message: 'Layanan sedang sibuk. Coba lagi sebentar lagi.' },
} as const

const signedInErrors = {
  UNAUTHORIZED: { status: 401, message: 'Sesi berakhir. Masuk lagi untuk melanjutkan.' },
} as const

const staffErrors = {
  ...signedInErrors,
  FORBIDDEN: { status: 403, message: 'Akun ini tidak punya izin untuk tindakan ini.' },
} as const

const base = oc.$meta<EndpointMeta>({ access: 'admin' }).errors(commonErrors)

export const publicEndpoint = base.meta({ access: 'public' })
export const rememberedEndpoint = base.meta({ access: 'public', remembered: true })
export const signedInEndpoint = base.meta({ access: 'signed-in' }).errors(signedInErrors)
export const staffEndpoint = base.meta({ access: 'staff' }).errors(staffErrors)
export const adminEndpoint = base.meta({ access: 'admin' }).errors(staffErrors)
export const providerEndpoint = base.meta({ access: 'provider' })

/** An id in an address or a body. Wrong type is invalid input (422); a malformed id is simply not found (404). */
export const id = z.string().check(z.uuid())

const pageNumber = z.coerce
  .number('Halaman tidak valid')
  .check(z.int('Halaman tidak valid'), z.minimum(1, 'Halaman tidak valid'), z.maximum(10_000, 'Halaman tidak valid'))
const pageSize = z.coerce
  .number('Jumlah per halaman 1–100')
  .check(z.int('Jumlah per halaman 1–100'), z.minimum(1, 'Jumlah per halaman 1–100'), z.maximum(100, 'Jumlah per halaman 1–100'))

/** Which page of a list, and how long it is. */
export const paging = { page: z._default(pageNumber, 1), limit: z._default(pageSize, 100) }

/** The envelope of every success: `{ success: true, data, message? }`. */
export const answer = <Data extends z.core.$ZodType>(data: Data) => z.object({ success: z.literal(true), data, message: z.optional(z.string()) })

export const pageMeta = z.object({ page: z.number(), limit: z.number(), total: z.number() })

/** The envelope of a list: the items of one page, and where that page stands. */
export const listAnswer = <Item extends z.core.$ZodType>(item: Item) =>
  z.object({ success: z.literal(true), data: z.array(item), meta: pageMeta, message: z.optional(z.string()) })

export function ok<Data>(data: Data): { success: true; data: Data }
export function ok<Data>(data: Data, message: string): { success: true; data: Data; message: string }
export function ok<Data>(data: Data, message?: string) {
  return message === undefined ? { success: true as const, data } : { success: true as const, data, message }
}
