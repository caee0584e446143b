import * as z from 'zod/mini'
import {
  at,
  freshAdminEndpoint,
  adminEndpoint,
  id,
  paging,
  response,
  staleError,
  startedFrom,
} from '#contract/kit/endpoint.ts'
import { instant, line } from '#contract/kit/input-rules.ts'
import { cursor, keysetResponse } from '#contract/kit/keyset-list.ts'
import { maximumChargeIdr, minimumChargeIdr } from '#contract/kit/money.ts'

// Sales: a lower price for a time, without a code.

const saleKinds = ['percent', 'fixed-price'] as const
export type SaleKind = (typeof saleKinds)[number]

export const salePhases = ['upcoming', 'running', 'over'] as const
export type SalePhase = (typeof salePhases)[number]

/** Sales that run or are still to come. */
export const maximumSalesAhead = 100

export const scheduledSaleInput = z
  .object({
    /** The staff's name for it. */
    name: line('Nama diskon wajib diisi', 80),
    kind: z.enum(saleKinds, 'Pilih jenis diskon'),
    /** Percent 1 to 99, or the price in rupiah: a sale gives nothing away. */
    value: z
      .number('Nilai harus berupa angka')
      .check(z.int('Nilai harus bilangan bulat'), z.minimum(1, 'Nilai minimal 1')),
    /** At most one of the two; without either the sale is of all courses and e-books. */
    categoryId: z._default(z.nullable(id), null),
    courseId: z._default(z.nullable(id), null),
    startsAt: instant('Tanggal mulai tidak dikenal'),
    endsAt: instant('Tanggal berakhir tidak dikenal'),
  })
  .check(
    z.refine(({ kind, value }) => kind !== 'percent' || value <= 99, {
      error: 'Persen antara 1 dan 99',
      path: ['value'],
    }),
    z.refine(({ kind, value }) => kind !== 'fixed-price' || (value >= minimumChargeIdr && value <= maximumChargeIdr), {
      error: 'Harga minimal Rp 10.000',
      path: ['value'],
    }),
    z.refine(({ startsAt, endsAt }) => !(new Date(endsAt) <= new Date(startsAt)), {
      error: 'Berakhir harus setelah mulai',
      path: ['endsAt'],
    }),
    z.refine(({ categoryId, courseId }) => categoryId === null || courseId === null, {
      error: 'Pilih satu saja: kategori atau kelas',
      path: ['courseId'],
    }),
  )
export type ScheduledSaleInput = z.infer<typeof scheduledSaleInput>

const scheduledSale = z.object({
  _id: z.string(),
  name: z.string(),
  kind: z.enum(saleKinds),
  value: z.number(),
  categoryId: z.nullable(z.string()),
  courseId: z.nullable(z.string()),
  /** The name of the category or the title of the course; null: all courses and e-books. */
  scopeName: z.nullable(z.string()),
  startsAt: z.string(),
  endsAt: z.string(),
  phase: z.enum(salePhases),
  version: z.number(),
})
export type ScheduledSale = z.infer<typeof scheduledSale>

export const listScheduledSalesInput = z.object({
  q: z.optional(z.string().check(z.trim(), z.maxLength(100, 'Kata pencarian maksimal 100 karakter'))),
  phase: z.optional(z.enum(salePhases, 'Nilai filter tidak dikenal')),
  ...paging,
  cursor,
})
export type ListScheduledSalesInput = z.infer<typeof listScheduledSalesInput>

const fieldErrors = z.object({ errors: z.record(z.string(), z.string()) })
const inputErrors = {
  SCOPE_UNKNOWN: { status: 422, message: 'Periksa lagi isian yang ditandai.', data: fieldErrors },
  TOO_MANY_SALES: {
    status: 409,
    message: `Paling banyak ${maximumSalesAhead} diskon yang berjalan atau akan datang. Hapus atau akhiri beberapa dulu.`,
  },
} as const

export const scheduledSalesContract = {
  listSales: adminEndpoint
    .route(at('GET /admin/sales', 'Sales, latest end first'))
    .input(listScheduledSalesInput)
    .output(keysetResponse(scheduledSale)),
  createSale: freshAdminEndpoint
    .route(
      at('POST /admin/sales', 'Schedule a sale', { successStatus: 201, successDescription: 'Diskon dijadwalkan.' }),
    )
    .input(scheduledSaleInput)
    .output(response(scheduledSale))
    .errors(inputErrors),
  updateSale: freshAdminEndpoint
    .route(
      at('PUT /admin/sales/{id}', 'Change a sale; completed and open purchases are not affected', 'Diskon disimpan.'),
    )
    .input(z.safeExtend(scheduledSaleInput, { id, version: startedFrom }))
    .output(response(scheduledSale))
    .errors({ ...inputErrors, ...staleError }),
  deleteSale: adminEndpoint
    .route(at('DELETE /admin/sales/{id}', 'Delete a sale; prices are as before at once', 'Diskon dihapus.'))
    .input(z.object({ id }))
    .output(response(z.null())),
}
