import { asc, eq } from 'drizzle-orm'
import { renumberContents } from '#server/catalog/sections.ts'
import { contents } from '#server/catalog/tables.ts'
import type { Viewer } from '#server/http/index.ts'
import type { AuthoringDeps } from './deps.ts'
import { lockOwnCourse } from './lock-course.ts'

/**
 * Sets the order of a course's lessons, which must name every lesson exactly once; 'changed' reports that the lessons changed meanwhile.
 * Lessons stay in their chapters: the order counts within each. Returns the ids in the resulting order.
 */
export async function orderContents(
  deps: AuthoringDeps,
  staff: Viewer,
  courseId: string,
  wanted: readonly string[],
): Promise<string[] | 'not-found' | 'changed'> {
  return deps.database.transaction(async (tx) => {
    if (!(await lockOwnCourse(tx, staff, courseId))) return 'not-found'
    const ofCourse = eq(contents.courseId, courseId)
    const existing = await tx.select({ id: contents.id }).from(contents).where(ofCourse).for('update')
    const isSame = existing.length === wanted.length && new Set(wanted).size === wanted.length && existing.every(({ id }) => wanted.includes(id))
    if (!isSame) return 'changed'
    for (const [position, id] of wanted.entries()) await tx.update(contents).set({ position }).where(eq(contents.id, id))
    await renumberContents(tx, courseId)
    await deps.cacheTags.invalidate(tx, ['courses', `course:${courseId}`])
    return (await tx.select({ id: contents.id }).from(contents).where(ofCourse).orderBy(asc(contents.position))).map(({ id }) => id)
  })
}
