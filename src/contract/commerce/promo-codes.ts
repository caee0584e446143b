import * as z from 'zod/mini'
import { cleanCode } from '#contract/kit/text/identifier.ts'
import {
  at,
  freshAdminEndpoint,
  freshStaffEndpoint,
  adminEndpoint,
  staffEndpoint,
  response,
  id,
  listResponse,
  paging,
  staleError,
  startedFrom,
} from '#contract/kit/endpoint.ts'
import { instant } from '#contract/kit/input-rules.ts'
import { isChargeable } from '#contract/kit/money.ts'

const promoKinds = ['percent', 'amount-off', 'fixed-price'] as const
export type PromoKind = (typeof promoKinds)[number]

const promoPhases = ['upcoming', 'running', 'over'] as const
export type PromoPhase = (typeof promoPhases)[number]

const limit = z.nullable(
  z
    .number('Batas harus berupa angka')
    .check(
      z.int('Batas harus bilangan bulat'),
      z.minimum(1, 'Batas minimal 1'),
      z.maximum(1_000_000, 'Batas maksimal 1.000.000'),
    ),
)

export const promoCodeInput = z
  .object({
    code: z
      .string('Kode wajib diisi')
      .check(z.overwrite(cleanCode), z.regex(/^[A-Z0-9_-]{3,40}$/, 'Kode berisi 3–40 huruf, angka, - atau _')),
    kind: z.enum(promoKinds, 'Pilih jenis potongan'),
    /** Percent 1 to 100, or rupiah. */
    value: z
      .number('Nilai harus berupa angka')
      .check(
        z.int('Nilai harus bilangan bulat'),
        z.minimum(0, 'Nilai tidak boleh negatif'),
        z.maximum(999_999_999, 'Nilai terlalu besar'),
      ),
    /** At most one of the three; without any the code applies to everything. */
    categoryId: z._default(z.nullable(id), null),
    courseId: z._default(z.nullable(id), null),
    ebookId: z._default(z.nullable(id), null),
    startsAt: instant('Tanggal mulai tidak dikenal'),
    endsAt: instant('Tanggal berakhir tidak dikenal'),
    /** Null: no limit. */
    totalLimit: z._default(limit, null),
    perStudentLimit: z._default(limit, null),
  })
  .check(
    z.refine(({ kind, value }) => kind !== 'percent' || (value >= 1 && value <= 100), {
      error: 'Persen antara 1 dan 100',
      path: ['value'],
    }),
    z.refine(({ kind, value }) => kind !== 'amount-off' || value >= 1, {
      error: 'Potongan minimal Rp 1',
      path: ['value'],
    }),
    z.refine(({ kind, value }) => kind !== 'fixed-price' || isChargeable(value), {
      error: 'Harga jadi Rp 0 atau minimal Rp 10.000',
      path: ['value'],
    }),
    z.refine(({ startsAt, endsAt }) => new Date(endsAt) > new Date(startsAt), {
      error: 'Berakhir harus setelah mulai',
      path: ['endsAt'],
    }),
    z.refine((promo) => [promo.categoryId, promo.courseId, promo.ebookId].filter((each) => each !== null).length <= 1, {
      error: 'Pilih satu saja: kategori, kelas, atau e-book',
      path: ['courseId'],
    }),
  )
export type PromoCodeInput = z.infer<typeof promoCodeInput>

const promoCode = z.object({
  _id: z.string(),
  code: z.string(),
  kind: z.enum(promoKinds),
  value: z.number(),
  categoryId: z.nullable(z.string()),
  courseId: z.nullable(z.string()),
  ebookId: z.nullable(z.string()),
  /** The category name or title that the code applies to; null means everything. */
  scopeName: z.nullable(z.string()),
  startsAt: z.string(),
  endsAt: z.string(),
  totalLimit: z.nullable(z.number()),
  perStudentLimit: z.nullable(z.number()),
  phase: z.enum(promoPhases),
  /** Paid uses and uses reserved by open transactions. */
  uses: z.number(),
  /** Who made it, for one course of their own; null: the site. */
  instructor: z.nullable(z.object({ _id: z.string(), name: z.string() })),
  version: z.number(),
})
export type PromoCode = z.infer<typeof promoCode>

export const listPromoCodesInput = z.object({
  q: z.optional(z.string().check(z.trim(), z.maxLength(100, 'Kata pencarian maksimal 100 karakter'))),
  phase: z.optional(z.enum(promoPhases, 'Nilai filter tidak dikenal')),
  ...paging,
})
export type ListPromoCodesInput = z.infer<typeof listPromoCodesInput>

const fieldErrors = z.object({ errors: z.record(z.string(), z.string()) })
const inputErrors = {
  CODE_TAKEN: { status: 409, message: 'Kode ini sudah ada.', data: fieldErrors },
  SCOPE_UNKNOWN: { status: 422, message: 'Periksa lagi isian yang ditandai.', data: fieldErrors },
  BEYOND_LIMITS: { status: 422, message: 'Periksa lagi isian yang ditandai.', data: fieldErrors },
} as const
const tooManyCodes = {
  TOO_MANY_CODES: {
    status: 409,
    message: 'Kodemu yang berlaku atau akan datang sudah mencapai batas. Akhiri atau hapus satu dulu.',
  },
} as const
const codeNamed = {
  CODE_IN_USE: {
    status: 409,
    message:
      'Kode ini sudah dipakai, jadi namanya tidak bisa diubah dan kodenya tidak bisa dihapus. Akhiri saja masa berlakunya.',
  },
  CODE_ANNOUNCED: {
    status: 409,
    message:
      'Kode ini diumumkan di situs, jadi namanya tidak bisa diubah dan kodenya tidak bisa dihapus. Admin perlu mengganti atau mematikan pengumumannya di pengaturan situs dulu.',
  },
} as const

const instructorPromoLimits = z.object({
  maximumPercent: z.number(),
  maximumDays: z.number(),
  maximumCodes: z.number(),
})
export type InstructorPromoLimits = z.infer<typeof instructorPromoLimits>

export const promoCodesContract = {
  listPromoCodes: adminEndpoint
    .route(at('GET /admin/promo-codes', 'Promo codes, latest end date first, also those of instructors'))
    .input(listPromoCodesInput)
    .output(listResponse(promoCode)),
  showPromoCode: adminEndpoint
    .route(at('GET /admin/promo-codes/{id}', 'One promo code'))
    .input(z.object({ id }))
    .output(response(promoCode)),
  createPromoCode: freshAdminEndpoint
    .route(
      at('POST /admin/promo-codes', 'Add a promo code', {
        successStatus: 201,
        successDescription: 'Kode promo dibuat.',
      }),
    )
    .input(promoCodeInput)
    .output(response(promoCode))
    .errors(inputErrors),
  updatePromoCode: freshAdminEndpoint
    .route(
      at(
        'PUT /admin/promo-codes/{id}',
        'Change a promo code; completed sales are not affected',
        'Kode promo disimpan.',
      ),
    )
    .input(z.safeExtend(promoCodeInput, { id, version: startedFrom }))
    .output(response(promoCode))
    .errors({ ...inputErrors, ...codeNamed, ...staleError }),
  deletePromoCode: adminEndpoint
    .route(at('DELETE /admin/promo-codes/{id}', 'Delete a promo code that was never used', 'Kode promo dihapus.'))
    .input(z.object({ id }))
    .output(response(z.null()))
    .errors(codeNamed),
}

/** Codes that an instructor makes for one course of their own, in percent and within the limits of the site. */
export const myPromoCodesContract = {
  listMyPromoCodes: staffEndpoint
    .route(at('GET /me/promo-codes', 'My promo codes, latest end date first'))
    .input(listPromoCodesInput)
    .output(listResponse(promoCode)),
  showMyPromoCodeLimits: staffEndpoint
    .route(at('GET /me/promo-codes/limits', 'What my promo codes may be'))
    .output(response(instructorPromoLimits)),
  createMyPromoCode: freshStaffEndpoint
    .route(
      at('POST /me/promo-codes', 'Add a promo code for one of my courses', {
        successStatus: 201,
        successDescription: 'Kode promo dibuat.',
      }),
    )
    .input(promoCodeInput)
    .output(response(promoCode))
    .errors({ ...inputErrors, ...tooManyCodes }),
  updateMyPromoCode: freshStaffEndpoint
    .route(
      at('PUT /me/promo-codes/{id}', 'Change my promo code; completed sales are not affected', 'Kode promo disimpan.'),
    )
    .input(z.safeExtend(promoCodeInput, { id, version: startedFrom }))
    .output(response(promoCode))
    .errors({ ...inputErrors, ...codeNamed, ...tooManyCodes, ...staleError }),
  deleteMyPromoCode: staffEndpoint
    .route(at('DELETE /me/promo-codes/{id}', 'Delete my promo code that was never used', 'Kode promo dihapus.'))
    .input(z.object({ id }))
    .output(response(z.null()))
    .errors(codeNamed),
}
