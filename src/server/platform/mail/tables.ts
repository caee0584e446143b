import { boolean, integer, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { timestamptz } from '#server/platform/database/index.ts'

export type MailState = 'waiting' | 'sent' | 'failed'

export const mails = pgTable('mails', {
  id: uuid().primaryKey(),
  kind: text().notNull(),
  toName: text('to_name').notNull().default(''),
  toEmail: text('to_email').notNull(),
  subject: text().notNull(),
  textBody: text('text_body').notNull(),
  htmlBody: text('html_body').notNull(),
  ownerId: uuid('owner_id'),
  subjectId: uuid('subject_id'),
  isSecret: boolean('is_secret').notNull().default(false),
  state: text().$type<MailState>().notNull().default('waiting'),
  attempts: integer().notNull().default(0),
  resends: integer().notNull().default(0),
  nextAttemptAt: timestamptz('next_attempt_at'),
  lastError: text('last_error'),
  /** Higher numbers are sent after all lower ones that are due. */
  priority: smallint().notNull().default(0),
  /** Where mail programs ask to end mails of this kind. */
  unsubscribeUrl: text('unsubscribe_url'),
  /** Its mailbox is a stranger's: it is counted before it is sent. */
  takesTurn: boolean('takes_turn').notNull().default(false),
  createdAt: timestamptz('created_at').notNull(),
  sentAt: timestamptz('sent_at'),
  /** It stayed in a folder of the server. */
  isKept: boolean('is_kept').notNull().default(false),
})

export type MailRow = typeof mails.$inferSelect
