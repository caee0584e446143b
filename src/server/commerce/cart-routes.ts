import { ok } from '#contract/kit/endpoint.ts'
import type { Commerce } from './commerce.ts'
import type { OfferKey } from '#server/commerce/items/offer-key.ts'
import { endpoints } from '#server/endpoints.ts'
import { accept } from '#server/platform/outcomes.ts'
import { answer, serve } from '#server/serve.ts'

type Named = OfferKey & { cohortId?: string | undefined }
const toKey = ({ kind, itemId, cohortId }: Named): OfferKey => ({ kind, itemId, groupId: cohortId ?? null })

export function cartRoutes({ cart, limitWrite }: Commerce) {
  const { cart: on } = endpoints

  return {
    showVisitorCart: answer(on.showVisitorCart, async ({ items }) => cart.showVisitor(items.map(toKey))),

    showCart: serve(on.showCart, async (viewer) => cart.show(viewer.id)),

    addToCart: on.addToCart.handler(async ({ input, context, errors }) => {
      accept(await limitWrite('cart', context.viewer().id), errors, 'allowed')
      accept(await cart.add(context.viewer().id, toKey(input)), errors, 'added')
      return ok(await cart.show(context.viewer().id), 'Masuk keranjang.')
    }),

    removeFromCart: on.removeFromCart.handler(async ({ input, context, errors }) => {
      accept(await limitWrite('cart', context.viewer().id), errors, 'allowed')
      await cart.remove(context.viewer().id, input)
      return ok(await cart.show(context.viewer().id), 'Dikeluarkan dari keranjang.')
    }),
  }
}
