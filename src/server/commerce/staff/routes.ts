import type * as z from 'zod/mini'
import type { earningsInput } from '#contract/commerce/sales.ts'
import { ok } from '#contract/kit/endpoint.ts'
import type { Commerce } from '#server/commerce/commerce.ts'
import { endpoints, type Viewer } from '#server/platform/http/index.ts'

export function salesRoutes(commerce: Commerce) {
  const { sales: on } = endpoints

  return {
    listTransactions: on.listTransactions.handler(async ({ input }) => {
      const { rows, ...meta } = await commerce.listAll(input)
      return { ...ok(rows), meta: { page: input.page, limit: input.limit, ...meta } }
    }),

    exportTransactions: on.exportTransactions.handler(({ input, context }) => commerce.exportAll(input, context.viewer())),

    showTransaction: on.showTransaction.handler(async ({ input, errors }) => {
      const shown = await commerce.showAny(input.id)
      if (!shown) throw errors.NOT_FOUND()
      return ok(shown)
    }),

    listStudentPurchases: on.listStudentPurchases.handler(async ({ input: { id, studentId } }) =>
      ok(await commerce.listStudentPurchases({ courseId: id, studentId })),
    ),

    refreshTransaction: on.refreshTransaction.handler(async ({ input, errors }) => {
      const outcome = await commerce.refreshAny(input.id)
      if (outcome === 'provider-unavailable') throw errors.PROVIDER_UNAVAILABLE()
      const shown = await commerce.showAny(input.id)
      if (!shown) throw errors.NOT_FOUND()
      return ok(shown)
    }),

    acceptTransaction: on.acceptTransaction.handler(async ({ input: { id, reason }, context, errors }) => {
      const outcome = await commerce.acceptReview({ actorId: context.viewer().id, transactionId: id, reason })
      if (outcome === 'provider-unavailable') throw errors.PROVIDER_UNAVAILABLE()
      if (outcome === 'not-in-review') throw errors.NOT_IN_REVIEW()
      if (outcome === 'not-paid') throw errors.NOT_PAID()
      const shown = await commerce.showAny(id)
      if (!shown) throw errors.NOT_FOUND()
      return ok(shown, 'Pembayaran diterima.')
    }),

    refundTransaction: on.refundTransaction.handler(async ({ input: { id, ...wanted }, context, errors }) => {
      const outcome = await commerce.refund({ actorId: context.viewer().id, transactionId: id, ...wanted })
      if (outcome === 'provider-unavailable') throw errors.PROVIDER_UNAVAILABLE()
      if (outcome === 'nothing-to-refund') throw errors.NOT_REFUNDABLE()
      if (outcome === 'not-found') throw errors.NOT_FOUND()
      if (outcome === 'gift-claimed') throw errors.GIFT_CLAIMED()
      if (outcome === 'under-way') throw errors.REFUND_UNDER_WAY()
      if (outcome === 'refused') throw errors.REFUND_REFUSED()
      if (outcome === 'too-much') throw errors.AMOUNT_TOO_LARGE({ data: { errors: { amount: 'Lebih besar dari dana yang tersisa' } } })
      const shown = await commerce.showAny(id)
      if (!shown) throw errors.NOT_FOUND()
      const waiting = 'Penyedia pembayaran belum menjawab. Pengembalian dana diulang otomatis sampai selesai.'
      return ok(shown, outcome === 'waiting' ? waiting : 'Dana dikembalikan.')
    }),

    showEarnings: on.showEarnings.handler(async ({ input, context }) => ok(await commerce.readEarnings(visibleTo(context.viewer(), input)))),
    exportEarnings: on.exportEarnings.handler(({ input, context }) => commerce.exportEarnings(visibleTo(context.viewer(), input))),
  }
}

/** An instructor sees only their own figures, regardless of the requested instructor. */
const visibleTo = (me: Viewer, { month, instructorId }: z.infer<typeof earningsInput>) => ({
  month: month ?? null,
  instructorId: me.role === 'admin' ? (instructorId ?? null) : me.id,
})

export function waitingMoneyRoutes(commerce: Commerce) {
  const { waitingMoney: on } = endpoints
  return { countWaitingMoney: on.countWaitingMoney.handler(async () => ok(await commerce.countWaiting())) }
}
