import type { PromoCodeInput } from '#contract/commerce/promo-codes.ts'
import { ok } from '#contract/kit/endpoint.ts'
import type { Commerce } from '#server/commerce/commerce.ts'
import { endpoints, type Viewer } from '#server/platform/http/index.ts'
import type { PromoOwner } from './promo-codes.ts'

const codeTaken = { data: { errors: { code: 'Kode ini sudah ada' } } }

const asAdmin = ({ id }: Viewer): PromoOwner => ({ actorId: id, instructorId: null })
const asInstructor = ({ id }: Viewer): PromoOwner => ({ actorId: id, instructorId: id })

function scopeUnknown({ categoryId, courseId, ebookId }: PromoCodeInput) {
  // An instructor's code without a scope lacks its course.
  const field = courseId ? 'courseId' : categoryId ? 'categoryId' : ebookId ? 'ebookId' : null
  return { data: { errors: field ? { [field]: 'Tidak ditemukan' } : { courseId: 'Pilih salah satu kelasmu' } } }
}

export function promoCodeRoutes({ promoCodes }: Commerce) {
  const { promoCodes: on } = endpoints

  return {
    listPromoCodes: on.listPromoCodes.handler(async ({ input, context }) => {
      const { rows, total } = await promoCodes.list(asAdmin(context.viewer()), input)
      return { ...ok(rows), meta: { page: input.page, limit: input.limit, total } }
    }),

    showPromoCode: on.showPromoCode.handler(async ({ input, context, errors }) => {
      const shown = await promoCodes.find(asAdmin(context.viewer()), input.id)
      if (!shown) throw errors.NOT_FOUND()
      return ok(shown)
    }),

    createPromoCode: on.createPromoCode.handler(async ({ input, context, errors }) => {
      const saved = await promoCodes.create(asAdmin(context.viewer()), input)
      if (saved === 'code-taken') throw errors.CODE_TAKEN(codeTaken)
      if (saved === 'scope-unknown' || saved === 'too-many-codes') throw errors.SCOPE_UNKNOWN(scopeUnknown(input))
      if ('errors' in saved) throw errors.BEYOND_LIMITS({ data: saved })
      return ok(saved, 'Kode promo dibuat.')
    }),

    updatePromoCode: on.updatePromoCode.handler(async ({ input: { id, ...wanted }, context, errors }) => {
      const saved = await promoCodes.update(asAdmin(context.viewer()), id, wanted)
      if (saved === 'code-taken') throw errors.CODE_TAKEN(codeTaken)
      if (saved === 'scope-unknown' || saved === 'too-many-codes') throw errors.SCOPE_UNKNOWN(scopeUnknown(wanted))
      if (saved === 'code-in-use') throw errors.CODE_IN_USE()
      if (saved === 'not-found') throw errors.NOT_FOUND()
      if ('errors' in saved) throw errors.BEYOND_LIMITS({ data: saved })
      return ok(saved, 'Kode promo disimpan.')
    }),

    deletePromoCode: on.deletePromoCode.handler(async ({ input, context, errors }) => {
      const outcome = await promoCodes.remove(asAdmin(context.viewer()), input.id)
      if (outcome === 'not-found') throw errors.NOT_FOUND()
      if (outcome === 'code-in-use') throw errors.CODE_IN_USE()
      return ok(null, 'Kode promo dihapus.')
    }),
  }
}

export function myPromoCodeRoutes({ promoCodes }: Commerce) {
  const { myPromoCodes: on } = endpoints

  return {
    listMyPromoCodes: on.listMyPromoCodes.handler(async ({ input, context }) => {
      const { rows, total } = await promoCodes.list(asInstructor(context.viewer()), input)
      return { ...ok(rows), meta: { page: input.page, limit: input.limit, total } }
    }),

    showMyPromoCodeLimits: on.showMyPromoCodeLimits.handler(async () => ok(await promoCodes.readLimits())),

    createMyPromoCode: on.createMyPromoCode.handler(async ({ input, context, errors }) => {
      const saved = await promoCodes.create(asInstructor(context.viewer()), input)
      if (saved === 'code-taken') throw errors.CODE_TAKEN(codeTaken)
      if (saved === 'scope-unknown') throw errors.SCOPE_UNKNOWN(scopeUnknown(input))
      if (saved === 'too-many-codes') throw errors.TOO_MANY_CODES()
      if ('errors' in saved) throw errors.BEYOND_LIMITS({ data: saved })
      return ok(saved, 'Kode promo dibuat.')
    }),

    updateMyPromoCode: on.updateMyPromoCode.handler(async ({ input: { id, ...wanted }, context, errors }) => {
      const saved = await promoCodes.update(asInstructor(context.viewer()), id, wanted)
      if (saved === 'code-taken') throw errors.CODE_TAKEN(codeTaken)
      if (saved === 'scope-unknown') throw errors.SCOPE_UNKNOWN(scopeUnknown(wanted))
      if (saved === 'too-many-codes') throw errors.TOO_MANY_CODES()
      if (saved === 'code-in-use') throw errors.CODE_IN_USE()
      if (saved === 'not-found') throw errors.NOT_FOUND()
      if ('errors' in saved) throw errors.BEYOND_LIMITS({ data: saved })
      return ok(saved, 'Kode promo disimpan.')
    }),

    deleteMyPromoCode: on.deleteMyPromoCode.handler(async ({ input, context, errors }) => {
      const outcome = await promoCodes.remove(asInstructor(context.viewer()), input.id)
      if (outcome === 'not-found') throw errors.NOT_FOUND()
      if (outcome === 'code-in-use') throw errors.CODE_IN_USE()
      return ok(null, 'Kode promo dihapus.')
    }),
  }
}
