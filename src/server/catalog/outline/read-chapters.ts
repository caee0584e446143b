import { asc, inArray } from 'drizzle-orm'
import { dependsOn } from '#server/platform/pages/index.ts'
import { listChapters, type ChapterRow } from './chapters.ts'
import type { CatalogDeps } from '#server/catalog/deps.ts'
import { courseChapters } from '#server/catalog/tables.ts'

/** The chapters of a course in order, also those without lessons. */
export async function readChapters({ database }: CatalogDeps, courseId: string): Promise<ChapterRow[]> {
  dependsOn(`course:${courseId}`)
  return listChapters(database.query, courseId)
}

/** The chapters of several courses in order, in one query. A course without chapters has no entry. */
export async function listChaptersByCourse(
  { database }: CatalogDeps,
  courseIds: readonly string[],
): Promise<Map<string, ChapterRow[]>> {
  if (courseIds.length === 0) return new Map()
  const rows = await database.query
    .select()
    .from(courseChapters)
    .where(inArray(courseChapters.courseId, [...courseIds]))
    .orderBy(asc(courseChapters.position))
  return Map.groupBy(rows, (row) => row.courseId)
}
