import { ok } from '#contract/kit/endpoint.ts'
import type { Commerce } from '#server/commerce/commerce.ts'
import { endpoints } from '#server/endpoints.ts'
import { accept, found } from '#server/platform/outcomes.ts'

export function refundRequestRoutes({ refundRequests, payouts, findMine, limitWrite }: Commerce) {
  const { refundRequests: on } = endpoints

  return {
    saveRefundAccount: on.saveRefundAccount.handler(async ({ input, context, errors }) => {
      accept(await limitWrite('refund-account', context.viewer().id), errors, 'allowed')
      accept(await payouts.saveRefundAccount(context.viewer().id, input), errors, 'saved')
      return ok(found(await findMine(context.viewer(), input.id), errors), 'Rekening disimpan.')
    }),

    requestRefund: on.requestRefund.handler(async ({ input, context, errors }) => {
      accept(await limitWrite('refund-request', context.viewer().id), errors, 'allowed')
      const { request } = accept(await refundRequests.request(context.viewer().id, input), errors, 'requested')
      return ok(request, 'Permintaanmu kami terima.')
    }),
  }
}

export function adminRefundRequestRoutes({ refundRequests }: Commerce) {
  const { adminRefundRequests: on } = endpoints

  return {
    listRefundRequests: on.listRefundRequests.handler(async ({ input }) => {
      const { rows, ...meta } = await refundRequests.list(input)
      return { ...ok(rows), meta: { page: input.page, limit: input.limit, ...meta } }
    }),

    approveRefundRequest: on.approveRefundRequest.handler(async ({ input, context, errors }) => {
      const { request } = accept(
        await refundRequests.approve({ ...input, adminId: context.viewer().id }),
        errors,
        'decided',
      )
      return ok(request, 'Permintaan disetujui.')
    }),

    refuseRefundRequest: on.refuseRefundRequest.handler(async ({ input, context, errors }) => {
      const { request } = accept(
        await refundRequests.refuse({ ...input, adminId: context.viewer().id }),
        errors,
        'decided',
      )
      return ok(request, 'Permintaan ditolak.')
    }),
  }
}
