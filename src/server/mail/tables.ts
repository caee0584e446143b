import { boolean, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import type { MailState } from '#contract/mail.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true })

export const mails = pgTable('mails', {
  id: uuid().primaryKey(),
  kind: text().notNull(),
  toName: text('to_name').notNull().default(''),
  toEmail: text('to_email').notNull(),
  subject: text().notNull(),
  textBody: text('text_body').notNull(),
  htmlBody: text('html_body').notNull(),
  ownerId: uuid('owner_id'),
  isSecret: boolean('is_secret').notNull().default(false),
  state: text().$type<MailState>().notNull().default('waiting'),
  attempts: integer().notNull().default(0),
  resends: integer().notNull().default(0),
  nextAttemptAt: moment('next_attempt_at'),
  lastError: text('last_error'),
  createdAt: moment('created_at').notNull(),
  sentAt: moment('sent_at'),
})

export type MailRow = typeof mails.$inferSelect
