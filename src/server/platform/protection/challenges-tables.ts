import { pgTable, text } from 'drizzle-orm/pg-core'
import { timestamptz } from '#server/platform/database/index.ts'

export const solvedChallenges = pgTable('solved_challenges', {
  signature: text().primaryKey(),
  expiresAt: timestamptz('expires_at').notNull(),
})
