import { bigint, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { timestamptz } from '#server/platform/database/index.ts'

export const mediaUploads = pgTable('media_uploads', {
  id: uuid().primaryKey(),
  createdBy: uuid('created_by'),
  /** Bytes. */
  length: bigint({ mode: 'number' }).notNull(),
  /** As the client sent it. */
  metadata: jsonb().$type<Record<string, string | null>>().notNull(),
  createdAt: timestamptz('created_at').notNull(),
})

export const mediaFiles = pgTable('media_files', {
  id: uuid().primaryKey(),
  bytes: bigint({ mode: 'number' }).notNull(),
  contentType: text('content_type').notNull(),
  /** Null for a document. */
  durationSeconds: integer('duration_seconds'),
  createdBy: uuid('created_by'),
  createdAt: timestamptz('created_at').notNull(),
  /** Hexadecimal; null until it is needed first. */
  sha256: text(),
  deletingSince: timestamptz('deleting_since'),
  /** Until then a process sends the file to the bucket, or waits after a failure. */
  transferUntil: timestamptz('transfer_until'),
})

export type MediaType = 'video/mp4' | 'video/webm'
