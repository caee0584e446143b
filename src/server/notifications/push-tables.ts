import { integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { timestamptz } from '#server/platform/database/index.ts'

export { pushSubscriptions } from './ways.ts'

/** Shown by the service worker, with the page of this site that a press opens. */
export type PushContent = { title: string; text: string; url: string }

export const pushMessages = pgTable('push_messages', {
  id: uuid().primaryKey(),
  subscriptionId: uuid('subscription_id').notNull(),
  kind: text().notNull(),
  content: jsonb().$type<PushContent>().notNull(),
  actorId: uuid('actor_id'),
  subjectId: uuid('subject_id'),
  attempts: integer().notNull().default(0),
  nextAttemptAt: timestamptz('next_attempt_at').notNull(),
  createdAt: timestamptz('created_at').notNull(),
})
