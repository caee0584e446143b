import { eq } from 'drizzle-orm'
import type { Tx } from '#server/platform/database/index.ts'
import { courses, type CourseStatus } from './tables.ts'

/**
 * The cache tag of the number of published courses in each category, which the menu of every page shows. Not `courses`, so that a new
 * title or price does not invalidate every page.
 */
export const categoryCounts = 'category-counts'

/**
 * The cache tags of what shows a course: its page, and while it is published the lists. Call it before a lesson of the course is locked. The course of
 * another status is locked until the transaction ends, so that it is not published before a change that its readers were not notified of.
 */
export async function tagsOfCourse(tx: Tx, courseId: string): Promise<string[]> {
  const readStatus = () => tx.select({ status: courses.status }).from(courses).where(eq(courses.id, courseId))
  const [course] = await readStatus()
  const isListed = course?.status === 'published' || (await readStatus().for('share'))[0]?.status === 'published'
  return isListed ? ['courses', `course:${courseId}`] : [`course:${courseId}`]
}

type Listed = { status: CourseStatus; categoryId?: string | null }

/**
 * The cache tags of what a change of a course changes: its page, and the lists and counts, which show published courses only. Null: there was no such course
 * before, or there is none afterwards.
 */
export function tagsOfChange(courseId: string, before: Listed | null, after: Listed | null): string[] {
  const page = `course:${courseId}`
  if (before?.status !== 'published' && after?.status !== 'published') return [page]
  const isCountedElsewhere = after?.status !== before?.status || after?.categoryId !== before?.categoryId
  return [page, 'courses', ...(isCountedElsewhere ? [categoryCounts] : [])]
}
