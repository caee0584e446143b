import { asc, eq } from 'drizzle-orm'
import { listChapters, lessons, courseNotFound, lockOwnCourse } from '#server/catalog/index.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import { refused } from '#server/platform/outcomes.ts'
import type { AuthoringDeps } from './deps.ts'
import { isSameSet, writeOutline } from './save-outline.ts'

/**
 * Sets the order of a course's lessons, which must name every lesson exactly once.
 * For API clients that know no chapters: lessons stay in theirs, and the order counts within each. Returns the ids in the resulting order.
 */
export async function orderLessons(
  deps: AuthoringDeps,
  staff: Viewer,
  { courseId, wanted }: { courseId: string; wanted: readonly string[] },
) {
  return deps.database.transaction(async (tx) => {
    const course = await lockOwnCourse(tx, staff, { courseId, right: 'edit' })
    if (!course) return courseNotFound
    const existing = await tx
      .select({ id: lessons.id, chapterId: lessons.chapterId })
      .from(lessons)
      .where(eq(lessons.courseId, courseId))
      .orderBy(asc(lessons.position))
      .for('update')
    const chapterOf = new Map(existing.map(({ id, chapterId }) => [id, chapterId]))
    if (!isSameSet(wanted, [...chapterOf.keys()])) return refused('order-changed')
    const chapterIds = [null, ...(await listChapters(tx, courseId)).map(({ id }) => id)]
    const groups = chapterIds.map((_id) => ({ _id, contentIds: wanted.filter((id) => chapterOf.get(id) === _id) }))
    await writeOutline(tx, deps, { course, groups })
    return { outcome: 'ordered' as const, lessonIds: groups.flatMap(({ contentIds }) => contentIds) }
  })
}
