import { ok } from '#contract/kit/endpoint.ts'
import type { Commerce } from '#server/commerce/commerce.ts'
import { endpoints } from '#server/platform/http/index.ts'

export function wishlistRoutes({ wishlist, limitWrite }: Commerce) {
  const { wishlist: on } = endpoints

  return {
    listWishes: on.listWishes.handler(async ({ context }) => ok(await wishlist.list(context.viewer().id))),

    addWish: on.addWish.handler(async ({ input, context, errors }) => {
      const tooMany = await limitWrite('wishlist', context.viewer().id)
      if (tooMany) throw errors.TOO_MANY_REQUESTS({ data: { retryAfterSeconds: tooMany.retryAfterSeconds } })
      const added = await wishlist.add(context.viewer().id, input)
      if (added === 'not-found') throw errors.NOT_FOUND()
      if (added === 'full') throw errors.WISHLIST_FULL()
      return ok(added, 'Disimpan di wishlist.')
    }),

    removeWish: on.removeWish.handler(async ({ input, context, errors }) => {
      const tooMany = await limitWrite('wishlist', context.viewer().id)
      if (tooMany) throw errors.TOO_MANY_REQUESTS({ data: { retryAfterSeconds: tooMany.retryAfterSeconds } })
      await wishlist.remove(context.viewer().id, input)
      return ok(null, 'Dihapus dari wishlist.')
    }),
  }
}
