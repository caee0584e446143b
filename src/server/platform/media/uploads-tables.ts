import { customType, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { timestamptz } from '#server/platform/database/index.ts'
import type { UploadKind } from './encode.ts'

// Without a copy, because pictures are served from it.
const bytea = customType<{ data: Uint8Array; driverData: Uint8Array }>({ dataType: () => 'bytea' })

export const uploads = pgTable('uploads', {
  id: uuid().primaryKey(),
  kind: text().$type<UploadKind>().notNull(),
  width: integer().notNull(),
  height: integer().notNull(),
  createdBy: uuid('created_by'),
  createdAt: timestamptz('created_at').notNull(),
})

export const uploadFiles = pgTable('upload_files', {
  uploadId: uuid('upload_id').notNull(),
  width: integer().notNull(),
  bytes: bytea().notNull(),
})
