import * as z from 'zod/mini'
import { giftReceiver } from './commerce.ts'
import { itemKinds, transaction } from './transactions.ts'
import { at, id, publicEndpoint, response, signedInEndpoint } from '#contract/kit/endpoint.ts'

const token = z.string().check(z.maxLength(100))

const giftStates = ['open', 'claimed', 'refunded'] as const

/** Shown to anybody with the link. */
const openedGift = z.object({
  state: z.enum(giftStates),
  from: z.string(),
  name: z.string(),
  message: z.string(),
  items: z.array(z.object({ kind: z.enum(itemKinds), _id: z.string(), title: z.string(), thumbnail: z.string() })),
})
export type OpenedGift = z.infer<typeof openedGift>

const notSent = {
  NOT_SENDABLE: { status: 409, message: 'Hadiah ini belum dibayar, atau dananya sudah dikembalikan.' },
  ALREADY_CLAIMED: { status: 409, message: 'Hadiah ini sudah diterima.' },
} as const

export const giftsContract = {
  showGift: publicEndpoint
    .route(at('GET /gifts/{token}', 'The gift of a mailed link'))
    .input(z.object({ token }))
    .output(response(openedGift)),
  claimGift: signedInEndpoint
    .route(at('POST /gifts/{token}/claim', 'Claim a gift for my account, once'))
    .input(z.object({ token }))
    .output(response(openedGift))
    .errors({
      ALREADY_OWNED: {
        status: 409,
        message: 'Isi hadiah ini sudah jadi milikmu. Hadiahnya tetap terbuka, jadi bisa kamu teruskan.',
      },
      OWN_ITEM: { status: 409, message: 'Ini kelasmu sendiri. Hadiahnya tetap terbuka.' },
      ALREADY_CLAIMED: { status: 409, message: 'Hadiah ini sudah diterima.' },
      GIFT_REFUNDED: { status: 409, message: 'Hadiah ini sudah dibatalkan pemberinya.' },
    }),
  makeGiftLink: signedInEndpoint
    .route(
      at(
        'POST /my-transaction/{id}/gift/link',
        'Make a link of my gift to pass on myself; the one made before ends, the mailed one stays',
      ),
    )
    .input(z.object({ id }))
    .output(response(z.object({ url: z.string() })))
    .errors(notSent),
  resendGift: signedInEndpoint
    .route(at('POST /my-transaction/{id}/gift', 'Send my gift again, also to another address; earlier links end'))
    .input(
      z.extend(giftReceiver, {
        id,
        email: z.optional(giftReceiver.shape.email),
        name: z.optional(giftReceiver.shape.name),
      }),
    )
    .output(response(transaction))
    .errors({
      ...notSent,
      GIFT_REJECTED: {
        status: 422,
        message: 'Periksa lagi isian yang ditandai.',
        data: z.object({ errors: z.record(z.string(), z.string()) }),
      },
    }),
}
