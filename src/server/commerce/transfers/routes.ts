import { ok } from '#contract/kit/endpoint.ts'
import type { Commerce } from '#server/commerce/commerce.ts'
import { endpoints } from '#server/platform/http/index.ts'

export function transferProofRoutes({ transfers }: Commerce) {
  const { transferProofs: on } = endpoints

  return {
    sendTransferProof: on.sendTransferProof.handler(async ({ input, context, errors }) => {
      const viewer = context.viewer()
      const outcome = await transfers.sendProof(viewer, input)
      if (outcome === 'not-found') throw errors.NOT_FOUND()
      if (outcome === 'not-waiting') throw errors.NOT_WAITING()
      if ('message' in outcome) throw errors.INVALID_INPUT({ data: { errors: { proof: outcome.message } } })
      return ok(outcome, 'Bukti transfer terkirim. Kami periksa secepatnya.')
    }),

    showTransferProof: on.showTransferProof.handler(async ({ input, context, errors }) => {
      const picture = await transfers.readProof(context.viewer(), input.id)
      if (!picture) throw errors.NOT_FOUND()
      return picture
    }),
  }
}

export function adminTransferRoutes({ transfers }: Commerce) {
  const { adminTransfers: on } = endpoints

  return {
    listTransfers: on.listTransfers.handler(async ({ input }) => {
      const { rows, total, isCounted, next, previous } = await transfers.list(input)
      return { ...ok(rows), meta: { page: input.page, limit: input.limit, total, isCounted, next, previous } }
    }),

    approveTransfer: on.approveTransfer.handler(async ({ input: { id, statementLine = null }, context, errors }) => {
      const outcome = await transfers.approve({ id, statementLine, adminId: context.viewer().id })
      if (outcome === 'not-found') throw errors.NOT_FOUND()
      if (outcome === 'already-decided') throw errors.ALREADY_DECIDED()
      if (outcome === 'line-used') throw errors.LINE_USED()
      return ok(outcome, 'Transfer disetujui.')
    }),

    refuseTransfer: on.refuseTransfer.handler(async ({ input, context, errors }) => {
      const outcome = await transfers.refuse({ ...input, adminId: context.viewer().id })
      if (outcome === 'not-found') throw errors.NOT_FOUND()
      if (outcome === 'already-decided') throw errors.ALREADY_DECIDED()
      return ok(outcome, 'Bukti ditolak. Pembeli bisa mengirim bukti lain.')
    }),

    readStatement: on.readStatement.handler(async ({ input, context, errors }) => {
      const outcome = await transfers.readStatement(context.viewer().id, input.statement)
      if ('message' in outcome) throw errors.INVALID_INPUT({ data: { errors: { statement: outcome.message } } })
      return ok(outcome)
    }),
  }
}
