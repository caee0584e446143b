import { pgTable, text, timestamp } from 'drizzle-orm/pg-core'

export const throttles = pgTable('throttles', {
  key: text().primaryKey(),
  wholeAt: timestamp('whole_at', { withTimezone: true }).notNull(),
})
