import { ok } from '#contract/kit/endpoint.ts'
import type { Commerce } from '#server/commerce/commerce.ts'
import { endpoints } from '#server/platform/http/index.ts'

export function giftRoutes({ gifts, limitWrite }: Commerce) {
  const { gifts: on } = endpoints

  return {
    showGift: on.showGift.handler(async ({ input, errors }) => {
      const shown = await gifts.show(input.token)
      if (!shown) throw errors.NOT_FOUND({ message: 'Tautan hadiah ini tidak berlaku (lagi).' })
      return ok(shown)
    }),

    claimGift: on.claimGift.handler(async ({ input, context, errors }) => {
      const tooMany = await limitWrite('gift-claim', context.viewer().id)
      if (tooMany) throw errors.TOO_MANY_REQUESTS({ data: { retryAfterSeconds: tooMany.retryAfterSeconds } })
      const outcome = await gifts.claim(context.viewer().id, input.token)
      if (outcome === 'not-found') throw errors.NOT_FOUND({ message: 'Tautan hadiah ini tidak berlaku (lagi).' })
      if (outcome === 'already-owned') throw errors.ALREADY_OWNED()
      if (outcome === 'own-item') throw errors.OWN_ITEM()
      if (outcome === 'claimed-before') throw errors.ALREADY_CLAIMED()
      if (outcome === 'refunded') throw errors.GIFT_REFUNDED()
      const shown = await gifts.show(input.token)
      if (!shown) throw errors.NOT_FOUND()
      return ok(shown, 'Hadiahnya sekarang milikmu.')
    }),

    resendGift: on.resendGift.handler(async ({ input, context, errors }) => {
      const outcome = await gifts.resend(context.viewer(), input)
      if (outcome === 'not-found') throw errors.NOT_FOUND()
      if (outcome === 'not-sendable') throw errors.NOT_SENDABLE()
      if (outcome === 'to-oneself') throw errors.GIFT_REJECTED({ data: { errors: { email: 'Ini emailmu sendiri.' } } })
      if (typeof outcome !== 'string') throw errors.TOO_MANY_REQUESTS({ data: { retryAfterSeconds: outcome.retryAfterSeconds } })
      const shown = await gifts.showTransaction(context.viewer(), input.id)
      if (!shown) throw errors.NOT_FOUND()
      return ok(shown, 'Hadiah dikirim.')
    }),
  }
}
