import { integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { TransferState } from '#contract/commerce/transfer-states.ts'
import { bytea, timestamptz } from '#server/platform/database/index.ts'

export const transfers = pgTable('transfers', {
  orderId: text('order_id').primaryKey(),
  transactionId: uuid('transaction_id').notNull(),
  state: text().$type<TransferState>().notNull(),
  amountIdr: integer('amount_idr').notNull(),
  refundedIdr: integer('refunded_idr').notNull().default(0),
  bank: text(),
  number: text(),
  holder: text(),
  /** The static QRIS picture. */
  picture: text(),
  expiresAt: timestamptz('expires_at').notNull(),
  proofAt: timestamptz('proof_at'),
  sentence: text(),
  statementLine: text('statement_line'),
  decidedBy: uuid('decided_by'),
  decidedAt: timestamptz('decided_at'),
  createdAt: timestamptz('created_at').notNull(),
  /** Where the buyer wants refunds sent to. */
  refundBank: text('refund_bank'),
  refundNumber: text('refund_number'),
  refundHolder: text('refund_holder'),
})
export type TransferRow = typeof transfers.$inferSelect

export const transferRefunds = pgTable('transfer_refunds', {
  refundKey: text('refund_key').primaryKey(),
  orderId: text('order_id').notNull(),
  amountIdr: integer('amount_idr').notNull(),
  createdAt: timestamptz('created_at').notNull(),
})

export const transferProofs = pgTable('transfer_proofs', {
  orderId: text('order_id').primaryKey(),
  bytes: bytea().notNull(),
  createdAt: timestamptz('created_at').notNull(),
})
