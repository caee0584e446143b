import type { Commerce } from '#server/commerce/commerce.ts'
import { endpoints } from '#server/endpoints.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import type { PromoOwner } from './list.ts'
import { answer, asPage, orNotFound, serve } from '#server/serve.ts'

const asAdmin = ({ id }: Viewer): PromoOwner => ({ actorId: id, instructorId: null })
const asInstructor = ({ id }: Viewer): PromoOwner => ({ actorId: id, instructorId: id })

export function promoCodeRoutes({ promoCodes }: Commerce) {
  const { promoCodes: on } = endpoints

  return {
    listPromoCodes: serve(on.listPromoCodes, async (viewer, input) => promoCodes.list(asAdmin(viewer), input), asPage),

    showPromoCode: serve(
      on.showPromoCode,
      async (viewer, input) => promoCodes.find(asAdmin(viewer), input.id),
      orNotFound(),
    ),

    createPromoCode: serve(on.createPromoCode, async (viewer, input) => promoCodes.create(viewer.id, input), 'saved'),

    updatePromoCode: serve(on.updatePromoCode, async (viewer, input) => promoCodes.update(viewer.id, input), 'saved'),

    deletePromoCode: serve(
      on.deletePromoCode,
      async (viewer, input) => promoCodes.remove(asAdmin(viewer), input.id),
      'deleted',
    ),
  }
}

export function myPromoCodeRoutes({ promoCodes }: Commerce) {
  const { myPromoCodes: on } = endpoints

  return {
    listMyPromoCodes: serve(
      on.listMyPromoCodes,
      async (viewer, input) => promoCodes.list(asInstructor(viewer), input),
      asPage,
    ),

    showMyPromoCodeLimits: answer(on.showMyPromoCodeLimits, async () => promoCodes.readLimits()),

    createMyPromoCode: serve(
      on.createMyPromoCode,
      async (viewer, input) => promoCodes.createOwn(viewer.id, input),
      'saved',
    ),

    updateMyPromoCode: serve(
      on.updateMyPromoCode,
      async (viewer, input) => promoCodes.updateOwn(viewer.id, input),
      'saved',
    ),

    deleteMyPromoCode: serve(
      on.deleteMyPromoCode,
      async (viewer, input) => promoCodes.remove(asInstructor(viewer), input.id),
      'deleted',
    ),
  }
}
