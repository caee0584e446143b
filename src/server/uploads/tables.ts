import { customType, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import type { UploadKind } from './encode.ts'

const bytea = customType<{ data: Uint8Array; driverData: Uint8Array }>({ dataType: () => 'bytea' })

export const uploads = pgTable('uploads', {
  id: uuid().primaryKey(),
  kind: text().$type<UploadKind>().notNull(),
  width: integer().notNull(),
  height: integer().notNull(),
  createdBy: uuid('created_by'),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
})

export const uploadFiles = pgTable('upload_files', {
  uploadId: uuid('upload_id').notNull(),
  width: integer().notNull(),
  bytes: bytea().notNull(),
})
