import { ok } from '#contract/kit/endpoint.ts'
import type { Commerce } from '#server/commerce/commerce.ts'
import { endpoints } from '#server/platform/http/index.ts'

export function refundRequestRoutes({ refundRequests, limitWrite }: Commerce) {
  const { refundRequests: on } = endpoints

  return {
    requestRefund: on.requestRefund.handler(async ({ input, context, errors }) => {
      const tooMany = await limitWrite('refund-request', context.viewer().id)
      if (tooMany) throw errors.TOO_MANY_REQUESTS({ data: { retryAfterSeconds: tooMany.retryAfterSeconds } })
      const outcome = await refundRequests.request(context.viewer().id, input)
      if (outcome === 'not-found') throw errors.NOT_FOUND()
      if (outcome === 'too-late') throw errors.TOO_LATE()
      if (outcome === 'too-far') throw errors.TOO_FAR()
      if (outcome === 'not-refundable') throw errors.NOT_REFUNDABLE()
      if (outcome === 'already-requested') throw errors.ALREADY_REQUESTED()
      return ok(outcome, 'Permintaanmu kami terima.')
    }),
  }
}

export function adminRefundRequestRoutes({ refundRequests }: Commerce) {
  const { adminRefundRequests: on } = endpoints

  return {
    listRefundRequests: on.listRefundRequests.handler(async ({ input }) => {
      const { rows, total, isCounted, next, previous } = await refundRequests.list(input)
      return { ...ok(rows), meta: { page: input.page, limit: input.limit, total, isCounted, next, previous } }
    }),

    approveRefundRequest: on.approveRefundRequest.handler(async ({ input, context, errors }) => {
      const outcome = await refundRequests.approve({ ...input, adminId: context.viewer().id })
      if (outcome === 'not-found') throw errors.NOT_FOUND()
      if (outcome === 'already-decided') throw errors.ALREADY_DECIDED()
      if (outcome === 'not-refundable') throw errors.NOT_REFUNDABLE()
      return ok(outcome, 'Permintaan disetujui.')
    }),

    refuseRefundRequest: on.refuseRefundRequest.handler(async ({ input, context, errors }) => {
      const outcome = await refundRequests.refuse({ ...input, adminId: context.viewer().id })
      if (outcome === 'not-found') throw errors.NOT_FOUND()
      if (outcome === 'already-decided' || outcome === 'not-refundable') throw errors.ALREADY_DECIDED()
      return ok(outcome, 'Permintaan ditolak.')
    }),
  }
}
