import { pgTable, text } from 'drizzle-orm/pg-core'
import { bytea } from '#server/platform/database/index.ts'

export const secrets = pgTable('secrets', { purpose: text().primaryKey(), secret: bytea().notNull() })
