import { jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

export const auditEntries = pgTable('audit_entries', {
  id: uuid().primaryKey(),
  happenedAt: timestamp('happened_at', { withTimezone: true }).notNull(),
  actorId: uuid('actor_id'),
  apiKeyId: uuid('api_key_id'),
  action: text().notNull(),
  subjectKind: text('subject_kind').notNull(),
  subjectId: text('subject_id').notNull(),
  details: jsonb().$type<Record<string, unknown>>().notNull().default({}),
})
