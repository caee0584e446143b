import { and, eq, sql, type SQL } from 'drizzle-orm'
import { isStaff } from '#contract/identity/identity.ts'
import { selectCourses, toRow, type CourseRow } from '#server/catalog/browse/list-courses.ts'
import type { Queryable, Tx } from '#server/platform/database/index.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import { courses } from './tables.ts'

/** The courses that a staff member may change: all for admins, their own for instructors. Part of every query, so that other courses are not found. */
export const isOwn = (staff: Viewer): SQL => (staff.role === 'admin' ? sql`true` : eq(courses.instructorId, staff.id))

/** True when the viewer may manage courses of this instructor: admins all courses, instructors their own. */
export function canManageCourse(viewer: Pick<Viewer, 'id' | 'role'> | null, instructorId: string): boolean {
  if (!viewer || !isStaff(viewer.role)) return false
  return viewer.role === 'admin' || viewer.id === instructorId
}

/** The same message for a missing course and one of another instructor, so that its existence is not revealed. */
export const courseNotFound = { outcome: 'not-found', message: 'Course not found' } as const

/** A course of any status that this staff member may change. */
export async function findOwnCourse(queryable: Queryable, staff: Viewer, courseId: string): Promise<CourseRow | null> {
  const [row] = await selectCourses(queryable).where(and(eq(courses.id, courseId), isOwn(staff)))
  return row ? toRow(row) : null
}

export type LockedCourse = Pick<typeof courses.$inferSelect, 'id' | 'version' | 'title' | 'status'>

/** Locks a course that this staff member may change, so that changes of its chapters and lessons run one after the other; null for any other. */
export async function lockOwnCourse(tx: Tx, staff: Viewer, courseId: string): Promise<LockedCourse | null> {
  const [row] = await tx
    .select({ id: courses.id, version: courses.version, title: courses.title, status: courses.status })
    .from(courses)
    .where(and(eq(courses.id, courseId), isOwn(staff)))
    .for('update')
  return row ?? null
}
