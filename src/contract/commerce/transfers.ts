import * as z from 'zod/mini'
import { paymentMethods, transaction } from './transactions.ts'
import { transferStates } from './transfer-states.ts'
import { decisionSentence } from './refund-requests.ts'
import { chosenColumns, csvColumnsOf, unsureColumns } from '#contract/kit/csv-columns.ts'
import { faulty } from '#contract/kit/csv-upload.ts'
import {
  at,
  freshAdminEndpoint,
  adminEndpoint,
  download,
  id,
  paging,
  response,
  signedInEndpoint,
} from '#contract/kit/endpoint.ts'
import { imageFile, imageMessages, maximumImageBytes } from '#contract/kit/media/images.ts'
import { cursor, keysetResponse } from '#contract/kit/keyset-list.ts'

const staffTransfer = z.object({
  /** The transaction's id. */
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

const maximumBankStatementMegabytes = 1
const maximumBankStatementBytes = maximumBankStatementMegabytes * 1024 * 1024
const tooLargeStatement = `Ukuran berkas mutasi maksimal ${maximumBankStatementMegabytes} MB`
export const maximumBankStatementLines = 5_000

/** Columns of a bank statement. `credit` holds what came in; `amount` holds both directions, and `mark` says which. */
export const bankStatementRoles = ['date', 'credit', 'amount', 'mark', 'description'] as const
export type BankStatementRole = (typeof bankStatementRoles)[number]

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
export type BankStatementLine = z.infer<typeof statementLine>

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
  table: csvColumnsOf(bankStatementRoles),
})
export type BankStatement = z.infer<typeof statement>

/** The error of a proof that is no picture: the words of covers are fixed, and leave out a type that is taken. */
export const proofProblem = (message: string): string =>
  message.replace(imageMessages.notAnImage, 'Bukti harus berupa gambar (JPEG, PNG, atau WebP)')

export const transferProofContract = {
  sendTransferProof: signedInEndpoint
    .meta({ access: 'signed-in', upload: { field: 'proof', maximumBytes: maximumImageBytes } })
    .route(
      at('POST /my-transaction/{id}/proof', 'Send a picture that proves my transfer; it replaces the last one', {
        successStatus: 201,
      }),
    )
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
    .route(
      at('GET /my-transaction/{id}/proof', 'The picture of a transfer, for its buyer and admins', {
        outputStructure: 'detailed',
      }),
    )
    .input(z.object({ id }))
    .output(download),
}

/** Registered by the dialog alone: what stands in the list of on-demand calls is loaded with every page that makes one. */
export const payoutProofContract = {
  showPayoutProof: signedInEndpoint
    .route(
      at(
        'GET /payouts/{id}/proof',
        "The picture of a bank's confirmation, for whom a payout or refund was sent to and admins",
        {
          outputStructure: 'detailed',
        },
      ),
    )
    .input(z.object({ id }))
    .output(download),
}

const decided = { ALREADY_DECIDED: { status: 409, message: 'Transfer ini sudah diputuskan.' } } as const

export const adminTransfersContract = {
  listTransfers: adminEndpoint
    .route(at('GET /admin/transfers', 'Payments by bank transfer and static QRIS, newest first'))
    .input(listTransfersInput)
    .output(keysetResponse(staffTransfer)),
  approveTransfer: freshAdminEndpoint
    .route(
      at(
        'POST /admin/transfers/{id}/approve',
        'Confirm that the money has arrived, also after the order has expired',
        'Transfer disetujui.',
      ),
    )
    .input(
      z.object({
        id,
        statementLine: z.optional(z.string().check(z.regex(/^[0-9a-f]{64}$/, 'Baris mutasi tidak dikenal'))),
      }),
    )
    .output(response(staffTransfer))
    .errors({ ...decided, LINE_USED: { status: 409, message: 'Baris mutasi ini sudah dipakai untuk transfer lain.' } }),
  refuseTransfer: adminEndpoint
    .route(
      at(
        'POST /admin/transfers/{id}/refuse',
        'Refuse a proof, and tell the buyer why; they may send another one',
        'Bukti ditolak. Pembeli bisa mengirim bukti lain.',
      ),
    )
    .input(z.object({ id, sentence: decisionSentence }))
    .output(response(staffTransfer))
    .errors(decided),
  readStatement: adminEndpoint
    .meta({
      access: 'admin',
      upload: {
        field: 'statement',
        maximumBytes: maximumBankStatementBytes,
        tooLarge: tooLargeStatement,
      },
    })
    .route(
      at(
        'POST /admin/transfers/statement',
        'Suggest orders for the payments of a bank statement; approves nothing. `columns` says what each column holds, where its name does not; it is kept for the next file with the same columns',
      ),
    )
    .input(
      z.object({
        statement: z
          .file('Pilih berkas mutasi (CSV) dulu')
          .check(z.maxSize(maximumBankStatementBytes, tooLargeStatement)),
        columns: chosenColumns(bankStatementRoles),
      }),
    )
    .output(response(statement))
    .errors(unsureColumns(bankStatementRoles)),
}
