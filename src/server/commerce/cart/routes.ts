import { ok } from '#contract/kit/endpoint.ts'
import type { Commerce } from '#server/commerce/commerce.ts'
import { endpoints } from '#server/platform/http/index.ts'

const reasons = {
  'already-owned': { message: 'Ini sudah jadi milikmu.' },
  'own-item': { message: 'Ini kelasmu sendiri, jadi tidak perlu dibeli.' },
  empty: { message: 'Ini belum punya isi.' },
} as const

export function cartRoutes({ cart, limitWrite }: Commerce) {
  const { cart: on } = endpoints

  return {
    showCart: on.showCart.handler(async ({ context }) => ok(await cart.show(context.viewer().id))),

    addToCart: on.addToCart.handler(async ({ input, context, errors }) => {
      const tooMany = await limitWrite('cart', context.viewer().id)
      if (tooMany) throw errors.TOO_MANY_REQUESTS({ data: { retryAfterSeconds: tooMany.retryAfterSeconds } })
      const outcome = await cart.add(context.viewer().id, input)
      if (outcome === 'not-found') throw errors.NOT_FOUND()
      if (outcome === 'full') throw errors.CART_FULL()
      if (outcome !== 'added') throw errors.NOT_BUYABLE(reasons[outcome])
      return ok(await cart.show(context.viewer().id), 'Masuk keranjang.')
    }),

    removeFromCart: on.removeFromCart.handler(async ({ input, context, errors }) => {
      const tooMany = await limitWrite('cart', context.viewer().id)
      if (tooMany) throw errors.TOO_MANY_REQUESTS({ data: { retryAfterSeconds: tooMany.retryAfterSeconds } })
      await cart.remove(context.viewer().id, input)
      return ok(await cart.show(context.viewer().id), 'Dikeluarkan dari keranjang.')
    }),
  }
}
