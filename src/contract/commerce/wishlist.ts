import * as z from 'zod/mini'
import { at, id, response, signedInEndpoint } from '#contract/kit/endpoint.ts'

/** Kinds to keep for later, and to buy together. */
const offerKinds = ['course', 'ebook', 'bundle', 'path'] as const
export type OfferKind = (typeof offerKinds)[number]

export const offerKey = z.object({ kind: z.enum(offerKinds, 'Jenisnya tidak dikenal'), itemId: id })

/** Something for sale, as lists show it. */
export const offer = z.object({
  kind: z.enum(offerKinds),
  itemId: z.string(),
  title: z.string(),
  thumbnail: z.string(),
  /** The price that is struck out when `price` is lower. */
  listPrice: z.number(),
  price: z.number(),
  /** A course whose buyers choose a cohort first. */
  needsCohort: z.optional(z.literal(true)),
  /** The chosen one. */
  cohort: z.optional(z.object({ _id: z.string(), name: z.string() })),
})
export type Offer = z.infer<typeof offer>

const wish = z.extend(offer, {
  addedAt: z.string(),
  /** The price when it was added. */
  priceThen: z.number(),
})
export type Wish = z.infer<typeof wish>

export const maximumWishes = 200

export const wishlistContract = {
  listWishes: signedInEndpoint
    .route(at('GET /me/wishlist', 'My wishlist, newest first, without what is no longer sold'))
    .output(response(z.array(wish))),
  addWish: signedInEndpoint
    .route(at('PUT /me/wishlist/{kind}/{itemId}', 'Put something on my wishlist'))
    .input(offerKey)
    .output(response(offer))
    .errors({
      WISHLIST_FULL: {
        status: 409,
        message: `Wishlist memuat paling banyak ${maximumWishes} item. Hapus beberapa dulu.`,
      },
    }),
  removeWish: signedInEndpoint
    .route(at('DELETE /me/wishlist/{kind}/{itemId}', 'Take something off my wishlist'))
    .input(offerKey)
    .output(response(z.null())),
}
