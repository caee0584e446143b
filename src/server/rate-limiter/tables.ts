import { pgTable, text, timestamp } from 'drizzle-orm/pg-core'

export const rateLimits = pgTable('throttles', {
  key: text().primaryKey(),
  fullAt: timestamp('whole_at', { withTimezone: true }).notNull(),
})
