import { ok } from '#contract/kit/endpoint.ts'
import type { Commerce } from '#server/commerce/commerce.ts'
import { endpoints } from '#server/endpoints.ts'
import { accept } from '#server/platform/outcomes.ts'
import { serve } from '#server/serve.ts'

export function wishlistRoutes({ wishlist, limitWrite }: Commerce) {
  const { wishlist: on } = endpoints

  return {
    listWishes: serve(on.listWishes, async (viewer) => wishlist.list(viewer.id)),

    addWish: on.addWish.handler(async ({ input, context, errors }) => {
      accept(await limitWrite('wishlist', context.viewer().id), errors, 'allowed')
      const { offer } = accept(await wishlist.add(context.viewer().id, input), errors, 'added')
      return ok(offer, 'Disimpan di wishlist.')
    }),

    removeWish: on.removeWish.handler(async ({ input, context, errors }) => {
      accept(await limitWrite('wishlist', context.viewer().id), errors, 'allowed')
      await wishlist.remove(context.viewer().id, input)
      return ok(null, 'Dihapus dari wishlist.')
    }),
  }
}
