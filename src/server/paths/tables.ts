import { boolean, integer, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core'
import type { PathStatus } from '#contract/paths/paths-admin.ts'
import { owned, timestamptz } from '#server/platform/database/index.ts'

export const paths = pgTable('paths', {
  id: uuid().primaryKey(),
  /** The one that links are made with; `path_slugs` has it, too. */
  slug: text().notNull(),
  title: text().notNull(),
  tagline: text().notNull(),
  description: text().notNull(),
  isOrdered: boolean('is_ordered').notNull(),
  discountPercent: smallint('discount_percent').notNull(),
  status: text().$type<PathStatus>().notNull(),
  createdAt: timestamptz('created_at').notNull(),
  updatedAt: timestamptz('updated_at').notNull(),
  version: integer().notNull().default(1),
})
export type PathRow = typeof paths.$inferSelect

/** Every slug that a path has or had. */
export const pathSlugs = pgTable('path_slugs', {
  slug: text().primaryKey(),
  pathId: uuid('path_id').notNull(),
})

export const pathSteps = pgTable('path_steps', {
  pathId: uuid('path_id').notNull(),
  position: smallint().notNull(),
  courseId: uuid('course_id').notNull(),
  sentence: text(),
})
export type PathStepRow = typeof pathSteps.$inferSelect

export const savedPaths = pgTable('saved_paths', {
  userId: uuid('user_id').notNull(),
  pathId: uuid('path_id').notNull(),
  savedAt: timestamptz('saved_at').notNull(),
})

export const ownedByStudents = {
  // Exported with the titles of the paths, by hand.
  savedPaths: owned(savedPaths, { owner: 'userId', key: 'pathId', export: [], onErase: 'delete' }),
}
