import { integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { DeliveryState, WebhookDisabledReason, WebhookEventType } from '#contract/integrations/webhooks.ts'
import type { ApiScope } from '#contract/kit/api-scopes.ts'
import { bytea, timestamptz } from '#server/platform/database/index.ts'

export const apiKeys = pgTable('api_keys', {
  id: uuid().primaryKey(),
  name: text().notNull(),
  secretHash: bytea('secret_hash').notNull(),
  prefix: text().notNull(),
  scopes: text().array().$type<ApiScope[]>().notNull(),
  createdBy: uuid('created_by'),
  createdAt: timestamptz('created_at').notNull(),
  expiresAt: timestamptz('expires_at'),
  lastUsedAt: timestamptz('last_used_at'),
  revokedAt: timestamptz('revoked_at'),
})

export type ApiKeyRow = typeof apiKeys.$inferSelect

export const webhookEndpoints = pgTable('webhook_endpoints', {
  id: uuid().primaryKey(),
  url: text().notNull(),
  events: text().array().$type<WebhookEventType[]>().notNull(),
  secret: text().notNull(),
  previousSecret: text('previous_secret'),
  previousSecretUntil: timestamptz('previous_secret_until'),
  olderSecrets: jsonb('older_secrets').$type<{ secret: string; until: string }[]>().notNull().default([]),
  failingSince: timestamptz('failing_since'),
  disabledAt: timestamptz('disabled_at'),
  disabledReason: text('disabled_reason').$type<WebhookDisabledReason>(),
  createdBy: uuid('created_by'),
  createdAt: timestamptz('created_at').notNull(),
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
  nextAttemptAt: timestamptz('next_attempt_at'),
  createdAt: timestamptz('created_at').notNull(),
  lastAttemptAt: timestamptz('last_attempt_at'),
  durationMs: integer('duration_ms'),
  responseStatus: integer('response_status'),
  responseExcerpt: text('response_excerpt'),
  error: text(),
})

export type EndpointRow = typeof webhookEndpoints.$inferSelect

/** The former secrets that still sign, the newest first. */
export const formerSecrets = (
  { previousSecret, previousSecretUntil, olderSecrets }: EndpointRow,
  now: Date,
): { secret: string; until: string }[] =>
  [
    ...(previousSecret && previousSecretUntil
      ? [{ secret: previousSecret, until: previousSecretUntil.toISOString() }]
      : []),
    ...olderSecrets,
  ].filter(({ until }) => new Date(until) > now)
export type DeliveryRow = typeof webhookDeliveries.$inferSelect
