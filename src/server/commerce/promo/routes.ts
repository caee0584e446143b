import { ok } from '#contract/kit/endpoint.ts'
import type { Commerce } from '#server/commerce/commerce.ts'
import { endpoints } from '#server/endpoints.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import { accept, found } from '#server/platform/outcomes.ts'
import type { PromoOwner } from './list.ts'

const asAdmin = ({ id }: Viewer): PromoOwner => ({ actorId: id, instructorId: null })
const asInstructor = ({ id }: Viewer): PromoOwner => ({ actorId: id, instructorId: id })

export function promoCodeRoutes({ promoCodes }: Commerce) {
  const { promoCodes: on } = endpoints

  return {
    listPromoCodes: on.listPromoCodes.handler(async ({ input, context }) => {
      const { rows, total } = await promoCodes.list(asAdmin(context.viewer()), input)
      return { ...ok(rows), meta: { page: input.page, limit: input.limit, total } }
    }),

    showPromoCode: on.showPromoCode.handler(async ({ input, context, errors }) =>
      ok(found(await promoCodes.find(asAdmin(context.viewer()), input.id), errors)),
    ),

    createPromoCode: on.createPromoCode.handler(async ({ input, context, errors }) => {
      const { promoCode } = accept(await promoCodes.create(context.viewer().id, input), errors, 'saved')
      return ok(promoCode, 'Kode promo dibuat.')
    }),

    updatePromoCode: on.updatePromoCode.handler(async ({ input: { id, ...wanted }, context, errors }) => {
      const { promoCode } = accept(await promoCodes.update(context.viewer().id, id, wanted), errors, 'saved')
      return ok(promoCode, 'Kode promo disimpan.')
    }),

    deletePromoCode: on.deletePromoCode.handler(async ({ input, context, errors }) => {
      accept(await promoCodes.remove(asAdmin(context.viewer()), input.id), errors, 'deleted')
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
      const { promoCode } = accept(await promoCodes.createOwn(context.viewer().id, input), errors, 'saved')
      return ok(promoCode, 'Kode promo dibuat.')
    }),

    updateMyPromoCode: on.updateMyPromoCode.handler(async ({ input: { id, ...wanted }, context, errors }) => {
      const { promoCode } = accept(await promoCodes.updateOwn(context.viewer().id, id, wanted), errors, 'saved')
      return ok(promoCode, 'Kode promo disimpan.')
    }),

    deleteMyPromoCode: on.deleteMyPromoCode.handler(async ({ input, context, errors }) => {
      accept(await promoCodes.remove(asInstructor(context.viewer()), input.id), errors, 'deleted')
      return ok(null, 'Kode promo dihapus.')
    }),
  }
}
