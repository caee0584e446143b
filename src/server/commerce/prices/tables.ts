import { integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { PromoKind } from '#contract/commerce/promo-codes.ts'
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

export const promoCodes = pgTable('promo_codes', {
  id: uuid().primaryKey(),
  code: text().notNull(),
  kind: text().$type<PromoKind>().notNull(),
  value: integer().notNull(),
  categoryId: uuid('category_id'),
  courseId: uuid('course_id'),
  ebookId: uuid('ebook_id'),
  /** Who made it, for one course of their own; null: the site. */
  instructorId: uuid('instructor_id'),
  startsAt: timestamptz('starts_at').notNull(),
  endsAt: timestamptz('ends_at').notNull(),
  totalLimit: integer('total_limit'),
  perStudentLimit: integer('per_student_limit'),
  createdAt: timestamptz('created_at').notNull(),
  version: integer().notNull().default(1),
})

export const promoRedemptions = pgTable('promo_redemptions', {
  transactionId: uuid('transaction_id').primaryKey(),
  promoId: uuid('promo_id').notNull(),
  studentId: uuid('student_id').notNull(),
  createdAt: timestamptz('created_at').notNull(),
})
