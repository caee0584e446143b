import { customType, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import type { ApiScope } from '#contract/api-scopes.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true })
const bytea = customType<{ data: Buffer; driverData: Buffer | Uint8Array }>({
  dataType: () => 'bytea',
  fromDriver: (value) => Buffer.from(value),
})

export const apiKeys = pgTable('api_keys', {
  id: uuid().primaryKey(),
  name: text().notNull(),
  secretHash: bytea('secret_hash').notNull(),
  prefix: text().notNull(),
  scopes: text().array().$type<ApiScope[]>().notNull(),
  createdBy: uuid('created_by'),
  createdAt: moment('created_at').notNull(),
  expiresAt: moment('expires_at'),
  lastUsedAt: moment('last_used_at'),
  revokedAt: moment('revoked_at'),
})

export type ApiKeyRow = typeof apiKeys.$inferSelect
