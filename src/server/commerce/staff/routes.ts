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

const codeTaken = { data: { errors: { code: 'Kode ini sudah ada' } } }

/** An instructor sees only their own figures, regardless of the requested instructor. */
const visibleTo = (me: Viewer, { month, instructorId }: z.infer<typeof earningsInput>) => ({
  month: month ?? null,
  instructorId: me.role === 'admin' ? (instructorId ?? null) : me.id,
})

export function promoCodeRoutes({ promoCodes }: Commerce) {
  const { promoCodes: on } = endpoints

  return {
    listPromoCodes: on.listPromoCodes.handler(async ({ input }) => {
      const { rows, total } = await promoCodes.list(input)
      return { ...ok(rows), meta: { page: input.page, limit: input.limit, total } }
    }),

    showPromoCode: on.showPromoCode.handler(async ({ input, errors }) => {
      const shown = await promoCodes.find(input.id)
      if (!shown) throw errors.NOT_FOUND()
      return ok(shown)
    }),

    createPromoCode: on.createPromoCode.handler(async ({ input, context, errors }) => {
      const saved = await promoCodes.create(context.viewer().id, input)
      if (saved === 'code-taken') throw errors.CODE_TAKEN(codeTaken)
      if (saved === 'scope-unknown') throw errors.SCOPE_UNKNOWN(scopeUnknown(input))
      return ok(saved, 'Kode promo dibuat.')
    }),

    updatePromoCode: on.updatePromoCode.handler(async ({ input: { id, ...wanted }, context, errors }) => {
      const saved = await promoCodes.update(context.viewer().id, id, wanted)
      if (saved === 'code-taken') throw errors.CODE_TAKEN(codeTaken)
      if (saved === 'scope-unknown') throw errors.SCOPE_UNKNOWN(scopeUnknown(wanted))
      if (saved === 'code-in-use') throw errors.CODE_IN_USE()
      if (saved === 'not-found') throw errors.NOT_FOUND()
      return ok(saved, 'Kode promo disimpan.')
    }),

    deletePromoCode: on.deletePromoCode.handler(async ({ input, context, errors }) => {
      const outcome = await promoCodes.remove(context.viewer().id, input.id)
      if (outcome === 'not-found') throw errors.NOT_FOUND()
      if (outcome === 'code-in-use') throw errors.CODE_IN_USE()
      return ok(null, 'Kode promo dihapus.')
    }),
  }
}

function scopeUnknown({ categoryId, courseId }: { categoryId: string | null; courseId: string | null }) {
  const field = courseId ? 'courseId' : categoryId ? 'categoryId' : 'ebookId'
  return { data: { errors: { [field]: 'Tidak ditemukan' } } }
}
