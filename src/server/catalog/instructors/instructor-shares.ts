import { and, asc, eq, inArray, ne } from 'drizzle-orm'
import type { InstructorShare } from '#contract/catalog/instructor-shares.ts'
import type { Database, Queryable, Tx } from '#server/platform/database/index.ts'
import { courseInstructors, courses } from '#server/catalog/tables.ts'

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

export async function storeInstructorShares(
  tx: Tx,
  courseId: string,
  shares: readonly InstructorShare[],
): Promise<void> {
  await tx.delete(courseInstructors).where(eq(courseInstructors.courseId, courseId))
  if (shares.length > 0)
    await tx.insert(courseInstructors).values(shares.map((share, position) => ({ ...share, courseId, position })))
}

const ofOthers = (queryable: Queryable, userId: string) =>
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

/** Later sales of the courses of others leave the share of somebody who cannot be paid out any more to the platform. Returns of how many courses. */
export async function endSharesOf(tx: Tx, userId: string): Promise<number> {
  const ended = await tx
    .delete(courseInstructors)
    .where(ofOthers(tx, userId))
    .returning({ courseId: courseInstructors.courseId })
  return ended.length
}

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
