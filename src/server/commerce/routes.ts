import { ok } from '#contract/endpoint.ts'
import { endpoints } from '#server/http/index.ts'
import type { Commerce } from './commerce.ts'

const promoRefusal = { data: { errors: { promoCode: 'Kode promo tidak valid.' } } }

export function createCommerceRoutes(commerce: Commerce) {
  const { commerce: on } = endpoints

  return {
    checkout: on.checkout.handler(async ({ input, context, errors }) => {
      const result = await commerce.checkout({ student: context.me(), courseId: input.courseId, promoCode: input.promoCode || null })
      switch (result.outcome) {
        case 'open':
          return ok({ token: result.token, transactionId: result.transactionId, redirectUrl: result.redirectUrl })
        case 'paid-by-promo':
          return ok({ token: null, transactionId: result.transactionId, redirectUrl: null })
        case 'invalid-promo':
          throw errors.PROMO_INVALID(promoRefusal)
        case 'enrolled-free':
          return ok({ token: null, transactionId: null, redirectUrl: null })
        case 'already-enrolled':
          throw errors.ALREADY_ENROLLED()
        case 'under-review':
          throw errors.UNDER_REVIEW()
        case 'payment-unavailable':
          throw errors.PAYMENT_UNAVAILABLE()
        case 'not-found':
          throw errors.NOT_FOUND({ message: 'Course data not found' })
      }
    }),

    quote: on.quote.handler(async ({ input, context, errors }) => {
      const viewer = await context.findViewer()
      const price = await commerce.quote({ courseId: input.courseId, promoCode: input.promoCode || null, studentId: viewer?.id ?? null })
      if (!price) throw errors.NOT_FOUND({ message: 'Course data not found' })
      if (price === 'invalid-promo') throw errors.PROMO_INVALID(promoRefusal)
      const { promo: _, ...shown } = price
      return ok(shown)
    }),

    listMyTransactions: on.listMyTransactions.handler(async ({ context }) => ok(await commerce.listMine(context.me()))),

    showMyTransaction: on.showMyTransaction.handler(async ({ input, context, errors }) => {
      const invoice = await commerce.showMine(context.me(), input.id)
      if (!invoice) throw errors.NOT_FOUND()
      return ok(invoice)
    }),

    refreshMyTransaction: on.refreshMyTransaction.handler(async ({ input, context, errors }) => {
      const refreshed = await commerce.refreshMine(context.me(), input.id)
      if (!refreshed) throw errors.NOT_FOUND()
      return ok(refreshed.transaction)
    }),

    receiveNotification: on.receiveNotification.handler(async ({ input, errors }) => {
      if ((await commerce.receiveNotification(input)) === 'bad-signature') throw errors.BAD_SIGNATURE()
      return ok({ received: true as const })
    }),
  }
}
