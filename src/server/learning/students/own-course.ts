import { canManageCourse, type Catalog, type CourseRow } from '#server/catalog/index.ts'
import type { Viewer } from '#server/platform/http/index.ts'

export const courseNotFound = 'Course not found'
export type CourseNotFound = { outcome: 'not-found'; message: string }
export const notFound: CourseNotFound = { outcome: 'not-found', message: courseNotFound }

/** A course for its staff; null for another instructor. */
export async function findOwnCourse(
  { catalog }: { catalog: Catalog },
  staff: Viewer,
  courseId: string,
): Promise<CourseRow | null> {
  const course = await catalog.findCourse(courseId)
  return course && canManageCourse(staff, course, 'edit') ? course : null
}
