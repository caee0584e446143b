import { boolean, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { timestamptz } from '#server/platform/database/index.ts'

export const orderNotes = pgTable('order_notes', {
  id: uuid().primaryKey(),
  transactionId: uuid('transaction_id').notNull(),
  /** Null once the account is erased. */
  authorId: uuid('author_id'),
  text: text().notNull(),
  /** Mailed to the buyer. */
  isSent: boolean('is_sent').notNull(),
  /** Made by the sender, so that what arrives again is stored and mailed once. */
  sentKey: uuid('sent_key'),
  createdAt: timestamptz('created_at').notNull(),
})
export type OrderNoteRow = typeof orderNotes.$inferSelect
