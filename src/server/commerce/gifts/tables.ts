import { date, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { bytea, timestamptz } from '#server/platform/database/index.ts'

export const gifts = pgTable('gifts', {
  transactionId: uuid('transaction_id').primaryKey(),
  email: text().notNull(),
  name: text().notNull(),
  message: text().notNull().default(''),
  sendOn: date('send_on'),
  tokenHash: bytea('token_hash'),
  /** Hash of the link that the giver passes on. */
  linkHash: bytea('link_hash'),
  /** Paid, and waits for its day; null before and after. */
  readyAt: timestamptz('ready_at'),
  sentAt: timestamptz('sent_at'),
  claimedAt: timestamptz('claimed_at'),
  claimedBy: uuid('claimed_by'),
  createdAt: timestamptz('created_at').notNull(),
})
export type GiftRow = typeof gifts.$inferSelect
