import { sql } from 'drizzle-orm'
import { customType, integer, jsonb, pgTable, smallint, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import type { Account } from './ledger/split.ts'
import type { ReportedInstructions } from './payment-provider.ts'
import type { PromoKind } from '#contract/promo-codes.ts'
import type { ItemKind, TransactionState } from '#contract/commerce.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true })
const bytea = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => 'bytea' })

export const transactions = pgTable('transactions', {
  id: uuid().primaryKey(),
  studentId: uuid('student_id').notNull(),
  kind: text().$type<ItemKind>().notNull(),
  itemId: uuid('item_id').notNull(),
  itemTitle: text('item_title').notNull(),
  buyerName: text('buyer_name').notNull(),
  buyerEmail: text('buyer_email').notNull(),
  listPriceIdr: integer('list_price_idr').notNull(),
  discountPercent: smallint('discount_percent').notNull(),
  amountIdr: integer('amount_idr').notNull(),
  orderId: text('order_id').notNull(),
  state: text().$type<TransactionState>().notNull(),
  token: text(),
  paymentUrl: text('payment_url'),
  sessionClaimedUntil: moment('session_claimed_until'),
  expiresAt: moment('expires_at'),
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
  paidAt: moment('paid_at'),
  verifiedAt: moment('verified_at'),
  /** The poller's next status read; null: never. */
  nextCheckAt: moment('next_check_at'),
  promoCode: text('promo_code'),
  promoDiscountIdr: integer('promo_discount_idr').notNull().default(0),
  version: integer().notNull().default(1),
  createdAt: moment('created_at').notNull(),
  updatedAt: moment('updated_at').notNull(),
  searchText: text('search_text').generatedAlwaysAs(sql``),
})
export type TransactionRow = typeof transactions.$inferSelect

export const paymentEvents = pgTable('payment_events', {
  id: uuid().primaryKey(),
  orderId: text('order_id').notNull(),
  dedupe: bytea().notNull(),
  body: jsonb().notNull(),
  receivedAt: moment('received_at').notNull(),
  processedAt: moment('processed_at'),
  retryAt: moment('retry_at'),
  verdict: text(),
})

export const refundTasks = pgTable('refund_tasks', {
  refundKey: text('refund_key').primaryKey(),
  transactionId: uuid('transaction_id').notNull(),
  amountIdr: integer('amount_idr').notNull(),
  reason: text().notNull(),
  state: text().$type<'due' | 'done' | 'refused'>().notNull().default('due'),
  createdAt: moment('created_at').notNull(),
  updatedAt: moment('updated_at').notNull(),
})

export const invoiceCounters = pgTable('invoice_counters', {
  month: text().primaryKey(),
  lastNumber: integer('last_number').notNull(),
})

export type InvoiceLine = { description: string; amount: number }
export type InvoiceParties = {
  seller: { name: string; address: string; email: string; phone: string; taxNumber: string }
  buyer: { name: string; email: string }
}

export const invoices = pgTable('invoices', {
  transactionId: uuid('transaction_id').primaryKey(),
  number: text().notNull(),
  issuedAt: moment('issued_at').notNull(),
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
  event: text().$type<'sale' | 'refund' | 'chargeback'>().notNull(),
  account: text().$type<Account>().notNull(),
  /** Only on the line of the instructor's share. */
  instructorId: uuid('instructor_id'),
  /** The instructor of the sale, on every line; null: the platform alone. */
  sellerId: uuid('seller_id'),
  amountIdr: integer('amount_idr').notNull(),
  bookedAt: moment('booked_at').notNull(),
})

export const promoCodes = pgTable('promo_codes', {
  id: uuid().primaryKey(),
  code: text().notNull(),
  kind: text().$type<PromoKind>().notNull(),
  value: integer().notNull(),
  categoryId: uuid('category_id'),
  courseId: uuid('course_id'),
  ebookId: uuid('ebook_id'),
  startsAt: moment('starts_at').notNull(),
  endsAt: moment('ends_at').notNull(),
  totalLimit: integer('total_limit'),
  perStudentLimit: integer('per_student_limit'),
  createdAt: moment('created_at').notNull(),
})

export const promoRedemptions = pgTable('promo_redemptions', {
  transactionId: uuid('transaction_id').primaryKey(),
  promoId: uuid('promo_id').notNull(),
  studentId: uuid('student_id').notNull(),
  createdAt: moment('created_at').notNull(),
})
