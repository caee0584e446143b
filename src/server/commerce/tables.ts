import { sql } from 'drizzle-orm'
import { boolean, integer, jsonb, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core'
import type { Account } from './payouts/split.ts'
import type { ReportedInstructions } from './payments/payment-provider.ts'
import type {
  ItemKind,
  PaymentAlert,
  PaymentMethod,
  TransactionKind,
  TransactionState,
} from '#contract/commerce/transactions.ts'
import { bytea, timestamptz } from '#server/platform/database/index.ts'

export const transactions = pgTable('transactions', {
  id: uuid().primaryKey(),
  studentId: uuid('student_id').notNull(),
  kind: text().$type<TransactionKind>().notNull(),
  /** The id of the item, bundle or path; the student's for a cart, the team's for more seats of a team. */
  itemId: uuid('item_id').notNull(),
  itemTitle: text('item_title').notNull(),
  buyerName: text('buyer_name').notNull(),
  buyerEmail: text('buyer_email').notNull(),
  listPriceIdr: integer('list_price_idr').notNull(),
  discountPercent: smallint('discount_percent').notNull(),
  amountIdr: integer('amount_idr').notNull(),
  orderId: text('order_id').notNull(),
  state: text().$type<TransactionState>().notNull(),
  method: text().$type<PaymentMethod>().notNull().default('card'),
  token: text(),
  paymentUrl: text('payment_url'),
  sessionClaimedUntil: timestamptz('session_claimed_until'),
  expiresAt: timestamptz('expires_at'),
  providerTransactionId: text('provider_transaction_id'),
  providerStatus: text('provider_status'),
  fraudStatus: text('fraud_status'),
  paymentType: text('payment_type'),
  /** As last reported for a pending payment; null when the payer has not chosen a method of paying later. */
  paymentInstructions: jsonb('payment_instructions').$type<ReportedInstructions>(),
  /** The instructor who earns a share; null: the platform alone. */
  instructorId: uuid('instructor_id'),
  refundedAmountIdr: integer('refunded_amount_idr').notNull().default(0),
  paidAmountIdr: integer('paid_amount_idr'),
  /** The provider's fee that the buyer paid on top of the amount. */
  buyerFeeIdr: integer('buyer_fee_idr').notNull().default(0),
  paidAt: timestamptz('paid_at'),
  verifiedAt: timestamptz('verified_at'),
  /** The poller's next status read; null: never. */
  nextCheckAt: timestamptz('next_check_at'),
  /** Why staff look at it; null: nothing to look at. */
  alert: text().$type<PaymentAlert>(),
  /** The alert that an admin accepted when ending a review. */
  acceptedAlert: text('accepted_alert').$type<PaymentAlert>(),
  promoCode: text('promo_code'),
  promoDiscountIdr: integer('promo_discount_idr').notNull().default(0),
  /** Null unless it is a gift. */
  giftEmail: text('gift_email'),
  version: integer().notNull().default(1),
  createdAt: timestamptz('created_at').notNull(),
  updatedAt: timestamptz('updated_at').notNull(),
  searchText: text('search_text').generatedAlwaysAs(sql``),
})
export type TransactionRow = typeof transactions.$inferSelect

export const transactionLines = pgTable('transaction_lines', {
  /** The first line of a transaction has its id. */
  id: uuid().primaryKey(),
  transactionId: uuid('transaction_id').notNull(),
  position: smallint().notNull(),
  kind: text().$type<ItemKind>().notNull(),
  itemId: uuid('item_id').notNull(),
  itemTitle: text('item_title').notNull(),
  /** Bought as a part of this bundle. */
  bundleId: uuid('bundle_id'),
  /** Bought as a part of this path. */
  pathId: uuid('path_id'),
  /** The title of the bundle or the path at the time of purchase; null also on lines that an older version opened. */
  setTitle: text('bundle_title'),
  /** The cohort that the buyer chose. */
  groupId: uuid('group_id'),
  instructorId: uuid('instructor_id'),
  listPriceIdr: integer('list_price_idr').notNull(),
  priceIdr: integer('price_idr').notNull(),
  promoDiscountIdr: integer('promo_discount_idr').notNull().default(0),
  refundedAmountIdr: integer('refunded_amount_idr').notNull().default(0),
  /** Bought at the price of a sale, or with a bundle or a path while the item was in one. */
  inSale: boolean('in_sale').notNull().default(false),
  /** Who gets access; null: a gift that nobody has claimed. */
  receiverId: uuid('receiver_id'),
  /** Part of the price: what makes the amount of a payment by hand unique. */
  uniqueCodeIdr: smallint('unique_code_idr').notNull().default(0),
})
export type LineRow = typeof transactionLines.$inferSelect

/** Lines that were paid for, without free ones. Triggers write it. */
export const soldLines = pgTable('sold_lines', {
  lineId: uuid('line_id').primaryKey(),
  itemId: uuid('item_id').notNull(),
  paidAt: timestamptz('paid_at').notNull(),
})

/** Who earns with a line, as it was when its transaction was opened; none: its instructor, the percent of the site. */
export const lineShares = pgTable('line_shares', {
  lineId: uuid('line_id').notNull(),
  instructorId: uuid('instructor_id').notNull(),
  position: smallint().notNull(),
  sharePercent: smallint('share_percent').notNull(),
})

export const teamOrders = pgTable('team_orders', {
  transactionId: uuid('transaction_id').primaryKey(),
  /** Null for a new team until it is paid. */
  groupId: uuid('group_id'),
  seats: integer().notNull(),
  name: text().notNull(),
  npwp: text(),
})
export type TeamOrderRow = typeof teamOrders.$inferSelect

export const paymentEvents = pgTable('payment_events', {
  id: uuid().primaryKey(),
  orderId: text('order_id').notNull(),
  dedupe: bytea().notNull(),
  body: jsonb().notNull(),
  receivedAt: timestamptz('received_at').notNull(),
  processedAt: timestamptz('processed_at'),
  retryAt: timestamptz('retry_at'),
  verdict: text(),
})

export const refundTasks = pgTable('refund_tasks', {
  refundKey: text('refund_key').primaryKey(),
  transactionId: uuid('transaction_id').notNull(),
  amountIdr: integer('amount_idr').notNull(),
  reason: text().notNull(),
  /** Null: all lines in proportion. */
  lineIds: uuid('line_ids').array(),
  /** How much of each named line went back once this refund is made; null: all of it. */
  linesRefundedIdr: integer('lines_refunded_idr').array(),
  state: text().$type<'due' | 'done' | 'refused'>().notNull().default('due'),
  /** When the provider refused it last. */
  refusedAt: timestamptz('refused_at'),
  createdAt: timestamptz('created_at').notNull(),
  updatedAt: timestamptz('updated_at').notNull(),
})

export const invoiceCounters = pgTable('invoice_counters', {
  month: text().primaryKey(),
  lastNumber: integer('last_number').notNull(),
})

export type InvoiceLine = { description: string; amount: number }
export type InvoiceParties = {
  seller: { name: string; address: string; email: string; phone: string; taxNumber: string }
  /** With the team that seats were bought for. */
  buyer: { name: string; email: string; team?: { name: string; npwp: string | null } }
}

export const invoices = pgTable('invoices', {
  transactionId: uuid('transaction_id').primaryKey(),
  number: text().notNull(),
  issuedAt: timestamptz('issued_at').notNull(),
  seller: jsonb().$type<InvoiceParties['seller']>().notNull(),
  buyer: jsonb().$type<InvoiceParties['buyer']>().notNull(),
  lines: jsonb().$type<InvoiceLine[]>().notNull(),
  totalIdr: integer('total_idr').notNull(),
  taxBaseIdr: integer('tax_base_idr').notNull(),
  taxIdr: integer('tax_idr').notNull(),
})

/** Append-only; every entry sums to zero. The database enforces both. */
export const ledgerLines = pgTable('ledger_lines', {
  id: uuid().primaryKey(),
  entryId: uuid('entry_id').notNull(),
  transactionId: uuid('transaction_id').notNull(),
  /** Null: the first line, in entries of before there were lines. */
  lineId: uuid('line_id'),
  event: text().$type<'sale' | 'refund' | 'chargeback' | 'reversal'>().notNull(),
  account: text().$type<Account>().notNull(),
  /** Only on the line of the instructor's share. */
  instructorId: uuid('instructor_id'),
  /** Whose part of the sale it is, on every line; null: the platform alone. */
  sellerId: uuid('seller_id'),
  amountIdr: integer('amount_idr').notNull(),
  bookedAt: timestamptz('booked_at').notNull(),
})
