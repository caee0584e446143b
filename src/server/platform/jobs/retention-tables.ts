import { pgTable, text } from 'drizzle-orm/pg-core'
import { timestamptz } from '#server/platform/database/index.ts'

export const purgeRuns = pgTable('purge_runs', {
  name: text().primaryKey(),
  dueAt: timestamptz('due_at').notNull(),
  finishedAt: timestamptz('finished_at'),
})
