import { integer, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core'
import type { SiteExport } from '#contract/moving/export.ts'
import { timestamptz } from '#server/platform/database/index.ts'

export const siteExports = pgTable('site_exports', {
  id: uuid().primaryKey(),
  state: text().$type<SiteExport['state']>().notNull(),
  filesDone: integer('files_done').notNull().default(0),
  /** Null until the work began. */
  filesAll: integer('files_all'),
  mediaId: uuid('media_id'),
  progressAt: timestamptz('progress_at'),
  attempts: smallint().notNull().default(0),
  createdAt: timestamptz('created_at').notNull(),
})
export type SiteExportRow = typeof siteExports.$inferSelect
