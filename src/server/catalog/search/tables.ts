import { customType, pgTable, text, uuid } from 'drizzle-orm/pg-core'

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' })

/** Maintained by database triggers (migrations/0003-search.sql); read-only for the application. */
export const courseSearch = pgTable('course_search', {
  courseId: uuid('course_id').primaryKey(),
  document: tsvector().notNull(),
  names: text().notNull(),
})
