import { randomUUIDv7 } from 'node:crypto'
import { and, asc, eq, sql } from 'drizzle-orm'
import type { Queryable, Tx } from '#server/platform/database/index.ts'
import { courseSections } from './tables.ts'

export type SectionRow = typeof courseSections.$inferSelect

/** The chapters of a course in order, also those without lessons. */
export const listSections = (queryable: Queryable, courseId: string): Promise<SectionRow[]> =>
  queryable.select().from(courseSections).where(eq(courseSections.courseId, courseId)).orderBy(asc(courseSections.position))

export async function findSection(queryable: Queryable, courseId: string, sectionId: string): Promise<SectionRow | null> {
  const [row] = await queryable
    .select()
    .from(courseSections)
    .where(and(eq(courseSections.id, sectionId), eq(courseSections.courseId, courseId)))
  return row ?? null
}

export type NewSection = { courseId: string; title: string; dripDays?: number | undefined }

/** Adds a chapter at the end. The caller must hold the course's lock. */
export async function insertSection(tx: Tx, { courseId, title, dripDays = 0 }: NewSection): Promise<SectionRow> {
  const position = sql<number>`(select coalesce(max(position), -1) + 1 from course_sections where course_id = ${courseId})`
  const [row] = await tx.insert(courseSections).values({ id: randomUUIDv7(), courseId, position, title, dripDays }).returning()
  if (!row) throw new Error('Inserting a chapter returned no row')
  return row
}

/**
 * Makes the positions of a course's lessons follow its chapters: first the lessons before the first chapter, then each chapter's,
 * in their order so far. The caller must hold the course's lock.
 */
export async function renumberContents(tx: Tx, courseId: string): Promise<void> {
  await tx.execute(sql`
    update contents set position = wanted.position
    from (
      select contents.id, row_number() over (order by course_sections.position nulls first, contents.position) - 1 as position
      from contents left join course_sections on course_sections.id = contents.section_id
      where contents.course_id = ${courseId}
    ) as wanted
    where contents.id = wanted.id and contents.position <> wanted.position`)
}
