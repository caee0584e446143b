import { bigint, boolean, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { timestamptz } from '#server/platform/database/index.ts'

export const backupRuns = pgTable('backup_runs', {
  id: uuid().primaryKey(),
  trigger: text().$type<'schedule' | 'command'>().notNull(),
  file: text().notNull(),
  startedAt: timestamptz('started_at').notNull(),
  finishedAt: timestamptz('finished_at'),
  bytes: bigint({ mode: 'number' }),
  encrypted: boolean(),
  failure: text(),
})
