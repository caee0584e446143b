import { boolean, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { NotificationKind } from '#contract/notifications/kinds.ts'
import { timestamptz } from '#server/platform/database/index.ts'

export { notificationSettings, type StoredChoices } from './ways.ts'

export const notifications = pgTable('notifications', {
  id: uuid().primaryKey(),
  userId: uuid('user_id').notNull(),
  kind: text().$type<NotificationKind>().notNull(),
  data: jsonb().notNull(),
  actorId: uuid('actor_id'),
  createdAt: timestamptz('created_at').notNull(),
  readAt: timestamptz('read_at'),
  /** Taken back with its subject. */
  subjectId: uuid('subject_id'),
  /** Staff hid what it tells of. */
  hiddenAt: timestamptz('hidden_at'),
})

/** To the students of a course: one row for all of them. */
export const broadcasts = pgTable('broadcasts', {
  id: uuid().primaryKey(),
  kind: text().$type<NotificationKind>().notNull(),
  courseId: uuid('course_id').notNull(),
  toAll: boolean('to_all').notNull(),
  data: jsonb().notNull(),
  actorId: uuid('actor_id'),
  createdAt: timestamptz('created_at').notNull(),
  dueAt: timestamptz('due_at'),
  toldUpTo: uuid('told_up_to'),
  /** The new lessons that it tells of together. */
  lessonIds: uuid('lesson_ids').array().notNull().default([]),
})
export type BroadcastRow = typeof broadcasts.$inferSelect

export const broadcastRecipients = pgTable('broadcast_recipients', {
  userId: uuid('user_id').notNull(),
  broadcastId: uuid('broadcast_id').notNull(),
})
export const broadcastReads = pgTable('broadcast_reads', {
  userId: uuid('user_id').notNull(),
  broadcastId: uuid('broadcast_id').notNull(),
})

export const digestEntries = pgTable('digest_entries', {
  id: uuid().primaryKey(),
  userId: uuid('user_id').notNull(),
  kind: text().$type<NotificationKind>().notNull(),
  data: jsonb().notNull(),
  actorId: uuid('actor_id'),
  createdAt: timestamptz('created_at').notNull(),
  dueAt: timestamptz('due_at').notNull(),
  subjectId: uuid('subject_id'),
})
