import { ok } from '#contract/kit/endpoint.ts'
import type { Commerce } from '#server/commerce/commerce.ts'
import { endpoints } from '#server/endpoints.ts'
import { accept } from '#server/platform/outcomes.ts'

export function wishlistRoutes({ wishlist, limitWrite }: Commerce) {
  const { wishlist: on } = endpoints

  return {
    listWishes: on.listWishes.handler(async ({ context }) => ok(await wishlist.list(context.viewer().id))),

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
