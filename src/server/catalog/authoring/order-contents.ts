import { eq } from 'drizzle-orm'
import { contents } from '#server/catalog/tables.ts'
import type { Viewer } from '#server/http/index.ts'
import { findOwnCourse } from './list-staff-courses.ts'
import type { AuthoringDeps } from './deps.ts'

/** The order must contain every lesson exactly once; 'changed' reports that the lessons changed meanwhile. */
export async function orderContents(
  deps: AuthoringDeps,
  staff: Viewer,
  courseId: string,
  wanted: readonly string[],
): Promise<'saved' | 'not-found' | 'changed'> {
  return deps.database.transaction(async (tx) => {
    if (!(await findOwnCourse(tx, staff, courseId))) return 'not-found'
    const existing = await tx.select({ id: contents.id }).from(contents).where(eq(contents.courseId, courseId)).for('update')
    const isSame = existing.length === wanted.length && new Set(wanted).size === wanted.length && existing.every(({ id }) => wanted.includes(id))
    if (!isSame) return 'changed'
    for (const [position, id] of wanted.entries()) await tx.update(contents).set({ position }).where(eq(contents.id, id))
    await deps.cacheTags.invalidate(tx, ['courses', `course:${courseId}`])
    return 'saved'
  })
}
