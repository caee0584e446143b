import { integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import type { DeliveryState, WebhookDisabledReason, WebhookEventType } from '#contract/webhooks.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true })

export const webhookEndpoints = pgTable('webhook_endpoints', {
  id: uuid().primaryKey(),
  url: text().notNull(),
  events: text().array().$type<WebhookEventType[]>().notNull(),
  secret: text().notNull(),
  previousSecret: text('previous_secret'),
  previousSecretUntil: moment('previous_secret_until'),
  failingSince: moment('failing_since'),
  disabledAt: moment('disabled_at'),
  disabledReason: text('disabled_reason').$type<WebhookDisabledReason>(),
  createdBy: uuid('created_by'),
  createdAt: moment('created_at').notNull(),
})

export const webhookDeliveries = pgTable('webhook_deliveries', {
  id: uuid().primaryKey(),
  endpointId: uuid('endpoint_id').notNull(),
  eventId: uuid('event_id').notNull(),
  eventType: text('event_type').notNull(),
  body: text().notNull(),
  onceKey: text('once_key'),
  state: text().$type<DeliveryState>().notNull(),
  attempts: integer().notNull().default(0),
  resends: integer().notNull().default(0),
  nextAttemptAt: moment('next_attempt_at'),
  createdAt: moment('created_at').notNull(),
  lastAttemptAt: moment('last_attempt_at'),
  durationMs: integer('duration_ms'),
  responseStatus: integer('response_status'),
  responseExcerpt: text('response_excerpt'),
  error: text(),
})

export type EndpointRow = typeof webhookEndpoints.$inferSelect
export type DeliveryRow = typeof webhookDeliveries.$inferSelect
