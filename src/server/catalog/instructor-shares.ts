import { and, asc, eq, inArray, ne, sql } from 'drizzle-orm'
import type { InstructorShare } from '#contract/catalog/instructor-shares.ts'
import type { Database, Queryable, Tx } from '#server/platform/database/index.ts'
import { keepStaff } from '#server/identity/index.ts'
import { courseInstructors, courses } from './tables.ts'

/** Who earns with these courses, by their ids; without those whose instructor earns the percent of the site. */
export async function findInstructorShares(
  queryable: Queryable,
  courseIds: readonly string[],
): Promise<Map<string, InstructorShare[]>> {
  if (courseIds.length === 0) return new Map()
  const rows = await queryable
    .select()
    .from(courseInstructors)
    .where(inArray(courseInstructors.courseId, [...courseIds]))
    .orderBy(asc(courseInstructors.position))
  const byCourse = Map.groupBy(rows, ({ courseId }) => courseId)
  return new Map(
    [...byCourse].map(([courseId, own]) => [
      courseId,
      own.map(({ userId, sharePercent }) => ({ userId, sharePercent })),
    ]),
  )
}

/** Those of these shares whose instructors can be paid out, or teach the course. To be asked before `storeInstructorShares`. */
export async function keepShares(
  tx: Tx,
  shares: readonly InstructorShare[],
  instructorId: string,
): Promise<InstructorShare[]> {
  if (shares.length === 0) return []
  const staff = await keepStaff(tx, [instructorId, ...shares.map(({ userId }) => userId)])
  return shares.filter(({ userId }) => userId === instructorId || staff.has(userId))
}

/** Needs instructors who stay what they are until the transaction ends: who ends their access has locked them, and then deletes their shares. */
export async function storeInstructorShares(
  tx: Tx,
  courseId: string,
  shares: readonly InstructorShare[],
): Promise<void> {
  // Migration 0950 ends what is taught with a share that the version before deletes; here both stand apart.
  await tx.execute(sql`select set_config('cendaki.teachers_stand_apart', 'on', true)`)
  await tx.delete(courseInstructors).where(eq(courseInstructors.courseId, courseId))
  if (shares.length > 0)
    await tx.insert(courseInstructors).values(shares.map((share, position) => ({ ...share, courseId, position })))
}

export const ofOthers = (queryable: Queryable, userId: string) =>
  and(
    eq(courseInstructors.userId, userId),
    inArray(
      courseInstructors.courseId,
      queryable.select({ id: courses.id }).from(courses).where(ne(courses.instructorId, userId)),
    ),
  )

/** With how many courses of others somebody earns. */
export const countSharedCoursesOf = ({ database }: { database: Database }, userId: string): Promise<number> =>
  database.query.$count(courseInstructors, ofOthers(database.query, userId))

/** Shares as the audit log has them, by which an admin can restore them. */
export const describeShares = (shares: readonly InstructorShare[]) => ({
  sharePercent: Object.fromEntries(shares.map(({ userId, sharePercent }) => [userId, sharePercent])),
})

/** The shares once a course has another instructor, who takes the part of the one before. */
export function handOver(
  shares: readonly InstructorShare[],
  { from, to }: { from: string; to: string },
): InstructorShare[] {
  const handed = shares.find(({ userId }) => userId === from)
  if (!handed || from === to) return [...shares]
  const own = shares.find(({ userId }) => userId === to)
  const taken = { userId: to, sharePercent: handed.sharePercent + (own?.sharePercent ?? 0) }
  return shares.flatMap((share) => (share === handed ? [taken] : share === own ? [] : [share]))
}
