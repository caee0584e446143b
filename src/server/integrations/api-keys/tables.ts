import { pgTable, text, uuid } from 'drizzle-orm/pg-core'
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
