import * as z from 'zod/mini'
import { visibleText } from '#contract/kit/text/visible-text-rules.ts'
import {
  at,
  adminEndpoint,
  freshAdminEndpoint,
  freshSignedInEndpoint,
  id,
  paging,
  response,
  signedInEndpoint,
} from '#contract/kit/endpoint.ts'
import { cursor, keysetResponse } from '#contract/kit/keyset-list.ts'
import { paymentMethods, transaction } from './transactions.ts'
import { bankAccountInput } from './bank-account.ts'
import { refundInput } from './orders-staff.ts'

export const refundRequestStates = ['open', 'approved', 'refused'] as const
export type RefundRequestState = (typeof refundRequestStates)[number]

const refundRequest = z.object({
  _id: z.string(),
  transactionId: z.string(),
  state: z.enum(refundRequestStates),
  reason: z.string(),
  /** The items that are asked back; empty: the whole order. */
  items: z.array(z.object({ lineId: z.string(), title: z.string() })),
  /** Written to the buyer by staff; null until it is decided. */
  sentence: z.nullable(z.string()),
  createdAt: z.string(),
  decidedAt: z.nullable(z.string()),
})
export type RefundRequest = z.infer<typeof refundRequest>

const staffRefundRequest = z.extend(refundRequest, {
  item: z.string(),
  buyer: z.object({ name: z.string(), email: z.string() }),
  amount: z.number(),
  method: z.enum(paymentMethods),
  /** Asked back and not refunded yet. */
  left: z.number(),
})
export type StaffRefundRequest = z.infer<typeof staffRefundRequest>

const reason = z
  .string('Alasan wajib diisi')
  .check(
    z.trim(),
    z.minLength(5, 'Alasan minimal 5 karakter'),
    visibleText('Alasan minimal 5 karakter'),
    z.maxLength(500, 'Alasan maksimal 500 karakter'),
  )
export const decisionSentence = z
  .string('Tulis satu kalimat untuk pembeli')
  .check(
    z.trim(),
    z.minLength(5, 'Tulis satu kalimat untuk pembeli, minimal 5 karakter'),
    visibleText('Tulis satu kalimat untuk pembeli, minimal 5 karakter'),
    z.maxLength(500, 'Maksimal 500 karakter'),
  )

export const listRefundRequestsInput = z.object({
  q: z.optional(z.string().check(z.trim(), z.maxLength(100, 'Kata pencarian maksimal 100 karakter'))),
  state: z.optional(z.enum(refundRequestStates, 'Nilai filter tidak dikenal')),
  ...paging,
  cursor,
})
export type ListRefundRequestsInput = z.infer<typeof listRefundRequestsInput>

const decided = { ALREADY_DECIDED: { status: 409, message: 'Permintaan ini sudah diputuskan.' } } as const

export const refundRequestsContract = {
  saveRefundAccount: freshSignedInEndpoint
    .route(at('PUT /my-transaction/{id}/refund-account', 'Say to which account refunds of my payment by hand are sent'))
    .input(z.extend(bankAccountInput, { id }))
    .output(response(transaction))
    .errors({
      NO_REFUND: { status: 409, message: 'Tidak ada pengembalian dana yang menunggu rekening untuk pesanan ini.' },
    }),
  requestRefund: signedInEndpoint
    .route(
      at('POST /my-transaction/{id}/refund-request', 'Ask for the money of a purchase back', { successStatus: 201 }),
    )
    .input(z.object({ id, reason, lineIds: refundInput.shape.lineIds }))
    .output(response(refundRequest))
    .errors({
      TOO_LATE: { status: 409, message: 'Batas waktu pengembalian dana untuk pembelian ini sudah lewat.' },
      TOO_FAR: {
        status: 409,
        message: 'Kamu sudah menyelesaikan 30 % atau lebih, jadi dananya tidak bisa diminta kembali.',
      },
      NOT_REFUNDABLE: { status: 409, message: 'Tidak ada dana yang bisa dikembalikan dari transaksi ini.' },
      GIFT_CLAIMED: {
        status: 409,
        message: 'Hadiah ini sudah diterima, jadi dananya tidak bisa diminta kembali.',
      },
      ALREADY_REQUESTED: { status: 409, message: 'Permintaanmu sedang kami periksa.' },
    }),
}

export const adminRefundRequestsContract = {
  listRefundRequests: adminEndpoint
    .route(at('GET /admin/refund-requests', 'Requests for refunds, newest first'))
    .input(listRefundRequestsInput)
    .output(keysetResponse(staffRefundRequest)),
  approveRefundRequest: freshAdminEndpoint
    .route(
      at(
        'POST /admin/refund-requests/{id}/approve',
        'Refund what is left of the purchase, and tell the buyer',
        'Permintaan disetujui.',
      ),
    )
    .input(z.object({ id, sentence: decisionSentence }))
    .output(response(refundRequest))
    .errors({
      ...decided,
      NOT_REFUNDABLE: { status: 409, message: 'Tidak ada dana yang bisa dikembalikan dari transaksi ini.' },
    }),
  refuseRefundRequest: adminEndpoint
    .route(
      at('POST /admin/refund-requests/{id}/refuse', 'Refuse a refund, and tell the buyer why', 'Permintaan ditolak.'),
    )
    .input(z.object({ id, sentence: decisionSentence }))
    .output(response(refundRequest))
    .errors(decided),
}
