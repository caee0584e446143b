import { customType, pgTable, text, uuid } from 'drizzle-orm/pg-core'

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' })

/** Kept by triggers (migrations/0003-search.sql); nobody writes it here. */
export const courseSearch = pgTable('course_search', {
  courseId: uuid('course_id').primaryKey(),
  document: tsvector().notNull(),
  names: text().notNull(),
})
