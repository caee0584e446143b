import { jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { timestamptz } from '#server/platform/database/index.ts'

export const auditEntries = pgTable('audit_entries', {
  id: uuid().primaryKey(),
  happenedAt: timestamptz('happened_at').notNull(),
  actorId: uuid('actor_id'),
  apiKeyId: uuid('api_key_id'),
  action: text().notNull(),
  subjectKind: text('subject_kind').notNull(),
  subjectId: text('subject_id').notNull(),
  details: jsonb().$type<Record<string, unknown>>().notNull().default({}),
})
