import { eq, sql, type Column, type SQL } from 'drizzle-orm'
import { lessons } from '#server/catalog/tables.ts'

/** Students and visitors know of published lessons only: every query of lessons that is not made for their staff has this condition. */
export const isShown: SQL = eq(lessons.status, 'published')

/** For queries of other modules with the id of a lesson: the same condition. */
export const isShownSql = (lessonId: Column | SQL): SQL<boolean> =>
  sql<boolean>`exists (select 1 from contents as shown where shown.id = ${lessonId} and shown.status = 'published')`

/** When a lesson was added for students: a draft when it was published. */
export const addedAt = ({
  publishedAt,
  createdAt,
}: Pick<typeof lessons.$inferSelect, 'publishedAt' | 'createdAt'>): Date => publishedAt ?? createdAt
