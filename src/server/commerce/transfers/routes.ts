import { ok } from '#contract/kit/endpoint.ts'
import type { Commerce } from '#server/commerce/commerce.ts'
import { endpoints } from '#server/endpoints.ts'
import { accept, found } from '#server/platform/outcomes.ts'
import { answer, asPage, serve } from '#server/serve.ts'

export function transferProofRoutes({ transfers, findMine }: Commerce) {
  const { transferProofs: on } = endpoints

  return {
    sendTransferProof: on.sendTransferProof.handler(async ({ input, context, errors }) => {
      accept(await transfers.sendProof(context.viewer(), input), errors, 'sent')
      return ok(
        found(await findMine(context.viewer(), input.id), errors),
        'Bukti transfer terkirim. Kami periksa secepatnya.',
      )
    }),

    showTransferProof: on.showTransferProof.handler(async ({ input, context, errors }) =>
      found(await transfers.readProof(context.viewer(), input.id), errors),
    ),
  }
}

export const payoutProofRoutes = ({ payouts }: Commerce) => ({
  showPayoutProof: endpoints.payoutProofs.showPayoutProof.handler(async ({ input, context, errors }) =>
    found(await payouts.readProof(context.viewer(), input.id), errors),
  ),
})

export function adminTransferRoutes({ transfers }: Commerce) {
  const { adminTransfers: on } = endpoints

  return {
    listTransfers: answer(on.listTransfers, transfers.list, asPage),

    approveTransfer: serve(
      on.approveTransfer,
      async (viewer, { id, statementLine = null }) => transfers.approve({ id, statementLine, adminId: viewer.id }),
      'decided',
    ),

    refuseTransfer: serve(
      on.refuseTransfer,
      async (viewer, input) => transfers.refuse({ ...input, adminId: viewer.id }),
      'decided',
    ),

    readStatement: serve(
      on.readStatement,
      async (viewer, input) => transfers.readStatement(viewer.id, input),
      'matched',
    ),
  }
}
