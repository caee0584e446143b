import { ok } from '#contract/kit/endpoint.ts'
import type { Commerce } from '#server/commerce/commerce.ts'
import { endpoints } from '#server/endpoints.ts'
import { accept, found } from '#server/platform/outcomes.ts'
import { answer, asPage, serve } from '#server/serve.ts'

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

const approved = {
  done: 'Dana dikembalikan.',
  'by-hand': 'Permintaan disetujui. Kirim dananya dari Pencairan.',
  waiting: 'Permintaan disetujui. Dananya belum kembali: pengembaliannya diulang otomatis sampai selesai.',
  refused:
    'Permintaan disetujui, tetapi penyedia pembayaran menolak mengembalikan dananya. Kembalikan dananya sendiri.',
}

export function adminRefundRequestRoutes({ refundRequests }: Commerce) {
  const { adminRefundRequests: on } = endpoints

  return {
    listRefundRequests: answer(on.listRefundRequests, refundRequests.list, asPage),

    approveRefundRequest: on.approveRefundRequest.handler(async ({ input, context, errors }) => {
      const approval = await refundRequests.approve({ ...input, adminId: context.viewer().id })
      const { request, made } = accept(approval, errors, 'decided')
      return ok(request, approved[made])
    }),

    refuseRefundRequest: serve(
      on.refuseRefundRequest,
      async (viewer, input) => refundRequests.refuse({ ...input, adminId: viewer.id }),
      'decided',
    ),
  }
}
