import { ok } from '#contract/kit/endpoint.ts'
import type { Commerce } from '#server/commerce/commerce.ts'
import { endpoints } from '#server/endpoints.ts'
import { accept, found } from '#server/platform/outcomes.ts'

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

export function adminTransferRoutes({ transfers }: Commerce) {
  const { adminTransfers: on } = endpoints

  return {
    listTransfers: on.listTransfers.handler(async ({ input }) => {
      const { rows, ...meta } = await transfers.list(input)
      return { ...ok(rows), meta: { page: input.page, limit: input.limit, ...meta } }
    }),

    approveTransfer: on.approveTransfer.handler(async ({ input: { id, statementLine = null }, context, errors }) => {
      const { transfer } = accept(
        await transfers.approve({ id, statementLine, adminId: context.viewer().id }),
        errors,
        'decided',
      )
      return ok(transfer, 'Transfer disetujui.')
    }),

    refuseTransfer: on.refuseTransfer.handler(async ({ input, context, errors }) => {
      const { transfer } = accept(await transfers.refuse({ ...input, adminId: context.viewer().id }), errors, 'decided')
      return ok(transfer, 'Bukti ditolak. Pembeli bisa mengirim bukti lain.')
    }),

    readStatement: on.readStatement.handler(async ({ input, context, errors }) =>
      ok(accept(await transfers.readStatement(context.viewer().id, input.statement), errors, 'matched').statement),
    ),
  }
}
