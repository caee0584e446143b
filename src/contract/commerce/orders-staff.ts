import * as z from 'zod/mini'
import { amountError, day } from '#contract/kit/input-rules.ts'
import { visibleText } from '#contract/kit/text/visible-text-rules.ts'
import {
  invoice,
  itemKinds,
  paymentAlerts,
  paymentMethods,
  transactionKinds,
  transactionStates,
  transactionStatuses,
} from './transactions.ts'
import { payoutStates } from './payout-states.ts'
import {
  at,
  adminEndpoint,
  response,
  download,
  freshAdminEndpoint,
  freshStaffEndpoint,
  id,
  paging,
  staffEndpoint,
} from '#contract/kit/endpoint.ts'
import { cursor, keysetResponse } from '#contract/kit/keyset-list.ts'

// Earnings and transactions for staff.

const month = z.string('Bulan tidak dikenal').check(z.regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'Tulis bulan sebagai 2026-11'))

/** Shares of the revenue in rupiah. `gross`, the amount paid, is the sum of the other four. */
const moneyShares = z.object({
  gross: z.number(),
  /** The fee of the payment provider. */
  providerFee: z.number(),
  tax: z.number(),
  platform: z.number(),
  instructor: z.number(),
})
export type MoneyShares = z.infer<typeof moneyShares>

const statementEntry = z.extend(moneyShares, {
  bookedAt: z.string(),
  /** Amounts of refunds and chargebacks are negative. */
  event: z.enum(['sale', 'refund', 'chargeback', 'reversal']),
  invoiceId: z.nullable(z.string()),
  item: z.string(),
  instructorName: z.nullable(z.string()),
  /** The amount paid for the item, without the unique code of a payment by hand; null for entries older than lines. */
  price: z.nullable(z.number()),
  /** The instructor's percent after fee and tax, as agreed or of the site at that time; null: the platform alone earns. */
  sharePercent: z.nullable(z.number()),
})
export type StatementEntry = z.infer<typeof statementEntry>

/** A payout that was taken from the balance, or returned to it: then the amount is negative. */
const payoutEntry = z.object({
  bookedAt: z.string(),
  event: z.enum(['requested', 'returned']),
  amountIdr: z.number(),
  /** The payout's state now. */
  state: z.enum(payoutStates),
  /** The bank's reference, or why it failed. */
  reference: z.nullable(z.string()),
})
export type PayoutEntry = z.infer<typeof payoutEntry>

/** The opening balance, what was earned less what was paid out, and the closing balance, to the rupiah. */
const statementBalance = z.object({
  openingIdr: z.number(),
  earnedIdr: z.number(),
  paidOutIdr: z.number(),
  closingIdr: z.number(),
  payouts: z.array(payoutEntry),
})
export type StatementBalance = z.infer<typeof statementBalance>

/** The price without tax, and the tax, in rupiah. */
const taxSums = z.object({ base: z.number(), tax: z.number() })

const earnings = z.object({
  month: z.string(),
  /** Months with entries, newest first. */
  months: z.array(z.string()),
  /** Instructors with earnings in this month. An instructor sees only themselves. */
  instructors: z.array(
    z.object({ _id: z.string(), name: z.string(), sales: z.number(), gross: z.number(), instructor: z.number() }),
  ),
  /** `sales` and `refunds`: items sold, and items refunded in this month; in the statement of all, one with several earners counts once. */
  totals: z.extend(moneyShares, { sales: z.number(), refunds: z.number() }),
  /** For the tax office: what was sold with tax in this month, and what went back in it, also of earlier sales. Null: of one instructor, or nothing taxed. */
  taxed: z.nullable(z.object({ sold: taxSums, returned: taxSums })),
  /** Null in the statement of all. */
  balance: z.nullable(statementBalance),
  entries: z.array(statementEntry),
  /** True when the month has more entries than listed; totals include them all. */
  hasMore: z.boolean(),
})
export type Earnings = z.infer<typeof earnings>

/** A transaction in the staff's list. */
const soldTransaction = z.object({
  _id: z.string(),
  kind: z.enum(transactionKinds),
  item: z.string(),
  itemId: z.string(),
  /** Bought items, with the titles of then. */
  lines: z.array(
    z.object({
      kind: z.enum(itemKinds),
      _id: z.string(),
      title: z.string(),
      bundle: z.nullable(z.object({ title: z.string() })),
      path: z.nullable(z.object({ title: z.string() })),
    }),
  ),
  isGift: z.boolean(),
  method: z.enum(paymentMethods),
  buyer: z.object({ name: z.string(), email: z.string() }),
  invoiceId: z.nullable(z.string()),
  orderId: z.string(),
  status: z.enum(transactionStatuses),
  state: z.enum(transactionStates),
  amount: z.number(),
  refunded: z.number(),
  /** The next step of a refund by hand that is not sent yet: the account of its buyer, or sending. Null: none waits. */
  unsentRefund: z.nullable(z.enum(['account', 'sending'])),
  paymentMethod: z.nullable(z.string()),
  createdAt: z.string(),
  paidAt: z.nullable(z.string()),
})
export type SoldTransaction = z.infer<typeof soldTransaction>

/** A course in a transaction, for who studies it: the buyer, or who got it as a gift. */
const studentPurchase = z.object({
  transactionId: z.string(),
  invoiceId: z.nullable(z.string()),
  state: z.enum(transactionStates),
  /** Paid for the course alone, also in a bundle or a cart. */
  amount: z.number(),
  refunded: z.number(),
  isGift: z.boolean(),
  createdAt: z.string(),
})
export type StudentPurchase = z.infer<typeof studentPurchase>

export const transactionFilterKinds = [...transactionKinds, 'gift'] as const
export type TransactionFilterKind = (typeof transactionFilterKinds)[number]

const transactionSorts = ['-createdAt', 'createdAt', '-amount', 'amount'] as const
const filterMessage = 'Nilai filter tidak dikenal'
const optionalDay = z.optional(day('Tanggal tidak valid'))
const transactionFilters = {
  /** Part of a buyer's name or address, of any title in the order, of its number or invoice; its promo code; its amount. */
  q: z.optional(z.string().check(z.trim(), z.maxLength(100, 'Kata pencarian maksimal 100 karakter'))),
  state: z.optional(z.enum(transactionStates, filterMessage)),
  /** An order with such an item or a bundle in it, a cart, of a team, or a gift. */
  kind: z.optional(z.enum(transactionFilterKinds, filterMessage)),
  method: z.optional(z.enum(paymentMethods, filterMessage)),
  /** Days of the order in western Indonesian time, inclusive. */
  from: optionalDay,
  to: optionalDay,
}
export const exportTransactionsInput = z.object(transactionFilters)
export type ExportTransactionsInput = z.infer<typeof exportTransactionsInput>
export const listTransactionsInput = z.object({
  ...transactionFilters,
  sort: z._default(z.enum(transactionSorts, filterMessage), '-createdAt'),
  ...paging,
  cursor,
})
export type ListTransactionsInput = z.infer<typeof listTransactionsInput>

/** All data of a transaction. */
const transactionDetail = z.extend(invoice, {
  /** Null when the account was deleted. */
  buyerId: z.nullable(z.string()),
  /** Seats of a team that can be given back now; null: not of a team. */
  unusedSeats: z.nullable(z.number()),
  /** Why staff look at it; null: nothing to look at. */
  alert: z.nullable(z.enum(paymentAlerts)),
  provider: z.object({
    transactionId: z.nullable(z.string()),
    status: z.nullable(z.string()),
    fraud: z.nullable(z.string()),
    verifiedAt: z.nullable(z.string()),
    nextCheckAt: z.nullable(z.string()),
  }),
  /** The provider's notifications in order of arrival. A notification only triggers a status check. */
  events: z.array(
    z.object({
      _id: z.string(),
      receivedAt: z.string(),
      processedAt: z.nullable(z.string()),
      verdict: z.nullable(z.string()),
      body: z.record(z.string(), z.unknown()),
    }),
  ),
  refunds: z.array(
    z.object({
      key: z.string(),
      amount: z.number(),
      reason: z.string(),
      state: z.enum(['due', 'done', 'refused']),
      createdAt: z.string(),
    }),
  ),
  ledger: z.array(statementEntry),
  /** Each teacher's share of a line, after refunds: a refund of the line takes it back. */
  earners: z.array(z.object({ lineId: z.string(), name: z.string(), heldIdr: z.number() })),
})
export type TransactionDetail = z.infer<typeof transactionDetail>

export const refundInput = z.object({
  reason: z
    .string('Alasan wajib diisi')
    .check(
      z.trim(),
      z.minLength(5, 'Alasan minimal 5 karakter'),
      visibleText('Alasan minimal 5 karakter'),
      z.maxLength(200, 'Alasan maksimal 200 karakter'),
    ),
  /** Only these lines (`lineId` of the transaction's items): what is left of each, or of a single one an amount. */
  lineIds: z.optional(z.array(id).check(z.minLength(1, 'Pilih isi pesanan'), z.maxLength(200, 'Terlalu banyak'))),
  /** In rupiah; without it the whole remaining amount. A part of an order with several lines names its line. */
  amount: z.optional(
    z
      .number(amountError('Jumlah wajib diisi'))
      .check(z.int('Jumlah harus bilangan bulat'), z.minimum(1, 'Jumlah minimal Rp 1')),
  ),
  /** Unused seats to refund of a team's order; without it all of them. */
  seats: z.optional(
    z
      .number('Jumlah kursi berupa angka')
      .check(
        z.int('Jumlah kursi berupa bilangan bulat'),
        z.minimum(1, 'Minimal 1 kursi'),
        z.maximum(500, 'Maksimal 500 kursi'),
      ),
  ),
  /** The refunded amount when the form was opened, so that a form sent twice refunds once. */
  refundedBefore: z.optional(z.number().check(z.int(), z.minimum(0))),
})
export const acceptInput = z.pick(refundInput, { reason: true })
export type RefundInput = z.infer<typeof refundInput>

const byId = z.object({ id })
const fieldErrors = z.object({ errors: z.record(z.string(), z.string()) })
const providerUnavailable = {
  PROVIDER_UNAVAILABLE: { status: 503, message: 'Penyedia pembayaran belum menjawab. Coba lagi sebentar lagi.' },
} as const

/** Defaults to the current month and all instructors. */
export const earningsInput = z.object({ month: z.optional(month), instructorId: z.optional(id) })

export const staffOrdersContract = {
  listTransactions: adminEndpoint
    .meta({ access: 'admin', scope: 'transactions:read' })
    .route(at('GET /admin/transactions', 'All transactions, newest first'))
    .input(listTransactionsInput)
    .output(keysetResponse(soldTransaction)),
  exportTransactions: freshAdminEndpoint
    .route(
      at('GET /admin/transactions/export', 'The filtered transactions as CSV, newest first', {
        outputStructure: 'detailed',
      }),
    )
    .input(exportTransactionsInput)
    .output(download),
  showTransaction: adminEndpoint
    .meta({ access: 'admin', scope: 'transactions:read' })
    .route(at('GET /admin/transactions/{id}', 'One transaction with its provider notifications, refunds and ledger'))
    .input(byId)
    .output(response(transactionDetail)),
  listStudentPurchases: adminEndpoint
    .meta({ access: 'admin', scope: 'transactions:read' })
    .route(
      at('GET /courses/{id}/students/{studentId}/purchases', 'The purchases of a course for a student, newest first'),
    )
    .input(z.object({ id, studentId: id }))
    .output(response(z.array(studentPurchase))),
  refreshTransaction: adminEndpoint
    .route(at('POST /admin/transactions/{id}/refresh', 'Update the status of a transaction from the provider'))
    .input(byId)
    .output(response(transactionDetail))
    .errors(providerUnavailable),
  acceptTransaction: freshAdminEndpoint
    .route(at('POST /admin/transactions/{id}/accept', 'Accept a payment under review: the buyer gets the item'))
    .input(z.extend(acceptInput, { id }))
    .output(response(transactionDetail))
    .errors({
      ...providerUnavailable,
      NOT_IN_REVIEW: { status: 409, message: 'Pembayaran ini tidak sedang diperiksa.' },
      NOT_PAID: { status: 409, message: 'Di penyedia, pembayaran ini belum lunas, jadi belum bisa diterima.' },
    }),
  refundTransaction: freshAdminEndpoint
    .route(at('POST /admin/transactions/{id}/refund', 'Refund a transaction in full or in part'))
    .input(z.extend(refundInput, { id }))
    .output(response(transactionDetail))
    .errors({
      ...providerUnavailable,
      AMOUNT_TOO_LARGE: { status: 422, message: 'Periksa lagi isian yang ditandai.', data: fieldErrors },
      SEATS_REJECTED: { status: 422, message: 'Periksa lagi isian yang ditandai.', data: fieldErrors },
      LINE_NEEDED: { status: 422, message: 'Periksa lagi isian yang ditandai.', data: fieldErrors },
      NOT_REFUNDABLE: { status: 409, message: 'Tidak ada dana yang bisa dikembalikan dari transaksi ini.' },
      GIFT_CLAIMED: { status: 409, message: 'Hadiah ini sudah diterima, jadi dananya tidak bisa dikembalikan.' },
      REFUND_UNDER_WAY: {
        status: 409,
        message: 'Pengembalian dana untuk transaksi ini sedang berjalan. Muat ulang untuk melihat hasilnya.',
      },
      REFUND_REFUSED: {
        status: 409,
        message:
          'Penyedia pembayaran menolak pengembalian ini. Pembayaran kartu baru bisa dikembalikan sebagian setelah diselesaikan bank, biasanya keesokan harinya.',
      },
    }),
  showEarnings: staffEndpoint
    .route(
      at('GET /admin/earnings', 'A monthly statement: of all instructors for admins, of themselves for instructors'),
    )
    .input(earningsInput)
    .output(response(earnings)),
  exportEarnings: freshStaffEndpoint
    .route(at('GET /admin/earnings/export', 'All entries of the statement as CSV', { outputStructure: 'detailed' }))
    .input(earningsInput)
    .output(download),
}
