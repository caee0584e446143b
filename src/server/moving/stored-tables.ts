import { boolean, integer, jsonb, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core'
import type { CourseMistake, ImportedCourse, ImportState } from '#contract/moving/course-format.ts'
import type { SiteExport } from '#contract/moving/export.ts'
import { timestamptz } from '#server/platform/database/index.ts'

/** Course files that were sent to be imported. */
export const courseImports = pgTable('course_imports', {
  id: uuid().primaryKey(),
  userId: uuid('user_id').notNull(),
  /** Null once nothing needs the file any more. */
  mediaId: uuid('media_id'),
  name: text().notNull(),
  bytes: integer().notNull(),
  state: text().$type<ImportState>().notNull(),
  essaysAsAssignments: boolean('essays_as_assignments').notNull().default(false),
  summary: jsonb().$type<Omit<ImportedCourse, '_id'>>(),
  mistakes: jsonb().$type<CourseMistake[]>(),
  courseId: uuid('course_id'),
  claimedAt: timestamptz('claimed_at'),
  attempts: smallint().notNull().default(0),
  createdAt: timestamptz('created_at').notNull(),
})
export type CourseImportRow = typeof courseImports.$inferSelect

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
