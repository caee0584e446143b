import { pgTable, text } from 'drizzle-orm/pg-core'
import { timestamptz } from '#server/platform/database/index.ts'

export const rateLimits = pgTable('throttles', {
  key: text().primaryKey(),
  fullAt: timestamptz('whole_at').notNull(),
})
