import { and, eq, inArray, sql, type SQL } from 'drizzle-orm'
import { isStaff } from '#contract/identity/identity.ts'
import { hasRight, invitedRoles, type CourseRight, type TeacherRole } from '#contract/catalog/teachers.ts'
import { selectCourses, toRow, type CourseRow } from '#server/catalog/browse/list-courses.ts'
import type { Queryable, Tx } from '#server/platform/database/index.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import { courses, courseTeachers } from './tables.ts'

/** The ids of the courses for which somebody has a right, as a part of a query. */
export const coursesWithRight = (userId: string, right: CourseRight): SQL => {
  const roles = invitedRoles.filter((role) => hasRight(role, right))
  const owned = sql`select owned.id from ${courses} as owned where owned.instructor_id = ${userId}`
  if (roles.length === 0) return owned
  const given = and(eq(courseTeachers.userId, userId), inArray(courseTeachers.role, roles))
  return sql`${owned} union all select ${courseTeachers.courseId} from ${courseTeachers} where ${given}`
}

/** The courses for which a staff member has this right: all for admins. Part of every query, so that other courses are not found. */
export const isOwn = (staff: Viewer, right: CourseRight): SQL =>
  staff.role === 'admin' ? sql`true` : sql`${courses.id} in (${coursesWithRight(staff.id, right)})`

type Taught = Pick<CourseRow, 'instructorId' | 'teachers'>

/** The role of a user in a course; null when they do not teach it. */
export function roleIn(userId: string, { instructorId, teachers }: Taught): TeacherRole | null {
  if (userId === instructorId) return 'owner'
  return teachers.find((teacher) => teacher.userId === userId)?.role ?? null
}

/** The ids of all who have this right for a course, its owner first. */
export const teachersWith = (course: Taught, right: CourseRight): string[] => [
  course.instructorId,
  ...course.teachers.filter(({ role }) => hasRight(role, right)).map(({ userId }) => userId),
]

/** True when the viewer has this right for a course: admins for all courses. */
export function canManageCourse(
  viewer: Pick<Viewer, 'id' | 'role'> | null,
  course: Taught,
  right: CourseRight,
): boolean {
  if (!viewer || !isStaff(viewer.role)) return false
  if (viewer.role === 'admin') return true
  const role = roleIn(viewer.id, course)
  return role !== null && hasRight(role, right)
}

/** The same message for a missing course and one of another instructor, so that its existence is not revealed. */
export const courseNotFound = { outcome: 'not-found', message: 'Course not found' } as const

/** A course of any status for which this staff member has a right. */
export async function findOwnCourse(
  queryable: Queryable,
  staff: Viewer,
  courseId: string | SQL,
  right: CourseRight,
): Promise<CourseRow | null> {
  const [row] = await selectCourses(queryable).where(and(eq(courses.id, courseId), isOwn(staff, right)))
  return row ? toRow(row) : null
}

export type LockedCourse = Pick<typeof courses.$inferSelect, 'id' | 'version' | 'title' | 'status'>

/** Locks a course for which this staff member has a right, so that changes of its chapters and lessons run one after the other; null for any other. */
export async function lockOwnCourse(
  tx: Tx,
  staff: Viewer,
  { courseId, right }: { courseId: string; right: CourseRight },
): Promise<LockedCourse | null> {
  const [row] = await tx
    .select({ id: courses.id, version: courses.version, title: courses.title, status: courses.status })
    .from(courses)
    .where(and(eq(courses.id, courseId), isOwn(staff, right)))
    .for('update')
  return row ?? null
}
