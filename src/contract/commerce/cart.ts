import * as z from 'zod/mini'
import { maximumCartItems } from './commerce.ts'
import { offer, offerKey } from './wishlist.ts'
import { cohortErrors } from '#contract/groups/cohort-errors.ts'
import { at, id, publicEndpoint, response, signedInEndpoint } from '#contract/kit/endpoint.ts'

const keyWithCohort = z.extend(offerKey, { cohortId: z.optional(id) })

const cart = z.object({
  /** In the order in which they were added; `price` is what is paid for it in this cart, before a promo code. */
  items: z.array(offer),
  total: z.number(),
  /** Says what left the cart since the last look. */
  notes: z.array(z.string()),
})
export type Cart = z.infer<typeof cart>

export const cartContract = {
  showVisitorCart: publicEndpoint
    .route(at('POST /checkout/cart', 'What a cart without an account holds, and what is paid for it'))
    .input(
      z.object({
        items: z
          .array(keyWithCohort, 'Keranjang tidak valid')
          .check(z.maxLength(maximumCartItems, `Keranjang memuat paling banyak ${maximumCartItems} item`)),
      }),
    )
    .output(response(cart)),
  showCart: signedInEndpoint
    .route(at('GET /me/cart', 'My cart, with what is paid for each thing in it'))
    .output(response(cart)),
  addToCart: signedInEndpoint
    .route(at('PUT /me/cart/{kind}/{itemId}', 'Put something into my cart'))
    .input(keyWithCohort)
    .output(response(cart))
    .errors({
      ...cohortErrors,
      CART_FULL: { status: 409, message: `Keranjang memuat paling banyak ${maximumCartItems} item.` },
      NOT_BUYABLE: { status: 409, message: 'Ini tidak bisa dibeli lagi.' },
    }),
  removeFromCart: signedInEndpoint
    .route(at('DELETE /me/cart/{kind}/{itemId}', 'Take something out of my cart'))
    .input(offerKey)
    .output(response(cart)),
}
