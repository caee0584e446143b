import { integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { PayoutState } from '#contract/commerce/payout-states.ts'
import { bytea, owned, timestamptz } from '#server/platform/database/index.ts'

export const bankAccounts = pgTable('bank_accounts', {
  userId: uuid('user_id').primaryKey(),
  bank: text().notNull(),
  number: text().notNull(),
  holder: text().notNull(),
  verifiedAt: timestamptz('verified_at'),
  verifiedBy: uuid('verified_by'),
  updatedAt: timestamptz('updated_at').notNull(),
})
export type BankAccountRow = typeof bankAccounts.$inferSelect

export const payouts = pgTable('payouts', {
  id: uuid().primaryKey(),
  /** Null: a refund of a payment by hand, to the buyer of its transaction. */
  instructorId: uuid('instructor_id'),
  transactionId: uuid('transaction_id'),
  refundKey: text('refund_key'),
  amountIdr: integer('amount_idr').notNull(),
  state: text().$type<PayoutState>().notNull(),
  /** The account is empty until the buyer has said where a refund goes to, and again after an erasure. */
  bank: text().notNull(),
  number: text().notNull(),
  holder: text().notNull(),
  batchId: uuid('batch_id'),
  reference: text(),
  decidedBy: uuid('decided_by'),
  createdAt: timestamptz('created_at').notNull(),
  decidedAt: timestamptz('decided_at'),
  /** Made by the sender, so that a payout that is asked for again is stored once. */
  sentKey: uuid('sent_key'),
})
export type PayoutRow = typeof payouts.$inferSelect

export const payoutEntries = pgTable('payout_entries', {
  id: uuid().primaryKey(),
  payoutId: uuid('payout_id').notNull(),
  instructorId: uuid('instructor_id').notNull(),
  event: text().$type<'requested' | 'returned'>().notNull(),
  amountIdr: integer('amount_idr').notNull(),
  bookedAt: timestamptz('booked_at').notNull(),
})

export const payoutProofs = pgTable('payout_proofs', {
  payoutId: uuid('payout_id').primaryKey(),
  bytes: bytea().notNull(),
  createdAt: timestamptz('created_at').notNull(),
})

export const ownedAccounts = owned(bankAccounts, { owner: 'userId', key: 'userId', export: [], onErase: 'delete' })
