import { and, asc, eq, gt, gte, sql } from 'drizzle-orm'
import type { Tx } from '#server/platform/database/index.ts'
import { isShown } from './shown-lessons.ts'
import { courseChapters, courses, lessons } from '#server/catalog/tables.ts'

/** A chapter that opens some days after the enrolment, with its first published lesson that was not open as a preview. */
export type DripChapter = {
  id: string
  courseId: string
  courseTitle: string
  dripDays: number
  cohortsSince: Date | null
  lessonId: string
  lessonTitle: string
}

/** The next one by id among published courses that open by days, after this id or from it on. */
export async function findNextDripChapter(
  tx: Tx,
  after: string | null,
  { inclusive }: { inclusive: boolean },
): Promise<DripChapter | null> {
  const { id, courseId, dripDays } = courseChapters
  const from = after === null ? undefined : inclusive ? gte(id, after) : gt(id, after)
  const [found] = await tx
    .select({
      id,
      courseId,
      courseTitle: courses.title,
      dripDays,
      cohortsSince: courses.cohortsSince,
      lessonId: lessons.id,
      lessonTitle: lessons.title,
    })
    .from(courseChapters)
    .innerJoin(courses, eq(courses.id, courseId))
    .innerJoin(lessons, eq(lessons.chapterId, id))
    .where(
      and(
        eq(courses.status, 'published'),
        eq(courses.pace, 'drip'),
        gt(dripDays, 0),
        isShown,
        eq(lessons.isPreview, false),
        from,
        sql`not exists (select 1 from contents before where before.section_id = ${id} and before.position < ${lessons.position} and before.status = 'published' and not before.is_preview)`,
      ),
    )
    .orderBy(asc(id))
    .limit(1)
  return found ?? null
}
