import { bigint, boolean, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

export const backupRuns = pgTable('backup_runs', {
  id: uuid().primaryKey(),
  trigger: text().$type<'schedule' | 'command'>().notNull(),
  file: text().notNull(),
  startedAt: timestamp('started_at', { withTimezone: true }).notNull(),
  finishedAt: timestamp('finished_at', { withTimezone: true }),
  bytes: bigint({ mode: 'number' }),
  encrypted: boolean(),
  failure: text(),
})
