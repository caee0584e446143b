import { integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { SaleKind } from '#contract/commerce/scheduled-sales.ts'
import { timestamptz } from '#server/platform/database/index.ts'

export const scheduledSales = pgTable('scheduled_sales', {
  id: uuid().primaryKey(),
  name: text().notNull(),
  kind: text().$type<SaleKind>().notNull(),
  /** Percent, or rupiah. */
  value: integer().notNull(),
  /** At most one of the two; null: all courses. */
  categoryId: uuid('category_id'),
  courseId: uuid('course_id'),
  startsAt: timestamptz('starts_at').notNull(),
  endsAt: timestamptz('ends_at').notNull(),
  createdAt: timestamptz('created_at').notNull(),
  updatedAt: timestamptz('updated_at').notNull(),
  version: integer().notNull().default(1),
})

export type SaleRow = typeof scheduledSales.$inferSelect
