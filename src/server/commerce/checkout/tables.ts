import { pgTable, smallint, uuid } from 'drizzle-orm/pg-core'
import { hourMs } from '#contract/kit/durations.ts'
import { timestamptz } from '#server/platform/database/index.ts'

/** Orders whose buyers are reminded while they are not paid. */
export const checkoutReminders = pgTable('checkout_reminders', {
  transactionId: uuid('transaction_id').primaryKey(),
  dueAt: timestamptz('due_at').notNull(),
  /** How many were sent. */
  sent: smallint().notNull().default(0),
})

/** After the order was opened. */
export const firstReminderMs = hourMs
