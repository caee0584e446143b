import { pgTable, text } from 'drizzle-orm/pg-core'
import { timestamptz } from '#server/platform/database/index.ts'

export const columnChoices = pgTable('column_choices', {
  digest: text().primaryKey(),
  roles: text().array().notNull(),
  chosenAt: timestamptz('chosen_at').notNull(),
})
