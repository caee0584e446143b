import { pgTable, text, timestamp } from 'drizzle-orm/pg-core'

export const solvedChallenges = pgTable('solved_challenges', {
  signature: text().primaryKey(),
  expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
})
