import { pgTable, text, timestamp } from 'drizzle-orm/pg-core'

export const rateLimits = pgTable('throttles', {
  key: text().primaryKey(),
  wholeAt: timestamp('whole_at', { withTimezone: true }).notNull(),
})
