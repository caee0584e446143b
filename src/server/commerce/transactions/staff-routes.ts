import type * as z from 'zod/mini'
import type { earningsInput } from '#contract/commerce/orders-staff.ts'
import { ok } from '#contract/kit/endpoint.ts'
import { courseNotFound } from '#server/catalog/index.ts'
import type { Commerce } from '#server/commerce/commerce.ts'
import { endpoints } from '#server/endpoints.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import { accept, found } from '#server/platform/outcomes.ts'
import { answer, asPage, orNotFound, serve } from '#server/serve.ts'

export function staffOrderRoutes(commerce: Commerce) {
  const { sales: on } = endpoints

  return {
    listTransactions: answer(on.listTransactions, commerce.listAll, asPage),

    exportTransactions: on.exportTransactions.handler(({ input, context }) =>
      commerce.exportAll(input, context.viewer()),
    ),

    showTransaction: answer(on.showTransaction, async (input) => commerce.showAny(input.id), orNotFound()),

    listStudentPurchases: answer(on.listStudentPurchases, async ({ id, studentId }) =>
      commerce.listStudentPurchases({ courseId: id, studentId }),
    ),

    refreshTransaction: on.refreshTransaction.handler(async ({ input, errors }) => {
      accept(await commerce.refreshAny(input.id), errors, 'refreshed')
      return ok(found(await commerce.showAny(input.id), errors))
    }),

    acceptTransaction: on.acceptTransaction.handler(async ({ input: { id, reason }, context, errors }) => {
      accept(await commerce.acceptHeld({ actorId: context.viewer().id, transactionId: id, reason }), errors, 'accepted')
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

    showEarnings: serve(on.showEarnings, async (viewer, input) => commerce.readEarnings(visibleTo(viewer, input))),
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

export function soldLineRoutes(commerce: Commerce) {
  const { soldLines: on } = endpoints

  return {
    listSoldLines: on.listSoldLines.handler(async ({ input, context, errors }) => {
      const { rows, ...meta } = found(
        await commerce.listSoldLines(context.viewer(), input),
        errors,
        courseNotFound.message,
      )
      return { ...ok(rows), meta: { page: input.page, limit: input.limit, ...meta } }
    }),

    exportSoldLines: on.exportSoldLines.handler(async ({ input, context, errors }) =>
      found(await commerce.exportSoldLines(context.viewer(), input.id), errors, courseNotFound.message),
    ),
  }
}

export function waitingMoneyRoutes(commerce: Commerce) {
  const { waitingMoney: on } = endpoints
  return { countWaitingMoney: answer(on.countWaitingMoney, async () => commerce.countWaiting()) }
}

export function orderNoteRoutes({ orderNotes, limitWrite }: Commerce) {
  const { orderNotes: on } = endpoints

  return {
    listOrderNotes: answer(on.listOrderNotes, async (input) => orderNotes.list(input.id), orNotFound()),

    addOrderNote: on.addOrderNote.handler(async ({ input, context, errors }) => {
      accept(await limitWrite('order-note', context.viewer().id), errors, 'allowed')
      const { note } = accept(await orderNotes.add(context.viewer(), input), errors, 'added')
      return ok(note, note.isSent ? 'Pesan dikirim ke pembeli.' : 'Catatan disimpan.')
    }),

    deleteOrderNote: serve(on.deleteOrderNote, async (viewer, input) => orderNotes.remove(viewer, input.id), 'deleted'),
  }
}
