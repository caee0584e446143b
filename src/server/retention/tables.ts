import { pgTable, text, timestamp } from 'drizzle-orm/pg-core'

const moment = (name: string) => timestamp(name, { withTimezone: true })

export const purgeRuns = pgTable('purge_runs', {
  name: text().primaryKey(),
  dueAt: moment('due_at').notNull(),
  finishedAt: moment('finished_at'),
})
