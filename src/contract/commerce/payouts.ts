import * as z from 'zod/mini'
import {
  at,
  adminEndpoint,
  download,
  freshAdminEndpoint,
  freshStaffEndpoint,
  id,
  listResponse,
  paging,
  response,
  staffEndpoint,
} from '#contract/kit/endpoint.ts'
import { imageFile, maximumImageBytes } from '#contract/kit/media/images.ts'
import { amountError, instant } from '#contract/kit/input-rules.ts'
import { cursor, keysetResponse } from '#contract/kit/keyset-list.ts'
import { bankAccountInput, oneLine } from './bank-account.ts'
import { payoutStates } from './payout-states.ts'

/** The least that an admin can set as the smallest payout. */
export const lowestMinimumPayoutIdr = 10_000

const bankAccount = z.object({
  bank: z.string(),
  number: z.string(),
  holder: z.string(),
  verifiedAt: z.nullable(z.string()),
})
export type BankAccount = z.infer<typeof bankAccount>

const balance = z.object({
  /** Can be paid out now; negative after a refund of what was paid out. */
  availableIdr: z.number(),
  /** Earnings of sales that are younger than `holdDays`. */
  heldIdr: z.number(),
  holdDays: z.number(),
  minimumPayoutIdr: z.number(),
})
export type Balance = z.infer<typeof balance>

const payout = z.object({
  _id: z.string(),
  amountIdr: z.number(),
  state: z.enum(payoutStates),
  bank: z.string(),
  number: z.string(),
  holder: z.string(),
  /** The bank's reference of a payout that was sent, or why it failed. */
  reference: z.nullable(z.string()),
  /** True when there is a picture of the bank's confirmation. */
  hasProof: z.boolean(),
  createdAt: z.string(),
  decidedAt: z.nullable(z.string()),
})
export type Payout = z.infer<typeof payout>

/** Money that is sent by hand: the balance of an instructor, or a refund of a payment by hand. */
export const payoutKinds = ['balance', 'refund'] as const
export type PayoutKind = (typeof payoutKinds)[number]

const staffPayout = z.extend(payout, {
  kind: z.enum(payoutKinds),
  /** The account is empty until a buyer has said where a refund goes to. `_id` is null for a buyer. */
  payee: z.object({ _id: z.nullable(z.string()), name: z.string() }),
  /** Set for refunds only. */
  transaction: z.nullable(z.object({ _id: z.string(), title: z.string() })),
  batchId: z.nullable(z.string()),
})
export type StaffPayout = z.infer<typeof staffPayout>

const q = z.optional(z.string().check(z.trim(), z.maxLength(100, 'Kata pencarian maksimal 100 karakter')))
export const listPayoutsInput = z.object({
  state: z.optional(z.enum(payoutStates, 'Nilai filter tidak dikenal')),
  ...paging,
  cursor,
})
export const listAllPayoutsInput = z.extend(listPayoutsInput, {
  /** Part of a holder or a reference; of a refund also what finds its transaction. */
  q,
  kind: z.optional(z.enum(payoutKinds, 'Nilai filter tidak dikenal')),
})
export type ListAllPayoutsInput = z.infer<typeof listAllPayoutsInput>

export const payoutInput = z.object({
  amountIdr: z
    .number(amountError('Jumlah wajib diisi'))
    .check(
      z.int('Jumlah harus bilangan bulat'),
      z.minimum(lowestMinimumPayoutIdr, 'Minimal Rp 10.000'),
      z.maximum(999_999_999, 'Jumlah terlalu besar'),
    ),
  /** Made by the sender: what arrives again with the same key is the same payout. */
  key: z.optional(id),
})
export const sentInput = z.object({
  reference: oneLine('Referensi bank wajib diisi', 100),
  /** A picture of the bank's confirmation, for whom it was sent to. */
  proof: z.optional(imageFile('Pilih gambar bukti transfer dulu')),
})
export const failedInput = z.object({ reason: oneLine('Alasan wajib diisi', 200) })

const fieldErrors = z.object({ errors: z.record(z.string(), z.string()) })
const decided = { ALREADY_DECIDED: { status: 409, message: 'Pencairan ini sudah selesai.' } } as const

export const payoutsContract = {
  showBankAccount: staffEndpoint
    .route(at('GET /me/bank-account', 'The account that I am paid to; null before there is one'))
    .output(response(z.nullable(bankAccount))),
  saveBankAccount: freshStaffEndpoint
    .route(at('PUT /me/bank-account', 'Change the account that I am paid to; an admin verifies it'))
    .input(bankAccountInput)
    .output(response(bankAccount)),
  showBalance: staffEndpoint
    .route(at('GET /me/balance', 'What I have earned and was not paid yet'))
    .output(response(balance)),
  listPayouts: staffEndpoint
    .route(at('GET /payouts', 'My payouts, newest first'))
    .input(listPayoutsInput)
    .output(keysetResponse(payout)),
  requestPayout: freshStaffEndpoint
    .route(at('POST /payouts', 'Ask for a payout to my verified account', { successStatus: 201 }))
    .input(payoutInput)
    .output(response(payout))
    .errors({
      BANK_ACCOUNT_UNVERIFIED: { status: 409, message: 'Rekeningmu belum diisi atau belum diverifikasi admin.' },
      ALREADY_REQUESTED: {
        status: 409,
        message: 'Pencairan ini sudah diajukan, dengan jumlah lain. Lihat riwayat pencairan.',
      },
      BALANCE_TOO_LOW: { status: 422, message: 'Periksa lagi isian yang ditandai.', data: fieldErrors },
    }),
  withdrawPayout: staffEndpoint
    .route(
      at(
        'POST /payouts/{id}/withdraw',
        'Take back my payout while it waits; the amount returns to the balance; idempotent',
        'Pencairan ditarik. Dananya kembali ke saldomu.',
      ),
    )
    .input(z.object({ id }))
    .output(response(payout))
    .errors({
      ALREADY_PROCESSED: { status: 409, message: 'Pencairan ini sudah diproses, jadi tidak bisa ditarik kembali.' },
    }),
  listAllPayouts: adminEndpoint
    .route(at('GET /admin/payouts', 'Payouts of all instructors and refunds that are sent by hand, newest first'))
    .input(listAllPayoutsInput)
    .output(keysetResponse(staffPayout)),
  createPayoutBatch: freshAdminEndpoint
    .route(
      at('POST /admin/payouts/batches', 'Put the payouts that were requested and have an account into one batch file', {
        successStatus: 201,
      }),
    )
    .output(response(z.object({ batchId: z.string(), count: z.number(), amountIdr: z.number() })))
    .errors({ NOTHING_REQUESTED: { status: 409, message: 'Belum ada pencairan yang rekeningnya sudah diisi.' } }),
  downloadPayoutBatch: freshAdminEndpoint
    .route(
      at('GET /admin/payouts/batches/{id}', 'The batch file as CSV, without what has failed or was sent', {
        outputStructure: 'detailed',
      }),
    )
    .input(z.object({ id }))
    .output(download),
  markPayoutSent: freshAdminEndpoint
    .meta({ access: 'admin', freshProof: 'always', upload: { field: 'proof', maximumBytes: maximumImageBytes } })
    .route(at('POST /admin/payouts/{id}/sent', 'Note that the bank has sent a payout', 'Pencairan ditandai terkirim.'))
    .input(z.extend(sentInput, { id }))
    .output(response(payout))
    .errors(decided),
  markPayoutFailed: freshAdminEndpoint
    .route(
      at(
        'POST /admin/payouts/{id}/failed',
        'Note that a payout could not be sent: it returns to the balance; a refund waits for another account of its buyer',
        'Pencairan ditandai gagal.',
      ),
    )
    .input(z.extend(failedInput, { id }))
    .output(response(payout))
    .errors(decided),
  listBankAccounts: adminEndpoint
    .route(at('GET /admin/bank-accounts', 'Accounts that wait for a verification, oldest first'))
    .input(z.object(paging))
    .output(
      listResponse(
        z.extend(bankAccount, { instructor: z.object({ _id: z.string(), name: z.string() }), updatedAt: z.string() }),
      ),
    ),
  verifyBankAccount: freshAdminEndpoint
    .route(
      at(
        'POST /admin/bank-accounts/{id}/verify',
        'Verify the account of an instructor, as it was seen',
        'Rekening diverifikasi.',
      ),
    )
    .input(
      z.object({ id, number: z.string().check(z.maxLength(20)), updatedAt: z.optional(instant('Muat ulang dulu')) }),
    )
    .output(response(bankAccount))
    .errors({ ACCOUNT_CHANGED: { status: 409, message: 'Rekening ini sudah diganti. Muat ulang dulu.' } }),
}
