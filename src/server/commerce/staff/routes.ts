import type * as z from 'zod/mini'
import type { earningsInput } from '#contract/commerce/sales.ts'
import { ok } from '#contract/kit/endpoint.ts'
import type { Commerce } from '#server/commerce/commerce.ts'
import { endpoints } from '#server/endpoints.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import { accept, found } from '#server/platform/outcomes.ts'

export function salesRoutes(commerce: Commerce) {
  const { sales: on } = endpoints

  return {
    listTransactions: on.listTransactions.handler(async ({ input }) => {
      const { rows, ...meta } = await commerce.listAll(input)
      return { ...ok(rows), meta: { page: input.page, limit: input.limit, ...meta } }
    }),

    exportTransactions: on.exportTransactions.handler(({ input, context }) =>
      commerce.exportAll(input, context.viewer()),
    ),

    showTransaction: on.showTransaction.handler(async ({ input, errors }) =>
      ok(found(await commerce.showAny(input.id), errors)),
    ),

    listStudentPurchases: on.listStudentPurchases.handler(async ({ input: { id, studentId } }) =>
      ok(await commerce.listStudentPurchases({ courseId: id, studentId })),
    ),

    refreshTransaction: on.refreshTransaction.handler(async ({ input, errors }) => {
      accept(await commerce.refreshAny(input.id), errors, 'refreshed')
      return ok(found(await commerce.showAny(input.id), errors))
    }),

    acceptTransaction: on.acceptTransaction.handler(async ({ input: { id, reason }, context, errors }) => {
      accept(
        await commerce.acceptReview({ actorId: context.viewer().id, transactionId: id, reason }),
        errors,
        'accepted',
      )
      return ok(found(await commerce.showAny(id), errors), 'Pembayaran diterima.')
    }),

    refundTransaction: on.refundTransaction.handler(async ({ input: { id, ...wanted }, context, errors }) => {
      const { outcome } = accept(
        await commerce.refund({ actorId: context.viewer().id, transactionId: id, ...wanted }),
        errors,
        'refunded',
        'waiting',
      )
      const waiting = 'Penyedia pembayaran belum menjawab. Pengembalian dana diulang otomatis sampai selesai.'
      const shown = found(await commerce.showAny(id), errors)
      const made =
        shown.method === 'card' ? 'Dana dikembalikan.' : 'Pengembalian dicatat. Kirim dananya dari Pencairan.'
      return ok(shown, outcome === 'waiting' ? waiting : made)
    }),

    showEarnings: on.showEarnings.handler(async ({ input, context }) =>
      ok(await commerce.readEarnings(visibleTo(context.viewer(), input))),
    ),
    exportEarnings: on.exportEarnings.handler(({ input, context }) =>
      commerce.exportEarnings(visibleTo(context.viewer(), input)),
    ),
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
