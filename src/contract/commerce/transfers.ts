import * as z from 'zod/mini'
import { paymentMethods, transaction } from './transactions.ts'
import { transferStates } from './transfer-states.ts'
import { decisionSentence } from './refund-requests.ts'
import { chosenColumns, csvColumnsOf, unsureColumns } from '#contract/kit/csv-columns.ts'
import { faulty } from '#contract/kit/csv-upload.ts'
import {
  freshAdminEndpoint,
  adminEndpoint,
  download,
  id,
  paging,
  response,
  signedInEndpoint,
} from '#contract/kit/endpoint.ts'
import { imageFile, maximumImageBytes } from '#contract/kit/media/images.ts'
import { cursor, keysetResponse } from '#contract/kit/keyset-list.ts'

const staffTransfer = z.object({
  /** Of its transaction. */
  _id: z.string(),
  orderId: z.string(),
  item: z.string(),
  buyer: z.object({ name: z.string(), email: z.string() }),
  method: z.enum(paymentMethods),
  amount: z.number(),
  state: z.enum(transferStates),
  /** True when there is a picture to look at. */
  hasProof: z.boolean(),
  proofAt: z.nullable(z.string()),
  sentence: z.nullable(z.string()),
  createdAt: z.string(),
  expiresAt: z.string(),
  decidedAt: z.nullable(z.string()),
})
export type StaffTransfer = z.infer<typeof staffTransfer>

export const listTransfersInput = z.object({
  q: z.optional(z.string().check(z.trim(), z.maxLength(100, 'Kata pencarian maksimal 100 karakter'))),
  state: z.optional(z.enum(transferStates, 'Nilai filter tidak dikenal')),
  ...paging,
  cursor,
})
export type ListTransfersInput = z.infer<typeof listTransfersInput>

const maximumStatementBytes = 1024 * 1024
export const maximumStatementLines = 5_000

/** Columns of a bank statement. `credit` holds what came in; `amount` holds both directions, and `mark` says which. */
export const statementRoles = ['date', 'credit', 'amount', 'mark', 'description'] as const
export type StatementRole = (typeof statementRoles)[number]

/** An incoming payment on a bank statement, and the orders that it may be for: those it names, else those of the same amount that were open on that day. */
const statementLine = z.object({
  /** Counted from 1, as spreadsheets do. */
  line: z.number(),
  /** Names this payment; an approval with it uses it up. */
  key: z.string(),
  day: z.string(),
  description: z.string(),
  amount: z.number(),
  /** `used`: an order was approved with it before. `repeated`: the file has the same payment above. */
  status: z.enum(['suggested', 'used', 'repeated']),
  suggestions: z.array(staffTransfer),
})
export type StatementLine = z.infer<typeof statementLine>

const statement = z.object({
  lines: z.array(statementLine),
  /** Incoming payments that belong to no order, and the first of them. */
  unmatched: z.number(),
  others: z.array(z.object({ line: z.number(), day: z.string(), description: z.string(), amount: z.number() })),
  /** Rows that are no incoming payment, as far as can be told. */
  skipped: z.number(),
  /** Those of them that may be one. */
  unread: z.number(),
  faulty,
  table: csvColumnsOf(statementRoles),
})
export type Statement = z.infer<typeof statement>

export const transferProofContract = {
  sendTransferProof: signedInEndpoint
    .meta({ access: 'signed-in', upload: { field: 'proof', maximumBytes: maximumImageBytes } })
    .route({
      method: 'POST',
      path: '/my-transaction/{id}/proof',
      successStatus: 201,
      summary: 'Send a picture that proves my transfer; it replaces the last one',
    })
    .input(z.object({ id, proof: imageFile('Pilih gambar bukti transfer dulu') }))
    .output(response(transaction))
    .errors({
      NOT_WAITING: {
        status: 409,
        message:
          'Pesanan ini tidak menunggu bukti transfer. Kalau kamu sudah membayar, hubungi kami: transfermu tetap bisa disetujui.',
      },
    }),
  showTransferProof: signedInEndpoint
    .route({
      method: 'GET',
      path: '/my-transaction/{id}/proof',
      summary: 'The picture of a transfer, for its buyer and admins',
      outputStructure: 'detailed',
    })
    .input(z.object({ id }))
    .output(download),
}

const decided = { ALREADY_DECIDED: { status: 409, message: 'Transfer ini sudah diputuskan.' } } as const

export const adminTransfersContract = {
  listTransfers: adminEndpoint
    .route({
      method: 'GET',
      path: '/admin/transfers',
      summary: 'Payments by bank transfer and static QRIS, newest first',
    })
    .input(listTransfersInput)
    .output(keysetResponse(staffTransfer)),
  approveTransfer: freshAdminEndpoint
    .route({
      method: 'POST',
      path: '/admin/transfers/{id}/approve',
      summary: 'Confirm that the money has arrived, also after the order has expired',
      successDescription: 'Transfer disetujui.',
    })
    .input(
      z.object({
        id,
        statementLine: z.optional(z.string().check(z.regex(/^[0-9a-f]{64}$/, 'Baris mutasi tidak dikenal'))),
      }),
    )
    .output(response(staffTransfer))
    .errors({ ...decided, LINE_USED: { status: 409, message: 'Baris mutasi ini sudah dipakai untuk transfer lain.' } }),
  refuseTransfer: adminEndpoint
    .route({
      method: 'POST',
      path: '/admin/transfers/{id}/refuse',
      summary: 'Refuse a proof, and tell the buyer why; they may send another one',
      successDescription: 'Bukti ditolak. Pembeli bisa mengirim bukti lain.',
    })
    .input(z.object({ id, sentence: decisionSentence }))
    .output(response(staffTransfer))
    .errors(decided),
  readStatement: adminEndpoint
    .meta({
      access: 'admin',
      upload: {
        field: 'statement',
        maximumBytes: maximumStatementBytes,
        tooLarge: 'Ukuran berkas mutasi maksimal 1 MB',
      },
    })
    .route({
      method: 'POST',
      path: '/admin/transfers/statement',
      summary:
        'Suggest orders for the payments of a bank statement; approves nothing. `columns` says what each column holds, where its name does not; it is kept for the next file with the same columns',
    })
    .input(
      z.object({
        statement: z
          .file('Pilih berkas mutasi (CSV) dulu')
          .check(z.maxSize(maximumStatementBytes, 'Ukuran berkas mutasi maksimal 1 MB')),
        columns: chosenColumns(statementRoles),
      }),
    )
    .output(response(statement))
    .errors(unsureColumns(statementRoles)),
}
