import { and, eq, sql, type SQL } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { InvitedRole } from '#contract/catalog/teachers.ts'
import type { CatalogDeps } from './deps.ts'
import { courseInstructors, courses, courseTeachers } from './tables.ts'
import type { Tx } from '#server/platform/database/index.ts'

/** Somebody who teaches a course beside its owner. */
export type Teacher = { userId: string; role: InvitedRole }

/** Those of a course, as a column of a larger query. */
export const teachersOf = (courseId: AnyPgColumn | string): SQL<Teacher[]> => sql<Teacher[]>`coalesce(
  (select jsonb_agg(jsonb_build_object('userId', t.user_id, 'role', t.role) order by t.position, t.user_id)
    from course_teachers t where t.course_id = ${courseId}), '[]'::jsonb)`

type OfCourse = Teacher & { courseId: string }
const invalidate = (tx: Tx, { cacheTags }: Pick<CatalogDeps, 'cacheTags'>, courseId: string) =>
  cacheTags.invalidate(tx, [`course:${courseId}`])

/** Lets somebody teach a course, or changes with which rights. An assistant earns nothing; the owner stays what they are. */
export async function addTeacher(
  tx: Tx,
  deps: Pick<CatalogDeps, 'cacheTags'>,
  { courseId, userId, role }: OfCourse,
): Promise<void> {
  const [course] = await tx
    .select({ ownerId: courses.instructorId })
    .from(courses)
    .where(eq(courses.id, courseId))
    .for('update')
  if (!course || course.ownerId === userId) return
  if (role === 'assistant') await endShare(tx, { courseId, userId })
  const position = sql<number>`(select count(*) from course_teachers where course_id = ${courseId})`
  await tx
    .insert(courseTeachers)
    .values({ courseId, userId, role, position })
    .onConflictDoUpdate({ target: [courseTeachers.courseId, courseTeachers.userId], set: { role } })
  await invalidate(tx, deps, courseId)
}

/** Ends what somebody teaches and earns of a course; what was sold before stays theirs. Null: they do not teach it. */
export async function removeTeacher(
  tx: Tx,
  deps: Pick<CatalogDeps, 'cacheTags'>,
  { courseId, userId }: Omit<OfCourse, 'role'>,
): Promise<Teacher | null> {
  const [removed] = await tx
    .delete(courseTeachers)
    .where(and(eq(courseTeachers.courseId, courseId), eq(courseTeachers.userId, userId)))
    .returning({ userId: courseTeachers.userId, role: courseTeachers.role })
  if (!removed) return null
  await endShare(tx, { courseId, userId })
  await invalidate(tx, deps, courseId)
  return removed
}

const endShare = (tx: Tx, { courseId, userId }: Omit<OfCourse, 'role'>) =>
  tx
    .delete(courseInstructors)
    .where(and(eq(courseInstructors.courseId, courseId), eq(courseInstructors.userId, userId)))
