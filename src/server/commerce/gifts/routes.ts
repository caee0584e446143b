import { ok } from '#contract/kit/endpoint.ts'
import type { Commerce } from '#server/commerce/commerce.ts'
import { endpoints } from '#server/endpoints.ts'
import { accept, found } from '#server/platform/outcomes.ts'
import { linkEnded } from './claim-gift.ts'
import { answer, orNotFound } from '#server/serve.ts'

const resent = {
  sent: 'Hadiah dikirim.',
  waiting: 'Alamat ini baru saja mendapat banyak email, jadi hadiahnya dikirim sebentar lagi.',
  corrected: 'Penerima hadiah disimpan.',
}

export function giftRoutes({ gifts, limitWrite, findMine }: Commerce) {
  const { gifts: on } = endpoints

  return {
    showGift: answer(on.showGift, async (input) => gifts.show(input.token), orNotFound(linkEnded)),

    claimGift: on.claimGift.handler(async ({ input, context, errors }) => {
      accept(await limitWrite('gift-claim', context.viewer().id), errors, 'allowed')
      accept(await gifts.claim(context.viewer().id, input.token), errors, 'claimed')
      return ok(found(await gifts.show(input.token), errors), 'Hadiahnya sekarang milikmu.')
    }),

    makeGiftLink: on.makeGiftLink.handler(async ({ input, context, errors }) => {
      accept(await limitWrite('gift-link', context.viewer().id), errors, 'allowed')
      const { url } = accept(await gifts.makeLink(context.viewer(), input.id), errors, 'made')
      return ok({ url }, 'Tautan hadiah dibuat.')
    }),

    resendGift: on.resendGift.handler(async ({ input, context, errors }) => {
      const { outcome } = accept(await gifts.resend(context.viewer(), input), errors, 'sent', 'waiting', 'corrected')
      const mine = found(await findMine(context.viewer(), input.id), errors)
      return ok(mine, resent[outcome])
    }),
  }
}
