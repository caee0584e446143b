import { ok } from '#contract/kit/endpoint.ts'
import type { Commerce } from './commerce.ts'
import { endpoints } from '#server/endpoints.ts'
import { accept } from '#server/platform/outcomes.ts'
import { serve } from '#server/serve.ts'

export function cartRoutes({ cart, limitWrite }: Commerce) {
  const { cart: on } = endpoints

  return {
    showCart: serve(on.showCart, async (viewer) => cart.show(viewer.id)),

    addToCart: on.addToCart.handler(async ({ input, context, errors }) => {
      accept(await limitWrite('cart', context.viewer().id), errors, 'allowed')
      const { cohortId = null, ...key } = input
      accept(await cart.add(context.viewer().id, { ...key, groupId: cohortId }), errors, 'added')
      return ok(await cart.show(context.viewer().id), 'Masuk keranjang.')
    }),

    removeFromCart: on.removeFromCart.handler(async ({ input, context, errors }) => {
      accept(await limitWrite('cart', context.viewer().id), errors, 'allowed')
      await cart.remove(context.viewer().id, input)
      return ok(await cart.show(context.viewer().id), 'Dikeluarkan dari keranjang.')
    }),
  }
}
