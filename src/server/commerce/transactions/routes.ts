import { ok } from '#contract/kit/endpoint.ts'
import type { Commerce } from '#server/commerce/commerce.ts'
import { endpoints } from '#server/endpoints.ts'
import { accept, found } from '#server/platform/outcomes.ts'
import { orNotFound, serve } from '#server/serve.ts'

export function transactionRoutes(commerce: Commerce) {
  const { commerce: on } = endpoints

  return {
    listMyTransactions: serve(on.listMyTransactions, async (viewer, input) =>
      commerce.listMine(viewer, input?.before ?? null),
    ),

    showMyTransaction: serve(
      on.showMyTransaction,
      async (viewer, input) => commerce.showMine(viewer, input.id),
      orNotFound(),
    ),

    refreshMyTransaction: serve(
      on.refreshMyTransaction,
      async (viewer, input) => commerce.refreshMine(viewer, input.id),
      orNotFound(),
    ),

    cancelMyTransaction: on.cancelMyTransaction.handler(async ({ input, context, errors }) => {
      accept(await commerce.cancelMine(context.viewer(), input.id), errors, 'cancelled')
      return ok(found(await commerce.findMine(context.viewer(), input.id), errors), 'Pesanan dibatalkan.')
    }),

    resendReceipt: on.resendReceipt.handler(async ({ input, context, errors }) => {
      const { email } = accept(await commerce.resendReceipt(context.viewer(), input.id), errors, 'sent')
      return ok({ email }, `Bukti pembayaran dikirim ke ${email}.`)
    }),
  }
}
