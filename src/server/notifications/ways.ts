import { and, eq, inArray, type SQL } from 'drizzle-orm'
import { integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { Channels, NotificationKind } from '#contract/notifications/kinds.ts'
import { timestamptz, type Tx } from '#server/platform/database/index.ts'
import type { DeliveryState, WhatsAppContent } from '#server/platform/outgoing/index.ts'

export type StoredChoices = Partial<Record<NotificationKind, Partial<Channels>>>

export const notificationSettings = pgTable('notification_settings', {
  userId: uuid('user_id').primaryKey(),
  channels: jsonb().$type<StoredChoices>().notNull().default({}),
  timeZone: text('time_zone').notNull().default('Asia/Jakarta'),
  readUpTo: timestamptz('read_up_to').notNull(),
})

export const pushSubscriptions = pgTable('push_subscriptions', {
  id: uuid().primaryKey(),
  userId: uuid('user_id').notNull(),
  /** It goes with this session, unless that expires. */
  sessionId: uuid('session_id'),
  endpoint: text().notNull(),
  p256dh: text().notNull(),
  auth: text().notNull(),
  createdAt: timestamptz('created_at').notNull(),
})

export const whatsAppNumbers = pgTable('whatsapp_numbers', {
  userId: uuid('user_id').primaryKey(),
  number: text(),
  confirmedAt: timestamptz('confirmed_at'),
  pendingNumber: text('pending_number'),
  codeHash: text('code_hash'),
  codeUntil: timestamptz('code_until'),
  codeTries: integer('code_tries').notNull().default(0),
  wroteAt: timestamptz('wrote_at'),
})
export type WhatsAppNumberRow = typeof whatsAppNumbers.$inferSelect

export const whatsAppMessages = pgTable('whatsapp_messages', {
  id: uuid().primaryKey(),
  userId: uuid('user_id').notNull(),
  number: text().notNull(),
  kind: text().notNull(),
  content: jsonb().$type<WhatsAppContent | Record<string, never>>().notNull(),
  /** The data of the notification that is mailed when it does not arrive. */
  fallback: jsonb(),
  /** While it waits, of a kind that can be over: the data of the notification. */
  data: jsonb(),
  actorId: uuid('actor_id'),
  subjectId: uuid('subject_id'),
  state: text().$type<'waiting' | DeliveryState>().notNull().default('waiting'),
  attempts: integer().notNull().default(0),
  nextAttemptAt: timestamptz('next_attempt_at'),
  countedAt: timestamptz('counted_at'),
  providerId: text('provider_id'),
  lastError: text('last_error'),
  createdAt: timestamptz('created_at').notNull(),
  sentAt: timestamptz('sent_at'),
})
export type WhatsAppMessageRow = typeof whatsAppMessages.$inferSelect

/** A number is forgotten, and what waits for its person is not sent. */
export async function forgetNumber(tx: Tx, which: SQL): Promise<void> {
  const forgotten = await tx.delete(whatsAppNumbers).where(which).returning({ userId: whatsAppNumbers.userId })
  const userIds = forgotten.map(({ userId }) => userId)
  const isWaiting = and(inArray(whatsAppMessages.userId, userIds), eq(whatsAppMessages.state, 'waiting'))
  await tx.delete(whatsAppMessages).where(isWaiting)
}

/** All that was chosen, also the number and the browsers. The time zone and what was read stay. */
export async function forgetWays(tx: Tx, userId: string): Promise<void> {
  await forgetNumber(tx, eq(whatsAppNumbers.userId, userId))
  await tx.delete(pushSubscriptions).where(eq(pushSubscriptions.userId, userId))
  await tx.update(notificationSettings).set({ channels: {} }).where(eq(notificationSettings.userId, userId))
}

/** Keeps the subscriptions of sessions that have expired: their people did not end them. */
export const keepPushOf = async (tx: Tx, sessionIds: readonly string[]): Promise<void> =>
  void (await tx
    .update(pushSubscriptions)
    .set({ sessionId: null })
    .where(inArray(pushSubscriptions.sessionId, [...sessionIds])))
