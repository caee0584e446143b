import { ok } from '#contract/kit/endpoint.ts'
import type { Commerce } from '#server/commerce/commerce.ts'
import { endpoints } from '#server/endpoints.ts'
import { accept, found } from '#server/platform/outcomes.ts'

export function transactionRoutes(commerce: Commerce) {
  const { commerce: on } = endpoints

  return {
    listMyTransactions: on.listMyTransactions.handler(async ({ input, context }) =>
      ok(await commerce.listMine(context.viewer(), input?.before ?? null)),
    ),

    showMyTransaction: on.showMyTransaction.handler(async ({ input, context, errors }) =>
      ok(found(await commerce.showMine(context.viewer(), input.id), errors)),
    ),

    refreshMyTransaction: on.refreshMyTransaction.handler(async ({ input, context, errors }) =>
      ok(found(await commerce.refreshMine(context.viewer(), input.id), errors)),
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
