import * as z from 'zod/mini'
import { maximumCartItems } from './commerce.ts'
import { offer, offerKey } from './wishlist.ts'
import { cohortErrors } from '#contract/groups/cohort-errors.ts'
import { id, response, signedInEndpoint } from '#contract/kit/endpoint.ts'

const cart = z.object({
  /** In the order in which they were added; `price` is what is paid for it in this cart, before a promo code. */
  items: z.array(z.extend(offer, { cohort: z.optional(z.object({ _id: z.string(), name: z.string() })) })),
  total: z.number(),
  /** What left the cart since the last look, as sentences. */
  notes: z.array(z.string()),
})
export type Cart = z.infer<typeof cart>

export const cartContract = {
  showCart: signedInEndpoint
    .route({ method: 'GET', path: '/me/cart', summary: 'My cart, with what is paid for each thing in it' })
    .output(response(cart)),
  addToCart: signedInEndpoint
    .route({ method: 'PUT', path: '/me/cart/{kind}/{itemId}', summary: 'Put something into my cart' })
    .input(z.extend(offerKey, { cohortId: z.optional(id) }))
    .output(response(cart))
    .errors({
      ...cohortErrors,
      CART_FULL: { status: 409, message: `Keranjang memuat paling banyak ${maximumCartItems} item.` },
      NOT_BUYABLE: { status: 409, message: 'Ini tidak bisa dibeli lagi.' },
    }),
  removeFromCart: signedInEndpoint
    .route({ method: 'DELETE', path: '/me/cart/{kind}/{itemId}', summary: 'Take something out of my cart' })
    .input(offerKey)
    .output(response(cart)),
}
