import { newId } from '#server/platform/new-id.ts'
import { and, asc, eq, sql } from 'drizzle-orm'
import type { Queryable, Tx } from '#server/platform/database/index.ts'
import { courseChapters } from '#server/catalog/tables.ts'

export type ChapterRow = typeof courseChapters.$inferSelect

/** The chapters of a course in order, also those without lessons. */
export const listChapters = (queryable: Queryable, courseId: string): Promise<ChapterRow[]> =>
  queryable
    .select()
    .from(courseChapters)
    .where(eq(courseChapters.courseId, courseId))
    .orderBy(asc(courseChapters.position))

export async function findChapter(
  queryable: Queryable,
  courseId: string,
  chapterId: string,
): Promise<ChapterRow | null> {
  const [row] = await queryable
    .select()
    .from(courseChapters)
    .where(and(eq(courseChapters.id, chapterId), eq(courseChapters.courseId, courseId)))
  return row ?? null
}

export type NewChapter = { courseId: string; title: string; dripDays?: number | undefined }

/** Adds a chapter at the end. The caller must hold the course's lock. */
export async function insertChapter(tx: Tx, { courseId, title, dripDays = 0 }: NewChapter): Promise<ChapterRow> {
  const position = sql<number>`(select coalesce(max(position), -1) + 1 from course_sections where course_id = ${courseId})`
  const [row] = await tx.insert(courseChapters).values({ id: newId(), courseId, position, title, dripDays }).returning()
  if (!row) throw new Error('Inserting a chapter returned no row')
  return row
}

/**
 * Makes the positions of a course's lessons follow its chapters: first the lessons before the first chapter, then each chapter's,
 * in their order so far. The caller must hold the course's lock.
 */
export async function renumberLessons(tx: Tx, courseId: string): Promise<void> {
  await tx.execute(sql`
    update contents set position = wanted.position
    from (
      select contents.id, row_number() over (order by course_sections.position nulls first, contents.position) - 1 as position
      from contents left join course_sections on course_sections.id = contents.section_id
      where contents.course_id = ${courseId}
    ) as wanted
    where contents.id = wanted.id and contents.position <> wanted.position`)
}
