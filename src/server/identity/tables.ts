import { boolean, customType, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import type { Role } from '#contract/identity.ts'

const bytea = customType<{ data: Buffer; driverData: Buffer | Uint8Array }>({
  dataType: () => 'bytea',
  fromDriver: (value) => Buffer.from(value),
})

export const users = pgTable('users', {
  id: uuid().primaryKey(),
  name: text().notNull(),
  email: text().notNull(),
  passwordHash: text('password_hash'),
  /** Handed out by somebody else: it only opens the way to a password of one's own. */
  passwordIsOneTime: boolean('password_is_one_time').notNull().default(false),
  role: text().$type<Role>().notNull(),
  photo: text().notNull().default('default.jpg'),
  headline: text().notNull().default(''),
  bio: text().notNull().default(''),
  disabledAt: timestamp('disabled_at', { withTimezone: true }),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
})

export type UserRow = typeof users.$inferSelect

export const sessions = pgTable('sessions', {
  id: uuid().primaryKey(),
  tokenHash: bytea('token_hash').notNull(),
  userId: uuid('user_id').notNull(),
  userAgent: text('user_agent').notNull().default(''),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  lastUsedAt: timestamp('last_used_at', { withTimezone: true }).notNull(),
  expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
})
